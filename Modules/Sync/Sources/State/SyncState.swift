import Kernel

/// The sync state of a device in one record. It changes only in the transactions that it covers.
struct SyncState: Storable {
    static let collection = RecordCollection<SyncState>("sync.state")
    static let only = Identifier<SyncState>("state")
    static let place = RecordAddress(partition: .common, collection: collection.name, id: only.rawValue)

    private(set) var id = SyncState.only
    let account: String
    /// The device's ID in the account, which changes after a copy or restore.
    var device: String
    /// The earlier IDs of this device, or of the one it was copied from. The cursors for them still
    /// apply.
    var former: [String] = []
    /// The store's own device name when the feed was last read.
    var engine: String
    /// The store's device names before it was copied. Each has the time up to which this store
    /// wrote under it.
    var engines: [String: HybridTime] = [:]

    /// The feed position up to which changes are in batches.
    var position = FeedPosition()
    /// The greatest time in the feed up to the position.
    ///
    /// A device's own times increase, so all its later versions are in no batch yet.
    var reached = HybridTime.zero
    /// Set while the feed is read again from its start.
    var again: Again?
    /// Set while derived data is outdated after a merge.
    var unsettled: PendingDerivation?
    /// The number of merges since the feed was last put into batches.
    var merges = 0
    /// The number of the last record in this device's stream.
    var last = 0
    /// The last batch, kept until the next one is numbered.
    var outgoing: Outgoing?
    /// The cursors that numbered batches already contain.
    var told: [String: Int] = [:]

    /// The progress of merging, by stream.
    var cursor: [String: Progress] = [:]
    /// Whether all available data must be merged before anything is sent, as after a copy and in
    /// the first round.
    var takesInFirst = true
    /// The number of consecutive rounds that ended with a gap.
    var gaps = 0
    /// The checksums of the last cards. If the place contains none of them, another device uses
    /// this ID.
    ///
    /// There are more than two, because a delayed round may replace a newer card by an older one.
    var cards: [UInt32] = []
    /// The card that this device published last.
    var card: DeviceCard?
    /// The total running time of sync on this device in milliseconds. A clock jump counts as one
    /// month at most.
    var age: Int64 = 0
    /// The other devices' silence, measured while this device was active.
    var silent: [String: Silence] = [:]
    /// The removed devices, possibly including this one.
    var removed: Set<String> = []
    /// The time up to which every device has merged all changes, or nil while unknown.
    var seenByAll: HybridTime?
    /// The partitions that contain superseded or quarantined versions.
    var keeping: Set<String> = []
    /// The collections that are sent.
    var travelling: Set<String>

    /// The last batch of this device's stream.
    struct Outgoing: Codable, Hashable {
        let first: Int
        let checksum: UInt32
        /// The number of pieces of its encrypted bytes.
        let pieces: Int
        /// The name of the pieces, if they were too many for the numbering transaction.
        var apart: String?

        var name: String { apart ?? "outgoing" }
    }

    /// The time since another device last published a card.
    struct Silence: Codable, Hashable {
        /// The time on its last card, by its own clock.
        var since: Instant
        var milliseconds: Int64 = 0

        /// Whether the device has been silent for 180 days. Then no device waits for it any more.
        var isTooLong: Bool { milliseconds >= 180 * 86_400_000 }
    }

    /// The progress of merging one stream.
    struct Progress: Codable, Hashable {
        /// The number of the last merged record.
        var last = 0
        /// That device's cursors for this device's streams, under current and former IDs.
        var seenOfOurs: [String: Int] = [:]
    }

    /// A repeated reading of the feed from its start, to send collections that were switched on.
    struct Again: Codable, Hashable {
        let collections: Set<String>
        /// The time after which changes of other collections are sent too.
        let after: HybridTime
    }

    /// Returns the cursor for a stream, or the end of this device's own one.
    func known(of stream: String) -> Int { stream == device ? last : cursor[stream]?.last ?? 0 }

    /// The cursors for the streams of other devices.
    var seen: [String: Int] { cursor.mapValues(\.last) }

    /// The cursors for all streams, including this device's own.
    var through: [String: Int] { seen.merging([device: last]) { $1 }.filter { $0.value > 0 } }

    /// Returns the cursors for this device's own streams.
    func ofOurs(_ seen: [String: Int]) -> [String: Int] { seen.filter { $0.key == device || former.contains($0.key) } }

    /// Returns whether a version was written in this store, before or after it was copied.
    func isOurs(_ stamp: Stamp, of engine: String) -> Bool {
        stamp.device == engine || engines[stamp.device].map { stamp.time <= $0 } ?? false
    }
}

/// A position in the feed, after a transaction or after an address within a long one.
struct FeedPosition: Codable, Hashable {
    var sequence = 0
    var address: RecordAddress?

    /// Returns whether a change follows this position.
    func isBefore(_ change: Change) -> Bool {
        if change.sequence != sequence { return change.sequence > sequence }
        return address.map { $0.isBefore(change.address) } ?? false
    }
}

extension RecordAddress {
    /// Returns whether one address precedes the other, in an order that never changes.
    func isBefore(_ other: RecordAddress) -> Bool {
        (partition.rawValue, collection, id) < (other.partition.rawValue, other.collection, other.id)
    }
}
