import Kernel

/// Somebody in a group. The identifier follows from their secret and the group, so that nobody can tell who is in two.
public struct Member: Storable, Hashable {
    /// An anonymous name: 26 characters.
    public let id: Identifier<Member>
    /// What they want to be called there, 1–60 characters.
    public var name: String
    /// One of the roles that the statutes name.
    public var role: String
    /// Since when.
    public let joined: Day
    /// The moment of that, by the clock of who came or of the server; nil where nobody noted it.
    public let cameAt: Instant?
    /// Since when no more; nil while they are. Who left has no name any more.
    public var left: Day?
    /// Who takes part for them, where they have no secret of their own: a child of a club.
    public let keptBy: Identifier<Member>?

    /// Whether they are in the group now.
    public var isHere: Bool { left == nil }

    static let byJoining = Index<Member, IndexKey>.ordered("joined") { IndexKey($0.joined, $0.id.rawValue) }

    /// In the order in which they came.
    static func came(_ one: Member, before other: Member) -> Bool {
        (one.joined, one.cameAt ?? .earliest, one.id) < (other.joined, other.cameAt ?? .earliest, other.id)
    }

    /// In the group's place.
    public static let collection = RecordCollection<Member>("groups.member", indexes: [byJoining])

    /// A member as a place tells of them.
    public init(
        id: Identifier<Member>, name: String, role: String, joined: Day, cameAt: Instant? = nil, left: Day? = nil,
        keptBy: Identifier<Member>? = nil
    ) {
        (self.id, self.name, self.role, self.joined, self.left, self.keptBy) = (id, name, role, joined, left, keptBy)
        self.cameAt = cameAt
    }
}
