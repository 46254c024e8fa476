import Kernel

/// A member of a group, with an id computed from the person's secret and the group.
///
/// Therefore no reader can link the memberships of one person in two groups.
package struct Member: Storable, Hashable {
    /// An anonymous name of 26 characters.
    package let id: Identifier<Member>
    /// The chosen name, 1–60 characters.
    package var name: String
    package var role: String
    package let joined: Day
    /// The time of joining by the clock of the device or server, or nil if it was not recorded.
    package let cameAt: Instant?
    /// The day of leaving, or nil for a present member. Former members have no name.
    package var left: Day?
    /// The guardian who acts for a member without a device, such as a child of a club.
    package let keptBy: Identifier<Member>?

    package var isPresent: Bool { left == nil }

    static let byJoining = Index<Member, IndexKey>.ordered("joined") { IndexKey($0.joined, $0.id.rawValue) }

    /// Whether one member joined before another.
    static func didJoin(_ one: Member, before other: Member) -> Bool {
        (one.joined, one.cameAt ?? .earliest, one.id) < (other.joined, other.cameAt ?? .earliest, other.id)
    }

    package static let collection = RecordCollection<Member>("groups.member", indexes: [byJoining])

    package init(
        id: Identifier<Member>, name: String, role: String, joined: Day, cameAt: Instant? = nil, left: Day? = nil,
        keptBy: Identifier<Member>? = nil
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.joined = joined
        self.left = left
        self.keptBy = keptBy
        self.cameAt = cameAt
    }
}
