import Kernel

/// All that Sync remembers on a device, in one record: it changes in the transactions that it speaks of, and in no other.
struct SyncState: Storable {
    static let collection = RecordCollection<SyncState>("sync.state")
    static let only = Identifier<SyncState>("state")
    static let place = RecordAddress(partition: .common, collection: collection.name, id: only.rawValue)

    private(set) var id = SyncState.only
    let account: String
    /// The name of this device in the account; another one after it was copied or restored.
    var device: String
    /// Names under which this device, or the one that it was copied from, has sent before. Who has seen how much of them still says what he knew.
    var former: [String] = []
    /// How the store called this device when the feed was last read.
    var engine: String
    /// How the store was called before it was copied, and up to which time what bears that name was written in it.
    var engines: [String: HybridTime] = [:]

    /// How far the feed is in batches.
    var position = FeedPosition()
    /// The greatest time of what stands in the feed up to there. A device's own times grow, so what it wrote with a later one is in no batch yet.
    var reached = HybridTime.zero
    /// Set while the feed is read once more from its beginning.
    var again: Again?
    /// Set while something was taken in and what follows from it is not made right yet.
    var unsettled: Unsettled?
    /// How many transactions since have taken in records of others.
    var merges = 0
    /// The number of the last record that was given one.
    var last = 0
    /// The last batch, as it is kept until the next one is numbered.
    var outgoing: Outgoing?
    /// What is known of other streams in batches that were numbered.
    var told: [String: Int] = [:]

    /// How far other streams are taken in.
    var cursor: [String: Progress] = [:]
    /// Whether all that there is must be taken in before anything leaves: behind a copy, and at the beginning.
    var takesInFirst = true
    /// How many rounds in a row have ended before a gap.
    var gaps = 0
    /// Checksums of the last cards: one of them lies in the place, unless somebody else has this device's name. More than two, as a round that was held
    /// up may leave an older one over a newer.
    var cards: [UInt32] = []
    /// The card as it was published last.
    var card: DeviceCard?
    /// How long this device has synced, in milliseconds; no leap of the clock counts for more than a month.
    var age: Int64 = 0
    /// For how long other devices have said nothing new, as far as this one has been there to hear it.
    var silent: [String: Silence] = [:]
    /// Devices that somebody has removed from the account; this one among them when it was.
    var removed: Set<String> = []
    /// Up to which time everybody has everything.
    var seenByAll: HybridTime?
    /// In which partitions something is kept for a person, or for a later time.
    var keeping: Set<String> = []
    /// The collections that left this device when it last looked.
    var travelling: Set<String>

    init(account: String, device: String, engine: String, travelling: Set<String>) {
        (self.account, self.device, self.engine, self.travelling) = (account, device, engine, travelling)
    }

    /// What stands in the place under this device's name.
    struct Outgoing: Codable, Hashable {
        let first: Int
        let checksum: UInt32
        /// In how many pieces its bytes are kept, as they leave.
        let pieces: Int
        /// Under which name, where they were too many to come with their numbers.
        var apart: String?

        var name: String { apart ?? "outgoing" }
    }

    struct Silence: Codable, Hashable {
        var since: Instant
        var milliseconds: Int64 = 0

        /// After 180 days nobody waits for a device any more.
        var isTooLong: Bool { milliseconds >= 180 * 86_400_000 }
    }

    struct Progress: Codable, Hashable {
        var last = 0
        /// How far that device had taken in this one's streams: that under its name, and those under former ones.
        var seenOfOurs: [String: Int] = [:]
    }

    struct Again: Codable, Hashable {
        /// Collections of which everything leaves.
        let collections: Set<String>
        /// What of the others leaves: what is later.
        let after: HybridTime
    }

    /// How far a stream is known here; one's own is.
    func known(of stream: String) -> Int { stream == device ? last : cursor[stream]?.last ?? 0 }

    var seen: [String: Int] { cursor.mapValues(\.last) }

    /// How far this device is in every stream, its own too.
    var through: [String: Int] { seen.merging([device: last]) { $1 }.filter { $0.value > 0 } }

    /// What somebody has seen of this device's own streams.
    func ofOurs(_ seen: [String: Int]) -> [String: Int] { seen.filter { $0.key == device || former.contains($0.key) } }

    /// Whether a version was written in this store, before it was copied or since.
    func isOurs(_ stamp: Stamp, of engine: String) -> Bool {
        stamp.device == engine || engines[stamp.device].map { stamp.time <= $0 } ?? false
    }
}

/// A place in the feed: behind a transaction, or within a long one behind an address.
struct FeedPosition: Codable, Hashable {
    var sequence = 0
    var address: RecordAddress?

    /// Whether a change stands behind it.
    func isBefore(_ change: Change) -> Bool {
        if change.sequence != sequence { return change.sequence > sequence }
        return address.map { $0.isBefore(change.address) } ?? false
    }
}

extension RecordAddress {
    /// An order that never changes.
    func isBefore(_ other: RecordAddress) -> Bool {
        (partition.rawValue, collection, id) < (other.partition.rawValue, other.collection, other.id)
    }
}
