import Kernel

/// What somebody wrote and had to give way on this device: it waits here for 90 days, in the partition in which it was written.
public struct Recovered: Storable, Hashable {
    /// Why it gave way.
    public enum Cause: String, Codable, Sendable {
        /// Another device had written something else there, and the greater version stands.
        case edited
        /// Another device had deleted it.
        case deleted
        /// Another record, which was made first, has the same key.
        case sameKey
    }

    /// The same for the same version on every device.
    public let id: Identifier<Recovered>
    /// Why.
    public let cause: Cause
    /// When it was noticed, by this device's clock.
    public let at: Instant
    /// The device from whose stream the other version came.
    public let from: String
    /// How old this device was then: a leap of the clock throws nothing away.
    let since: Int64
    let lost: KeptVersion
    let won: KeptVersion

    /// Where it stood.
    public var address: RecordAddress { lost.address }
    /// When it was written, and by which device.
    public var stamp: Stamp { lost.stamp }

    /// How long it waits, in days.
    public static let days: Int64 = 90

    static let byTime = Index<Recovered, Int>.ordered("time") { Int($0.since) }
    /// Where they are kept.
    public static let collection = RecordCollection<Recovered>("sync.recovered", indexes: [byTime])
}

/// A recovered version with its texts, side by side.
public struct RecoveredTexts: Hashable, Sendable {
    /// What gave way.
    public let lost: StoredRecord
    /// What took its place; a tombstone where it was deleted.
    public let won: StoredRecord
}

/// A version from a clock that is more than a day ahead of ours. It is taken in when its time has come.
public struct Quarantined: Storable, Hashable {
    /// The same for the same version.
    public let id: Identifier<Quarantined>
    /// The device that it came from.
    public let from: String
    /// When it came, by this device's clock.
    public let at: Instant
    /// How far that device had taken in our stream then.
    let seenOfOurs: Int
    let version: KeptVersion

    /// Where it belongs.
    public var address: RecordAddress { version.address }
    /// When it says that it was written.
    public var stamp: Stamp { version.stamp }

    /// How far ahead a version may be, in milliseconds: a day.
    static let leeway: Int64 = 86_400_000

    static let byStamp = Index<Quarantined, Int>.ordered("stamp") { Int($0.version.stamp.time.milliseconds) }
    /// Where they are kept.
    public static let collection = RecordCollection<Quarantined>("sync.quarantine", indexes: [byStamp])
}

/// What is Sync's own, and leaves no device.
enum OwnCollections {
    /// What is told of files leaves, but nobody misses a version of it.
    static let files = "sync.files"
    static let names: Set<String> = UndoStep.passing.union([
        SyncState.collection.name, MergeMark.collection.name, KeptBytes.collection.name, KeptVersion.collection,
        SentBatches.collection.name, HeardCards.collection.name, "sync.strays",
        Recovered.collection.name, Quarantined.collection.name,
    ])
}
