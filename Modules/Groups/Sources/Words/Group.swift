import Kernel

/// A group of people who share a place with access rights, such as a team or a club.
package struct Group: Storable, Hashable {
    package let id: Identifier<Group>
    /// The name, 1–60 characters.
    package let name: String
    /// The feature, for example `coin.team`.
    package let purpose: String
    /// The time of founding by the founder's clock.
    package let foundedAt: Instant
    /// The policy version that every participating program must support.
    package let policy: Int

    /// Stored data keeps the names that its first version had.
    private enum CodingKeys: String, CodingKey {
        case id, name, purpose, foundedAt
        case policy = "statutes"
    }

    /// The collection of the only group of a store. There its name is that of the store, with the
    /// group's id in the record.
    package static let collection = RecordCollection<Group>("groups.group")

    package init(id: Identifier<Group>, name: String, purpose: String, foundedAt: Instant, policy: Int) {
        self.id = id
        self.name = name
        self.purpose = purpose
        self.foundedAt = foundedAt
        self.policy = policy
    }
}
