import Diary
import Kernel
import KernelContract

/// What every `PhotoLibrary` must keep.
public enum PhotoLibraryContract {
    /// The contract over libraries that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any PhotoLibrary) -> Contract<any PhotoLibrary> {
        Contract("PhotoLibrary", promises: promises, make)
    }

    private static let promises: [Contract<any PhotoLibrary>.Promise] = [
        .init("starts empty") { try expectEqual($0.contents(), []) },
        .init("gives back every byte") { library in
            let bytes = (0...255).map { UInt8($0) } + [0, 10, 13, 26]
            try library.keep(bytes, at: path("a"))
            try expectEqual(library.bytes(at: path("a")), bytes)
        },
        .init("keeps an empty file and a large one") { library in
            let large = [UInt8](repeating: 7, count: 300_000)
            try library.keep([], at: path("empty"))
            try library.keep(large, at: path("large"))
            try expectEqual(library.bytes(at: path("empty")), [])
            try expectEqual(library.bytes(at: path("large")) == large, true)
        },
        .init("never overwrites") { library in
            try library.keep([1], at: path("a"))
            try expectFailure(.photoExists) { try library.keep([2], at: path("a")) }
            try expectEqual(library.bytes(at: path("a")), [1])
        },
        .init("says what is not there") { library in
            try expectFailure(.loadFailed) { try library.bytes(at: path("nothing")) }
        },
        .init("removes, and does not mind when there is nothing to remove") { library in
            try library.keep([1], at: path("a"))
            try library.remove(path("a"))
            try library.remove(path("a"))
            try expectFailure(.loadFailed) { try library.bytes(at: path("a")) }
            try library.keep([2], at: path("a"))
        },
        .init("lists what it holds with sizes, in the order of the paths") { library in
            let paths = try [
                path("b", month: 12), path("a", month: 12), path("c", month: 3), path("a", month: 12).thumbnail,
                path("d", type: .heic),
            ]
            for (index, path) in paths.enumerated() { try library.keep([UInt8](repeating: 1, count: index), at: path) }
            let listed = try library.contents()
            try expectEqual(listed.map(\.path), paths.sorted { $0.description < $1.description })
            try expectEqual(listed.map(\.bytes).reduce(0, +), 10)
        },
        .init("tells paths apart by month, name, type and shelf") { library in
            let paths = try [path("a"), path("a", month: 2), path("a", type: .png), path("b"), path("a").thumbnail]
            for (index, path) in paths.enumerated() { try library.keep([UInt8(index)], at: path) }
            for (index, path) in paths.enumerated() { try expectEqual(library.bytes(at: path), [UInt8(index)]) }
        },
    ]

    private static func path(_ name: String, month: Int = 1, type: ImageType = .jpeg) throws -> PhotoPath {
        guard let day = Day(year: 2026, month: month, day: 1), let path = PhotoPath(day: day, name: name, type: type) else {
            throw Failure(.init("unsafe"), "“\(name)” is not safe.")
        }
        return path
    }
}
