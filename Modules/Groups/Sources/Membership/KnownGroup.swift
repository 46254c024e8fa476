import Kernel

/// A group that the person is in, as this device knows it: by its id, with the place where it was last.
public struct KnownGroup: Storable, Hashable {
    /// The group's id.
    public let id: Identifier<KnownGroup>
    /// What it is called.
    public var name: String
    /// The feature's: several features of an app may have groups.
    public let purpose: String
    /// Where it is.
    public var place: GroupPlace
    /// Who the person is there.
    public let me: Identifier<Member>
    /// When the device came to know it.
    public let since: Instant
    /// Until when nobody asks a place that was silent.
    var silentUntil: Instant?

    /// The group's id, as the group has it.
    public var group: Identifier<Group> { place.id }

    static let byTime = Index<KnownGroup, IndexKey>.ordered("time") { IndexKey($0.since, $0.id.rawValue) }
    /// In the app's own store.
    public static let collection = RecordCollection<KnownGroup>("groups.known", indexes: [byTime])

    init(_ group: Group, at place: GroupPlace, me: Identifier<Member>, since: Instant) {
        (id, name, purpose) = (Identifier(group.id.rawValue), group.name, group.purpose)
        (self.place, self.me, self.since) = (place, me, since)
    }
}

/// What was read of a group's papers on this device.
struct ReadPapers: Storable {
    let id: Identifier<ReadPapers>
    var papers: Set<Identifier<Paper>>

    static let collection = RecordCollection<ReadPapers>("groups.read")
}

/// What the last look was at, so that it is kept anew only where something has changed, without reading the copy.
struct SeenGroup: Storable {
    let id: Identifier<SeenGroup>
    let takenAt: Instant
    let print: String

    static let collection = RecordCollection<SeenGroup>("groups.seen")
}

/// The last look at a group, kept for when it is away.
struct GroupCopy: Storable {
    let id: Identifier<GroupCopy>
    let takenAt: Instant
    let view: GroupView

    static let collection = RecordCollection<GroupCopy>("groups.copy")
}
