import Kernel
import KernelTesting
import Sync

/// The contract of every `FileHome`.
package enum FileHomeContract {
    /// Returns the contract over empty homes that `make` creates, with a valid path.
    package static func over(path: String, _ make: @escaping () throws -> any FileHome) -> Contract<any FileHome> {
        Contract("FileHome", promises: promises(path), make)
    }

    private static func promises(_ path: String) -> [Contract<any FileHome>.Promise] {
        [
            .init("a file home saves a file in pieces, and reads any range") { home in
                try expect(home.accepts(path), "it cannot lie there")
                try expectEqual(home.size(of: path), nil)
                try home.save(path) { write in
                    for number in 0..<10 { try write([UInt8](repeating: UInt8(number), count: 1_000)) }
                }
                try expectEqual(home.size(of: path), 10_000)
                try expectEqual(home.bytes(of: path, at: 2_999, count: 2), [2, 3])
                try expectEqual(home.bytes(of: path, at: 10_000, count: 0), [])
            },
            .init("an interrupted write leaves no file") { home in
                try expectFailure(.syncUnreadable) {
                    try home.save(path) { write in
                        try write([1, 2, 3])
                        throw Failure(.syncUnreadable, "The link is cut.")
                    }
                }
                try expectEqual(home.size(of: path), nil)
            },
            .init("a second save leaves the existing file unchanged") { home in
                try home.save(path) { try $0([1]) }
                try home.save(path) { try $0([2, 2]) }
                try expectEqual(home.bytes(of: path, at: 0, count: 1), [1])
                try expectEqual(home.size(of: path), 1)
            },
        ]
    }
}
