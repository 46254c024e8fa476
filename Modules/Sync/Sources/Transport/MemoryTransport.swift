import Kernel
import Synchronization

/// A place in memory: for tests, and for devices of one process. Threads may share it.
public final class MemoryTransport: AccountTransport {
    private struct Place {
        var account: String?
        var ended: String?
        var cards: [String: [UInt8]] = [:]
        var streams: [String: [Parcel]] = [:]
        var snapshots: [SnapshotParcel] = []
    }

    private let place = Mutex(Place())

    /// A place of no account.
    public init() {}

    /// Opens it for an account.
    public func join(_ account: String) throws {
        try place.withLock { place in
            guard place.ended != account else { throw Failure.accountGone }
            guard place.account == nil || place.account == account else { throw Failure.otherAccount }
            place.account = account
        }
    }

    /// Whose it is.
    public func account() throws -> String? { place.withLock { $0.account } }

    /// Forgets everything but that there was an account.
    public func erase() throws {
        place.withLock { place in
            let ended = place.account ?? place.ended
            place = Place()
            place.ended = ended
        }
    }

    /// Whoever has a card or a stream.
    public func devices() throws -> [String] {
        place.withLock { Set($0.cards.keys).union($0.streams.keys).sorted() }
    }

    /// What a device said last.
    public func card(of device: String) throws -> [UInt8]? { place.withLock { $0.cards[device] } }

    /// Puts a card in the place of the last.
    public func publish(_ card: [UInt8], of device: String) throws { place.withLock { $0.cards[device] = card } }

    /// Adds to a stream.
    public func offer(_ parcel: Parcel) throws {
        try place.withLock { place in
            if let other = place.streams[parcel.device]?.first(where: { $0.first <= parcel.last && parcel.first <= $0.last }) {
                guard other == parcel else { throw Failure.streamTaken(parcel) }
                return
            }
            place.streams[parcel.device, default: []].append(parcel)
            place.streams[parcel.device]?.sort { $0.first < $1.first }
        }
    }

    /// The next ones.
    public func parcels(of device: String, after last: Int, limit: Int) throws -> [Parcel] {
        place.withLock { Array($0.streams[device, default: []].lazy.filter { $0.first > last }.prefix(max(0, limit))) }
    }

    /// How far a stream goes.
    public func latest(of device: String) throws -> StreamMark? { place.withLock { $0.streams[device]?.last?.mark } }

    /// The one that goes furthest.
    public func snapshot() throws -> SnapshotParcel? { place.withLock { $0.snapshots.last } }

    /// Keeps a snapshot, unless there is one that goes further.
    public func offer(_ snapshot: SnapshotParcel) throws {
        place.withLock { place in
            guard !place.snapshots.contains(where: { snapshot.isHeld(by: $0) }) else { return }
            place.snapshots.removeAll { $0.isHeld(by: snapshot) }
            place.snapshots.append(snapshot)
            place.snapshots.sort { $0.reach < $1.reach }
        }
    }

    /// Removes what a snapshot holds too.
    public func collect(_ device: String, through last: Int) throws {
        place.withLock { place in
            let held = min(last, place.snapshots.last?.through[device] ?? 0)
            let end = place.streams[device]?.last?.last
            place.streams[device]?.removeAll { $0.last <= held && $0.last != end }
        }
    }

    /// What lies here.
    public func size() throws -> (parcels: Int, snapshot: Int) {
        place.withLock { place in
            (place.streams.values.joined().reduce(0) { $0 + $1.bytes.count }, place.snapshots.last?.bytes.count ?? 0)
        }
    }
}

extension SnapshotParcel {
    /// How much of all streams it holds.
    package var reach: Int { through.values.reduce(0) { $0.addingReportingOverflow($1).partialValue } }

    /// Whether another one goes at least as far in every stream.
    package func isHeld(by other: SnapshotParcel) -> Bool { through.allSatisfy { other.through[$0.key, default: 0] >= $0.value } }
}

extension Failure {
    package static var otherAccount: Failure {
        Failure(
            .syncOtherAccount, "Another account lies in this place.",
            advice: "Join that account with its key, or choose an empty folder for this one.")
    }

    package static func streamTaken(_ parcel: Parcel) -> Failure {
        Failure(
            .syncStreamTaken,
            "Somebody else has written changes \(parcel.first) to \(parcel.last) under the name of this device.",
            advice: "This happens when a device was copied or restored: it takes a new name at the next round.")
    }
}
