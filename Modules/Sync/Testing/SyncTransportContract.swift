import Kernel
import KernelTesting
import Sync

/// The contract of every `SyncTransport`.
package enum SyncTransportContract {
    /// One place without an account, seen by two devices.
    package struct Place {
        let one: any SyncTransport
        let other: any SyncTransport

        package init(_ one: any SyncTransport, _ other: any SyncTransport) {
            self.one = one
            self.other = other
        }
    }

    /// Returns the contract over new places.
    ///
    /// - Parameter make: Creates a place, and returns a function that opens it for a device.
    package static func over(_ make: @escaping () throws -> (() throws -> any SyncTransport)) -> Contract<Place> {
        Contract("SyncTransport", promises: accounts + streams + cards + snapshots) {
            let view = try make()
            return try Place(view(), view())
        }
    }

    private typealias Promise = Contract<Place>.Promise

    private static let accounts: [Promise] = [
        .init("a transport opens for one account, any number of times") { place in
            try place.one.join("mina")
            try place.one.join("mina")
            try place.other.join("mina")
            try expectFailure(.syncOtherAccount) { try place.other.join("otto") }
            try expectEqual(place.one.devices(), [])
        }
    ]

    private static let streams: [Promise] = [
        .init("batches arrive byte for byte, in order") { place in
            let envelopes = [sample("a", 1, 3), sample("a", 4, 4), sample("a", 5, 90)]
            try place.offerAll(envelopes)
            try expectEqual(place.other.envelopes(of: "a", after: 0, limit: 10), envelopes)
            try expectEqual(place.other.envelopes(of: "a", after: 3, limit: 1), [envelopes[1]])
            try expectEqual(place.other.envelopes(of: "a", after: 90, limit: 10), [])
            try expectEqual(place.other.envelopes(of: "b", after: 0, limit: 10), [])
            try expectEqual(place.other.devices(), ["a"])
        },
        .init("batches keep any bytes: none, newlines, zeros, long lines") { place in
            let all: [[UInt8]] = [
                [], [10], [10, 10, 0, 13, 10], Array(0...255), [UInt8](repeating: 65, count: 300_000),
                Array("ünïcode\n{}".utf8),
            ]
            let envelopes = all.enumerated().map { BatchEnvelope(device: "a", first: $0 + 1, last: $0 + 1, bytes: $1) }
            try place.offerAll(envelopes)
            try expectEqual(place.other.envelopes(of: "a", after: 0, limit: 10), envelopes)
        },
        .init("a repeated batch counts once, and a different batch at its place is refused") { place in
            try place.offerAll([sample("a", 1, 3), sample("a", 1, 3)])
            try expectFailure(.syncStreamTaken) {
                try place.one.offer(BatchEnvelope(device: "a", first: 1, last: 3, bytes: [1]))
            }
            try expectFailure(.syncStreamTaken) { try place.other.offer(sample("a", 1, 2)) }
            try expectFailure(.syncStreamTaken) { try place.other.offer(sample("a", 3, 5)) }
            try expectEqual(place.one.envelopes(of: "a", after: 0, limit: 10), [sample("a", 1, 3)])
        },
        .init("a gap hides no later batches, and a missing batch fills it") { place in
            try place.offerAll([sample("a", 1, 1), sample("a", 5, 6)])
            try expectEqual(place.other.envelopes(of: "a", after: 1, limit: 10), [sample("a", 5, 6)])
            try place.one.offer(sample("a", 2, 4))
            try expectEqual(place.other.envelopes(of: "a", after: 1, limit: 10).map(\.first), [2, 5])
        },
        .init("a stream reports its length and its last batch") { place in
            try place.one.join("mina")
            try expect(try place.one.latest(of: "a") == nil, "a mark of an empty stream")
            try place.offerAll([sample("a", 1, 3), sample("a", 4, 8)])
            try expectEqual(place.other.latest(of: "a"), sample("a", 4, 8).mark)
        },
        .init("streams of devices are separate") { place in
            try place.offerAll([sample("a", 1, 1), sample("b", 1, 2)])
            try expectEqual(place.other.devices(), ["a", "b"])
            try expectEqual(place.other.envelopes(of: "b", after: 0, limit: 10), [sample("b", 1, 2)])
        },
    ]

    private static let cards: [Promise] = [
        .init("the transport keeps the last card of each device") { place in
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
        .init("a read returns the snapshot with the most batches") { place in
            try place.one.join("mina")
            try expect(try place.one.snapshot() == nil, "a snapshot of nothing")
            let short = SnapshotEnvelope(through: ["a": 2], bytes: [1])
            let long = SnapshotEnvelope(through: ["a": 3, "b": 1], bytes: [10, 0, 2])
            try place.one.offer(short)
            try place.other.offer(long)
            try place.one.offer(short)
            try expectEqual(place.other.snapshot(), long)
        },
        .init("cleanup removes the batches of a snapshot, and nothing else") { place in
            try place.offerAll([sample("a", 1, 2), sample("a", 3, 4), sample("a", 5, 6), sample("b", 1, 1)])
            try place.one.collect("a", through: 6)
            try expectEqual(place.other.envelopes(of: "a", after: 0, limit: 9).count, 3)
            try place.one.offer(SnapshotEnvelope(through: ["a": 3, "b": 1], bytes: [7]))
            try place.one.collect("a", through: 6)
            try expectEqual(place.other.envelopes(of: "a", after: 0, limit: 9).map(\.first), [3, 5])
            try place.one.collect("b", through: 1)
            try expect(try place.one.latest(of: "b") != nil, "how far a stream went is forgotten")
        },
        .init("the transport reports its stored size") { place in
            try place.offerAll([
                BatchEnvelope(device: "a", first: 1, last: 1, bytes: [UInt8](repeating: 66, count: 5_000))
            ]
            )
            try place.one.offer(SnapshotEnvelope(through: ["a": 1], bytes: [UInt8](repeating: 67, count: 9_000)))
            let size = try place.other.size()
            try expect(size.envelopes >= 5_000 && size.envelopes < 9_000 && size.snapshot >= 9_000, "saw \(size)")
        },
    ]

    private static func sample(_ device: String, _ first: Int, _ last: Int) -> BatchEnvelope {
        BatchEnvelope(device: device, first: first, last: last, bytes: Array("\(device) \(first)\n\(last)".utf8))
    }
}

extension SyncTransportContract.Place {
    fileprivate func offerAll(_ envelopes: [BatchEnvelope]) throws {
        try one.join("mina")
        for envelope in envelopes { try one.offer(envelope) }
    }
}
