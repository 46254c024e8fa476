import Kernel
import KernelTesting
import Sync

/// The contract of every `FilePlace`.
package enum FilePlaceContract {
    /// One place, seen by two devices.
    package struct Place {
        let one: any FilePlace
        let other: any FilePlace

        package init(_ one: any FilePlace, _ other: any FilePlace) {
            self.one = one
            self.other = other
        }
    }

    /// Returns the contract over empty places.
    ///
    /// - Parameter make: Creates a place, and returns a function that opens it for a device.
    package static func over(_ make: @escaping () throws -> (() throws -> any FilePlace)) -> Contract<Place> {
        Contract("FilePlace", promises: promises) {
            let view = try make()
            return try Place(view(), view())
        }
    }

    private static let (one, two) = (String(repeating: "a1", count: 16), String(repeating: "a2", count: 16))
    private static let third = String(repeating: "z9", count: 16)

    private static let promises: [Contract<Place>.Promise] = [
        .init("parts have the same bytes after a read, whatever their content") { place in
            let all: [[UInt8]] = [[], [0], [10, 10, 0], Array(0...255), .init(repeating: 7, count: 1 << 20)]
            for (number, bytes) in all.enumerated() {
                try place.one.put(bytes, as: FilePart(name: one, number: number))
            }
            for (number, bytes) in all.enumerated() {
                try expectEqual(place.other.bytes(of: FilePart(name: one, number: number)), bytes)
            }
            try expectEqual(place.other.bytes(of: FilePart(name: one, number: 9)), nil)
            try expectEqual(place.other.bytes(of: FilePart(name: two, number: 0)), nil)
        },
        .init("a list contains the part numbers of each file") { place in
            try expectEqual(place.one.parts(), [:])
            try expectEqual(place.one.size(), 0)
            for number in [0, 3, 11] { try place.one.put([1, 2, 3], as: FilePart(name: one, number: number)) }
            try place.other.put([4], as: FilePart(name: third, number: 0))
            try expectEqual(place.one.parts(), [one: [0, 3, 11], third: [0]])
            let size = try place.other.size()
            try expect(size >= 10, "a size of \(size)")
        },
        .init("a short fingerprint shows whether parts were added or removed") { place in
            let empty = try place.one.fingerprint()
            for number in 0..<3 { try place.one.put([1], as: FilePart(name: one, number: number)) }
            let three = try place.one.fingerprint()
            try expect(empty != three, "it says of three parts what it says of none")
            try expectEqual(place.other.fingerprint(), three)
            try expectEqual(place.one.fingerprint(), three)
            try place.other.remove(FilePart(name: one, number: 1))
            let two = try place.one.fingerprint()
            try expect(two != three, "it says of two parts what it says of three")
            try place.other.put([1], as: FilePart(name: third, number: 1))
            let others = try place.one.fingerprint()
            try expect(others != two && others != three, "it does not tell names apart")
        },
        .init("a second write of a part with the same length changes nothing") { place in
            let part = FilePart(name: one, number: 0)
            try place.one.put([1, 2], as: part)
            try place.other.put([3, 4], as: part)
            try expectEqual(place.one.parts(), [one: [0]])
            try expectEqual(place.one.bytes(of: part), [3, 4])
            try expectEqual(place.one.size(), 2)
        },
        .init("remove deletes one part, or a file with all its parts, and nothing else") { place in
            for number in 0..<3 {
                try place.one.put([1], as: FilePart(name: one, number: number))
                try place.one.put([1], as: FilePart(name: two, number: number))
            }
            try place.other.remove(FilePart(name: one, number: 1))
            try expectEqual(place.one.parts(), [one: [0, 2], two: [0, 1, 2]])
            try place.other.remove(one)
            try expectEqual(place.one.parts(), [two: [0, 1, 2]])
            try place.other.remove(one)
            try place.other.remove(FilePart(name: third, number: 0))
        },
        .init("invalid part names are refused") { place in
            for name in [
                "", "../../etc/passwd", String(repeating: "A", count: 32), one + "1", String(repeating: "/", count: 32),
            ] {
                try expectFailure(.syncUnreadable) { try place.one.put([1], as: FilePart(name: name, number: 0)) }
                try place.one.remove(name)
            }
            try expectFailure(.syncUnreadable) { try place.one.put([1], as: FilePart(name: one, number: -1)) }
            try expectEqual(place.one.parts(), [:])
        },
    ]
}
