import Kernel
import KernelContract
import Sync

/// What every `FileHome` must keep.
public enum FileHomeContract {
    /// The contract over a home that a closure makes, new and empty each time, and a path on it.
    public static func over(path: String, _ make: @escaping () throws -> any FileHome) -> Contract<any FileHome> {
        Contract("FileHome", promises: promises(path), make)
    }

    private static func promises(_ path: String) -> [Contract<any FileHome>.Promise] {
        [
            .init("keeps a file piece by piece, and gives any part of it") { home in
                try expect(home.holds(path), "it cannot lie there")
                try expectEqual(home.size(of: path), nil)
                try home.keep(path) { write in
                    for number in 0..<10 { try write([UInt8](repeating: UInt8(number), count: 1_000)) }
                }
                try expectEqual(home.size(of: path), 10_000)
                try expectEqual(home.bytes(of: path, at: 2_999, count: 2), [2, 3])
                try expectEqual(home.bytes(of: path, at: 10_000, count: 0), [])
            },
            .init("keeps nothing of what was broken off") { home in
                try expectFailure(.syncUnreadable) {
                    try home.keep(path) { write in
                        try write([1, 2, 3])
                        throw Failure(.syncUnreadable, "The link is cut.")
                    }
                }
                try expectEqual(home.size(of: path), nil)
            },
            .init("lets stay what is there") { home in
                try home.keep(path) { try $0([1]) }
                try home.keep(path) { try $0([2, 2]) }
                try expectEqual(home.bytes(of: path, at: 0, count: 1), [1])
                try expectEqual(home.size(of: path), 1)
            },
        ]
    }
}
