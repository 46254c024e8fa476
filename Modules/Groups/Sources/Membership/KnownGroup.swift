import Kernel

/// A group of the person as this device knows it, by its id and last location.
package struct KnownGroup: Storable, Hashable {
    package let id: Identifier<KnownGroup>
    package var name: String
    /// The feature's purpose, because several features of an app may have groups.
    package let purpose: String
    /// The last known location.
    package var place: GroupPlace
    /// The person's member id in the group.
    package let me: Identifier<Member>
    /// The time at which this device founded or joined the group.
    package let since: Instant
    /// The time until which a silent group is skipped, or nil.
    var silentUntil: Instant?

    package var group: Identifier<Group> { place.id }

    static let byTime = Index<KnownGroup, IndexKey>.ordered("time") { IndexKey($0.since, $0.id.rawValue) }
    package static let collection = RecordCollection<KnownGroup>("groups.known", indexes: [byTime])

    init(_ group: Group, at place: GroupPlace, me: Identifier<Member>, since: Instant) {
        id = Identifier(group.id.rawValue)
        name = group.name
        purpose = group.purpose
        self.place = place
        self.me = me
        self.since = since
    }
}

/// The posts of a group that were read on this device.
struct ReadPosts: Storable {
    let id: Identifier<ReadPosts>
    var posts: Set<Identifier<Post>>

    /// Stored data keeps the names that its first version had.
    private enum CodingKeys: String, CodingKey {
        case id
        case posts = "papers"
    }

    static let collection = RecordCollection<ReadPosts>("groups.read")
}

/// The fingerprint of a group's last saved view. A view with another fingerprint must be saved.
struct SnapshotFingerprint: Storable {
    let id: Identifier<SnapshotFingerprint>
    let takenAt: Instant
    let fingerprint: String

    /// Stored data keeps the names that its first version had.
    private enum CodingKeys: String, CodingKey {
        case id, takenAt
        case fingerprint = "print"
    }

    static let collection = RecordCollection<SnapshotFingerprint>("groups.seen")
}

/// The last view of a group, saved for times when it is away.
struct GroupCopy: Storable {
    let id: Identifier<GroupCopy>
    let takenAt: Instant
    let view: GroupView

    static let collection = RecordCollection<GroupCopy>("groups.copy")
}
