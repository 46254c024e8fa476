import Kernel
import KernelContract
import Sync

/// What every `SyncTransport` must keep.
public enum SyncTransportContract {
    /// A place of no account, as one device sees it and as another does.
    public struct Place {
        let one: any SyncTransport
        let other: any SyncTransport

        /// Two views of one place.
        public init(_ one: any SyncTransport, _ other: any SyncTransport) { (self.one, self.other) = (one, other) }
    }

    /// The contract over places that a closure makes, new each time; it gives a view of the place for each device that asks.
    public static func over(_ make: @escaping () throws -> (() throws -> any SyncTransport)) -> Contract<Place> {
        Contract("SyncTransport", promises: accounts + streams + cards + snapshots) {
            let view = try make()
            return try Place(view(), view())
        }
    }

    private typealias Promise = Contract<Place>.Promise

    private static let accounts: [Promise] = [
        .init("is opened for one account, as often as one likes") { place in
            try place.one.join("mina")
            try place.one.join("mina")
            try place.other.join("mina")
            try expectFailure(.syncOtherAccount) { try place.other.join("otto") }
            try expectEqual(place.one.devices(), [])
        }
    ]

    private static let streams: [Promise] = [
        .init("gives what was left, byte for byte, in order") { place in
            let parcels = [sample("a", 1, 3), sample("a", 4, 4), sample("a", 5, 90)]
            try place.leave(parcels)
            try expectEqual(place.other.parcels(of: "a", after: 0, limit: 10), parcels)
            try expectEqual(place.other.parcels(of: "a", after: 3, limit: 1), [parcels[1]])
            try expectEqual(place.other.parcels(of: "a", after: 90, limit: 10), [])
            try expectEqual(place.other.parcels(of: "b", after: 0, limit: 10), [])
            try expectEqual(place.other.devices(), ["a"])
        },
        .init("keeps any bytes: none, newlines, zeros, long lines") { place in
            let all: [[UInt8]] = [
                [], [10], [10, 10, 0, 13, 10], Array(0...255), [UInt8](repeating: 65, count: 300_000), Array("ünïcode\n{}".utf8),
            ]
            let parcels = all.enumerated().map { Parcel(device: "a", first: $0 + 1, last: $0 + 1, bytes: $1) }
            try place.leave(parcels)
            try expectEqual(place.other.parcels(of: "a", after: 0, limit: 10), parcels)
        },
        .init("takes the same parcel twice as one, and refuses another in its place") { place in
            try place.leave([sample("a", 1, 3), sample("a", 1, 3)])
            try expectFailure(.syncStreamTaken) { try place.one.offer(Parcel(device: "a", first: 1, last: 3, bytes: [1])) }
            try expectFailure(.syncStreamTaken) { try place.other.offer(sample("a", 1, 2)) }
            try expectFailure(.syncStreamTaken) { try place.other.offer(sample("a", 3, 5)) }
            try expectEqual(place.one.parcels(of: "a", after: 0, limit: 10), [sample("a", 1, 3)])
        },
        .init("shows what is behind a gap, and fills it") { place in
            try place.leave([sample("a", 1, 1), sample("a", 5, 6)])
            try expectEqual(place.other.parcels(of: "a", after: 1, limit: 10), [sample("a", 5, 6)])
            try place.one.offer(sample("a", 2, 4))
            try expectEqual(place.other.parcels(of: "a", after: 1, limit: 10).map(\.first), [2, 5])
        },
        .init("knows how far a stream goes and what stands last in it") { place in
            try place.one.join("mina")
            try expect(try place.one.latest(of: "a") == nil, "a mark of an empty stream")
            try place.leave([sample("a", 1, 3), sample("a", 4, 8)])
            try expectEqual(place.other.latest(of: "a"), sample("a", 4, 8).mark)
        },
        .init("keeps the streams of devices apart") { place in
            try place.leave([sample("a", 1, 1), sample("b", 1, 2)])
            try expectEqual(place.other.devices(), ["a", "b"])
            try expectEqual(place.other.parcels(of: "b", after: 0, limit: 10), [sample("b", 1, 2)])
        },
    ]

    private static let cards: [Promise] = [
        .init("keeps the last card of each device") { place in
            try place.one.join("mina")
            try expect(try place.one.card(of: "a") == nil, "a card of nobody")
            try place.one.publish([1, 2], of: "a")
            try place.one.publish([3, 10, 4], of: "a")
            try place.other.publish([], of: "b")
            try expectEqual(place.other.card(of: "a"), [3, 10, 4])
            try expectEqual(place.one.card(of: "b"), [])
            try expectEqual(place.one.devices(), ["a", "b"])
        }
    ]

    private static let snapshots: [Promise] = [
        .init("gives the snapshot that goes furthest") { place in
            try place.one.join("mina")
            try expect(try place.one.snapshot() == nil, "a snapshot of nothing")
            let (short, long) = (
                SnapshotParcel(through: ["a": 2], bytes: [1]), SnapshotParcel(through: ["a": 3, "b": 1], bytes: [10, 0, 2])
            )
            try place.one.offer(short)
            try place.other.offer(long)
            try place.one.offer(short)
            try expectEqual(place.other.snapshot(), long)
        },
        .init("collects what a snapshot holds, and nothing else") { place in
            try place.leave([sample("a", 1, 2), sample("a", 3, 4), sample("a", 5, 6), sample("b", 1, 1)])
            try place.one.collect("a", through: 6)
            try expectEqual(place.other.parcels(of: "a", after: 0, limit: 9).count, 3)
            try place.one.offer(SnapshotParcel(through: ["a": 3, "b": 1], bytes: [7]))
            try place.one.collect("a", through: 6)
            try expectEqual(place.other.parcels(of: "a", after: 0, limit: 9).map(\.first), [3, 5])
            try place.one.collect("b", through: 1)
            try expect(try place.one.latest(of: "b") != nil, "how far a stream went is forgotten")
        },
        .init("says how much lies there") { place in
            try place.leave([Parcel(device: "a", first: 1, last: 1, bytes: [UInt8](repeating: 66, count: 5_000))])
            try place.one.offer(SnapshotParcel(through: ["a": 1], bytes: [UInt8](repeating: 67, count: 9_000)))
            let size = try place.other.size()
            try expect(size.parcels >= 5_000 && size.parcels < 9_000 && size.snapshot >= 9_000, "saw \(size)")
        },
    ]

    private static func sample(_ device: String, _ first: Int, _ last: Int) -> Parcel {
        Parcel(device: device, first: first, last: last, bytes: Array("\(device) \(first)\n\(last)".utf8))
    }
}

extension SyncTransportContract.Place {
    fileprivate func leave(_ parcels: [Parcel]) throws {
        try one.join("mina")
        for parcel in parcels { try one.offer(parcel) }
    }
}
