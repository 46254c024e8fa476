import Kernel
import KernelContract
import Media

/// What every `MediaShelf` must keep.
public enum MediaShelfContract {
    /// The contract over shelves that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any MediaShelf) -> Contract<any MediaShelf> {
        Contract("MediaShelf", promises: promises, make)
    }

    private struct Interrupted: Error {}

    private static let promises: [Contract<any MediaShelf>.Promise] = [
        .init("starts empty") { try expectEqual($0.contents(), []) },
        .init("gives back every byte, from any place on") { shelf in
            try shelf.keep(place("a")) { write in
                try write([0, 1, 2])
                try write([])
                try write([253, 254, 255])
            }
            let source = try shelf.source(at: place("a"))
            try expectEqual(source.size, 6)
            try expectEqual(source.bytes(0, 6), [0, 1, 2, 253, 254, 255])
            try expectEqual(source.bytes(2, 2), [2, 253])
            try expectEqual(source.bytes(6, 0), [])
        },
        .init("refuses bytes that are not there") { shelf in
            try shelf.keep(place("a")) { try $0([1, 2]) }
            let source = try shelf.source(at: place("a"))
            for (offset, count) in [(0, 3), (3, 0), (-1, 1), (.max, 1), (0, .max)] {
                do {
                    _ = try source.bytes(offset, count)
                    throw Unexpected()
                } catch is Failure {}
            }
        },
        .init("keeps nothing of a file whose making fails") { shelf in
            do {
                try shelf.keep(place("a")) { write in
                    try write([1])
                    throw Interrupted()
                }
                throw Unexpected()
            } catch is Interrupted {}
            try expectEqual(shelf.contents(), [])
            try expectFailure(.mediaMissing) { try shelf.source(at: place("a")) }
        },
        .init("never overwrites") { shelf in
            try shelf.keep(place("a")) { try $0([1]) }
            try expectFailure(.mediaExists) { try shelf.keep(place("a")) { try $0([2]) } }
            try expectEqual(shelf.source(at: place("a")).bytes(0, 1), [1])
        },
        .init("removes, and does not mind when there is nothing to remove") { shelf in
            try shelf.keep(place("a")) { try $0([1]) }
            try shelf.remove(place("a"))
            try shelf.remove(place("a"))
            try expectFailure(.mediaMissing) { try shelf.source(at: place("a")) }
            try shelf.keep(place("a")) { try $0([2]) }
        },
        .init("tells places apart, and lists them with sizes in the order of their text") { shelf in
            let places = try [place("b"), place("a"), place("a", .mp4), place("c", .png)]
            for (index, place) in places.enumerated() {
                try shelf.keep(place) { try $0([UInt8](repeating: UInt8(index), count: index)) }
            }
            let listed = try shelf.contents()
            try expectEqual(listed.map(\.place.description), places.map(\.description).sorted())
            try expectEqual(listed.map(\.bytes).reduce(0, +), 6)
            for (index, place) in places.enumerated() { try expectEqual(shelf.source(at: place).size, index) }
        },
    ]

    private struct Unexpected: Error {}

    private static func place(_ name: String, _ format: MediaFormat = .jpeg) throws -> MediaPlace {
        guard let place = MediaPlace(name: name, format: format) else { throw Failure(.init("unsafe"), "“\(name)” is not safe.") }
        return place
    }
}
