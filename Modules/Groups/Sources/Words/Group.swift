import Kernel

/// Some people who share a place with rights: a team, a club.
public struct Group: Storable, Hashable {
    /// What the group is known by, wherever its place is.
    public let id: Identifier<Group>
    /// What people call it, 1–60 characters.
    public let name: String
    /// Which feature's it is: `coin.team`.
    public let purpose: String
    /// When it was founded, by the founder's clock.
    public let foundedAt: Instant
    /// The version of the statutes that whoever takes part must know.
    public let statutes: Int

    /// One a store: there it has a name of its own for its place, and the group's id beside it.
    public static let collection = RecordCollection<Group>("groups.group")

    /// A group as it is founded, or as a database tells it.
    public init(id: Identifier<Group>, name: String, purpose: String, foundedAt: Instant, statutes: Int) {
        (self.id, self.name, self.purpose, self.foundedAt, self.statutes) = (id, name, purpose, foundedAt, statutes)
    }
}
