import Kernel
import KernelTesting
import Pictures

/// The contract of every `BlobStore`, for any paths.
package enum BlobStoreContract {
    /// Returns the contract for stores made by `make`, each of which must be empty.
    ///
    /// - Parameter paths: at least five different paths, not sorted by their text.
    package static func over<Path: BlobPath>(
        _ paths: [Path], _ make: @escaping () throws -> any BlobStore<Path>
    ) -> Contract<any BlobStore<Path>> {
        Contract("BlobShelf", promises: keeping(paths) + refusing(paths) + listing(paths), make)
    }

    /// The texts of the paths of a photo album, which differ in kind, month, name and type.
    package static let album = [
        "Photos/2026/12/b.jpg", "Photos/2026/12/a.jpg", "Photos/2026/03/a.jpg", "Thumbnails/2026/12/a.jpg",
        "Photos/2026/12/a.png", "Photos/2026/12/d.heic",
    ]

    private struct Interrupted: Error {}
    private struct Unexpected: Error {}

    private static func keeping<Path: BlobPath>(_ paths: [Path]) -> [Contract<any BlobStore<Path>>.Promise] {
        let path = paths[0]
        return [
            .init("starts empty") { try expectEqual($0.contents(), []) },
            .init("reads return every byte, from any offset") { blobStore in
                try blobStore.save(path) { write in
                    try write([0, 1, 2])
                    try write([])
                    try write([253, 254, 255])
                }
                let source = try blobStore.source(at: path)
                try expectEqual(source.size, 6)
                try expectEqual(source.bytes(0, 6), [0, 1, 2, 253, 254, 255])
                try expectEqual(source.bytes(2, 2), [2, 253])
                try expectEqual(source.bytes(6, 0), [])
            },
            .init("files keep every byte value") { blobStore in
                let bytes = (0...255).map { UInt8($0) } + [0, 10, 13, 26]
                try blobStore.save(bytes, at: path)
                try expectEqual(blobStore.bytes(at: path), bytes)
            },
            .init("empty and large files are kept") { blobStore in
                let large = [UInt8](repeating: 7, count: 300_000)
                try blobStore.save([], at: path)
                try blobStore.save(large, at: paths[1])
                try expectEqual(blobStore.bytes(at: path), [])
                try expectEqual(blobStore.bytes(at: paths[1]) == large, true)
            },
            .init("a failed write leaves no file") { blobStore in
                do {
                    try blobStore.save(path) { write in
                        try write([1])
                        throw Interrupted()
                    }
                    throw Unexpected()
                } catch is Interrupted {}
                try expectEqual(blobStore.contents(), [])
                try expectFailure(path.failure(.missing).code) { try blobStore.source(at: path) }
            },
        ]
    }

    private static func refusing<Path: BlobPath>(_ paths: [Path]) -> [Contract<any BlobStore<Path>>.Promise] {
        let path = paths[0]
        return [
            .init("a range beyond the end fails") { blobStore in
                try blobStore.save([1, 2], at: path)
                let source = try blobStore.source(at: path)
                for (offset, count) in [(0, 3), (3, 0), (-1, 1), (.max, 1), (0, .max)] {
                    do {
                        _ = try source.bytes(offset, count)
                        throw Unexpected()
                    } catch is Failure {}
                }
            },
            .init("a missing file fails with its name") { blobStore in
                try expectFailure(path.failure(.missing).code) { try blobStore.bytes(at: path) }
                try expectFailure(path.failure(.missing).code) { try blobStore.source(at: path) }
            },
            .init("a write never overwrites a file") { blobStore in
                try blobStore.save([1], at: path)
                try expectFailure(path.failure(.exists).code) { try blobStore.save([2], at: path) }
                try expectEqual(blobStore.bytes(at: path), [1])
            },
            .init("remove deletes a file, and accepts a missing one") { blobStore in
                try blobStore.save([1], at: path)
                try blobStore.remove(path)
                try blobStore.remove(path)
                try expectFailure(path.failure(.missing).code) { try blobStore.bytes(at: path) }
                try blobStore.save([2], at: path)
                try expectEqual(blobStore.bytes(at: path), [2])
            },
        ]
    }

    private static func listing<Path: BlobPath>(_ paths: [Path]) -> [Contract<any BlobStore<Path>>.Promise] {
        [
            .init("similar paths stay separate, and lists are sorted by path with sizes") { blobStore in
                for (index, path) in paths.enumerated() {
                    try blobStore.save([UInt8](repeating: UInt8(index), count: index), at: path)
                }
                let blobs = try blobStore.contents()
                try expectEqual(blobs.map(\.path), paths.sorted { $0.description < $1.description })
                try expectEqual(blobs.map(\.bytes).reduce(0, +), paths.count * (paths.count - 1) / 2)
                for (index, path) in paths.enumerated() {
                    try expectEqual(blobStore.bytes(at: path), [UInt8](repeating: UInt8(index), count: index))
                }
            },
            .init("the store agrees with a dictionary after any writes and removals") { blobStore in
                var random = RandomSource(seed: 12)
                var model = [Path: [UInt8]]()
                for step in 0..<120 {
                    let path = paths[Int.random(in: paths.indices, using: &random)]
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0:
                        try blobStore.remove(path)
                        model[path] = nil
                    case 1: try expectEqual(try? blobStore.bytes(at: path), model[path], "step \(step)")
                    default:
                        let bytes = [UInt8](repeating: UInt8(step), count: Int.random(in: 0..<9, using: &random))
                        let isKept = (try? blobStore.save(bytes, at: path)) != nil
                        try expectEqual(isKept, model[path] == nil, "step \(step)")
                        if isKept { model[path] = bytes }
                    }
                    let blobs = try blobStore.contents().map { "\($0.path) \($0.bytes)" }
                    try expectEqual(blobs, model.map { "\($0.key) \($0.value.count)" }.sorted(), "step \(step)")
                }
            },
        ]
    }
}
