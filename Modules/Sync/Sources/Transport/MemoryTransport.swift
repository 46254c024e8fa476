import Kernel
import Synchronization

/// A sync place in memory, for tests and for devices of one process. Threads may share it.
///
/// A place is the shared storage where devices exchange changes.
package final class MemoryTransport: AccountTransport {
    private struct Place {
        var account: String?
        /// The account that was erased here. No device can join it again.
        var ended: String?
        /// What each device published about its state, by device.
        var cards: [String: [UInt8]] = [:]
        /// The batches of changes of each device, in order.
        var streams: [String: [BatchEnvelope]] = [:]
        var snapshots: [SnapshotEnvelope] = []
    }

    private let place = Mutex(Place())

    package init() {}

    package func join(_ account: String) throws {
        try place.withLock { place in
            guard place.ended != account else { throw Failure.accountGone }
            guard place.account == nil || place.account == account else { throw Failure.otherAccount }
            place.account = account
        }
    }

    package func account() throws -> String? { place.withLock { $0.account } }

    package func erase() throws {
        place.withLock { place in
            let endedAccount = place.account ?? place.ended
            place = Place()
            place.ended = endedAccount
        }
    }

    package func devices() throws -> [String] { place.withLock { Set($0.cards.keys).union($0.streams.keys).sorted() } }

    package func card(of device: String) throws -> [UInt8]? { place.withLock { $0.cards[device] } }

    package func publish(_ card: [UInt8], of device: String) throws { place.withLock { $0.cards[device] = card } }

    package func offer(_ envelope: BatchEnvelope) throws {
        try place.withLock { place in
            if let other = place.streams[envelope.device]?.first(where: {
                $0.first <= envelope.last && envelope.first <= $0.last
            }) {
                guard other == envelope else { throw Failure.streamTaken(envelope) }
                return
            }
            place.streams[envelope.device, default: []].append(envelope)
            place.streams[envelope.device]?.sort { $0.first < $1.first }
        }
    }

    package func envelopes(of device: String, after last: Int, limit: Int) throws -> [BatchEnvelope] {
        place.withLock { Array($0.streams[device, default: []].lazy.filter { $0.first > last }.prefix(max(0, limit))) }
    }

    package func latest(of device: String) throws -> StreamMark? { place.withLock { $0.streams[device]?.last?.mark } }

    package func snapshot() throws -> SnapshotEnvelope? { place.withLock { $0.snapshots.last } }

    package func offer(_ snapshot: SnapshotEnvelope) throws {
        place.withLock { place in
            guard !place.snapshots.contains(where: { snapshot.isHeld(by: $0) }) else { return }
            place.snapshots.removeAll { $0.isHeld(by: snapshot) }
            place.snapshots.append(snapshot)
            place.snapshots.sort { $0.reach < $1.reach }
        }
    }

    package func collect(_ device: String, through last: Int) throws {
        place.withLock { place in
            let heldCount = min(last, place.snapshots.last?.through[device] ?? 0)
            let lastNumber = place.streams[device]?.last?.last
            place.streams[device]?.removeAll { $0.last <= heldCount && $0.last != lastNumber }
        }
    }

    package func size() throws -> (envelopes: Int, snapshot: Int) {
        place.withLock { place in
            (place.streams.values.joined().reduce(0) { $0 + $1.bytes.count }, place.snapshots.last?.bytes.count ?? 0)
        }
    }
}

extension SnapshotEnvelope {
    /// The total number of records that the snapshot covers.
    package var reach: Int { through.values.reduce(0) { $0.addingReportingOverflow($1).partialValue } }

    /// Returns whether the other snapshot covers at least as much of every stream.
    package func isHeld(by other: SnapshotEnvelope) -> Bool {
        through.allSatisfy { other.through[$0.key, default: 0] >= $0.value }
    }
}

extension Failure {
    package static var otherAccount: Failure {
        Failure(
            .syncOtherAccount, "Another account lies in this place.",
            advice: "Join that account with its key, or choose an empty folder for this one.")
    }

    package static func streamTaken(_ envelope: BatchEnvelope) -> Failure {
        Failure(
            .syncStreamTaken,
            "Somebody else has written changes \(envelope.first) to \(envelope.last) under the name of this device.",
            advice: "This happens when a device was copied or restored: it takes a new name at the next round.")
    }
}
