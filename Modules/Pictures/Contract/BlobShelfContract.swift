import Kernel
import KernelContract
import Pictures

/// What every `BlobShelf` must keep, whatever its paths are.
public enum BlobShelfContract {
    /// The contract over shelves that a closure makes, each empty.
    ///
    /// - Parameter paths: at least five, all different, not in the order of their text.
    public static func over<Path: BlobPath>(
        _ paths: [Path], _ make: @escaping () throws -> any BlobShelf<Path>
    ) -> Contract<any BlobShelf<Path>> {
        Contract("BlobShelf", promises: keeping(paths) + refusing(paths) + listing(paths), make)
    }

    /// Paths as an album of photos has them, told apart by kind, month, name and type, for `over`.
    package static let album = [
        "Photos/2026/12/b.jpg", "Photos/2026/12/a.jpg", "Photos/2026/03/a.jpg", "Thumbnails/2026/12/a.jpg",
        "Photos/2026/12/a.png", "Photos/2026/12/d.heic",
    ]

    private struct Interrupted: Error {}
    private struct Unexpected: Error {}

    private static func keeping<Path: BlobPath>(_ paths: [Path]) -> [Contract<any BlobShelf<Path>>.Promise] {
        let path = paths[0]
        return [
            .init("starts empty") { try expectEqual($0.contents(), []) },
            .init("gives back every byte, from any place on") { shelf in
                try shelf.keep(path) { write in
                    try write([0, 1, 2])
                    try write([])
                    try write([253, 254, 255])
                }
                let source = try shelf.source(at: path)
                try expectEqual(source.size, 6)
                try expectEqual(source.bytes(0, 6), [0, 1, 2, 253, 254, 255])
                try expectEqual(source.bytes(2, 2), [2, 253])
                try expectEqual(source.bytes(6, 0), [])
            },
            .init("gives back every value of a byte") { shelf in
                let bytes = (0...255).map { UInt8($0) } + [0, 10, 13, 26]
                try shelf.keep(bytes, at: path)
                try expectEqual(shelf.bytes(at: path), bytes)
            },
            .init("keeps an empty file and a large one") { shelf in
                let large = [UInt8](repeating: 7, count: 300_000)
                try shelf.keep([], at: path)
                try shelf.keep(large, at: paths[1])
                try expectEqual(shelf.bytes(at: path), [])
                try expectEqual(shelf.bytes(at: paths[1]) == large, true)
            },
            .init("keeps nothing of a file whose making fails") { shelf in
                do {
                    try shelf.keep(path) { write in
                        try write([1])
                        throw Interrupted()
                    }
                    throw Unexpected()
                } catch is Interrupted {}
                try expectEqual(shelf.contents(), [])
                try expectFailure(path.failure(.missing).code) { try shelf.source(at: path) }
            },
        ]
    }

    private static func refusing<Path: BlobPath>(_ paths: [Path]) -> [Contract<any BlobShelf<Path>>.Promise] {
        let path = paths[0]
        return [
            .init("refuses bytes that are not there") { shelf in
                try shelf.keep([1, 2], at: path)
                let source = try shelf.source(at: path)
                for (offset, count) in [(0, 3), (3, 0), (-1, 1), (.max, 1), (0, .max)] {
                    do {
                        _ = try source.bytes(offset, count)
                        throw Unexpected()
                    } catch is Failure {}
                }
            },
            .init("says what is not there") { shelf in
                try expectFailure(path.failure(.missing).code) { try shelf.bytes(at: path) }
                try expectFailure(path.failure(.missing).code) { try shelf.source(at: path) }
            },
            .init("never overwrites") { shelf in
                try shelf.keep([1], at: path)
                try expectFailure(path.failure(.exists).code) { try shelf.keep([2], at: path) }
                try expectEqual(shelf.bytes(at: path), [1])
            },
            .init("removes, and does not mind when there is nothing to remove") { shelf in
                try shelf.keep([1], at: path)
                try shelf.remove(path)
                try shelf.remove(path)
                try expectFailure(path.failure(.missing).code) { try shelf.bytes(at: path) }
                try shelf.keep([2], at: path)
                try expectEqual(shelf.bytes(at: path), [2])
            },
        ]
    }

    private static func listing<Path: BlobPath>(_ paths: [Path]) -> [Contract<any BlobShelf<Path>>.Promise] {
        [
            .init("tells paths apart, and lists them with sizes in the order of their text") { shelf in
                for (index, path) in paths.enumerated() {
                    try shelf.keep([UInt8](repeating: UInt8(index), count: index), at: path)
                }
                let listed = try shelf.contents()
                try expectEqual(listed.map(\.path), paths.sorted { $0.description < $1.description })
                try expectEqual(listed.map(\.bytes).reduce(0, +), paths.count * (paths.count - 1) / 2)
                for (index, path) in paths.enumerated() {
                    try expectEqual(shelf.bytes(at: path), [UInt8](repeating: UInt8(index), count: index))
                }
            },
            .init("agrees with a dictionary, whatever is kept and removed in whatever order") { shelf in
                var (chance, model) = (RandomSource(seed: 12), [Path: [UInt8]]())
                for step in 0..<120 {
                    let path = paths[Int.random(in: paths.indices, using: &chance)]
                    switch Int.random(in: 0..<4, using: &chance) {
                    case 0:
                        try shelf.remove(path)
                        model[path] = nil
                    case 1: try expectEqual(try? shelf.bytes(at: path), model[path], "step \(step)")
                    default:
                        let bytes = [UInt8](repeating: UInt8(step), count: Int.random(in: 0..<9, using: &chance))
                        let isKept = (try? shelf.keep(bytes, at: path)) != nil
                        try expectEqual(isKept, model[path] == nil, "step \(step)")
                        if isKept { model[path] = bytes }
                    }
                    let listed = try shelf.contents().map { "\($0.path) \($0.bytes)" }
                    try expectEqual(listed, model.map { "\($0.key) \($0.value.count)" }.sorted(), "step \(step)")
                }
            },
        ]
    }
}
