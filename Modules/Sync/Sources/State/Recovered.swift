import Kernel

/// A version of a record that another version has superseded. This device keeps it for 90 days in
/// the record's partition.
package struct Recovered: Storable, Hashable {
    /// The reason why the version lost.
    package enum Cause: String, Codable, Sendable {
        /// Another device wrote a version that wins.
        case edited
        case deleted
        /// Another, older record has the same unique key.
        case sameKey
    }

    package let id: Identifier<Recovered>
    package let cause: Cause
    /// The time when the conflict was found, by this device's clock.
    package let at: Instant
    /// The ID of the device that sent the other version.
    package let from: String
    /// This device's `SyncState.age` at that time, so that a clock jump deletes nothing.
    let since: Int64
    /// The superseded version.
    let lost: StoredVersion
    let won: StoredVersion

    package var address: RecordAddress { lost.address }
    /// The time and device of the superseded version.
    package var stamp: Stamp { lost.stamp }

    /// The number of days for which a superseded version is kept.
    package static let days: Int64 = 90

    static let byTime = Index<Recovered, Int>.ordered("time") { Int($0.since) }
    package static let collection = RecordCollection<Recovered>("sync.recovered", indexes: [byTime])
}

/// A superseded version and its winner with their texts.
package struct RecoveredTexts: Hashable, Sendable {
    package let lost: StoredRecord
    /// The winning version, which is a tombstone after a deletion.
    package let won: StoredRecord
}

/// A version with a time more than one day in the future. It is merged once its time has passed.
package struct Quarantined: Storable, Hashable {
    package let id: Identifier<Quarantined>
    /// The ID of the device that sent it.
    package let from: String
    /// The time of arrival by this device's clock.
    package let at: Instant
    /// The number of the last record in each of this device's streams that the sender had merged
    /// then.
    let seenOfOurs: [String: Int]
    let version: StoredVersion

    package var address: RecordAddress { version.address }
    package var stamp: Stamp { version.stamp }

    /// The permitted clock difference in milliseconds: one day.
    static let leeway: Int64 = 86_400_000

    static let byStamp = Index<Quarantined, Int>.ordered("stamp") { Int($0.version.stamp.time.milliseconds) }
    package static let collection = RecordCollection<Quarantined>("sync.quarantine", indexes: [byStamp])
}
