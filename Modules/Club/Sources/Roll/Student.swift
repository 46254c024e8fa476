import Kernel

/// Somebody who trains in a club, as its roll has them; no account is needed to stand in it.
public struct Student: Codable, Hashable, Sendable, Storable {
    /// How long a name, an alias or the words about a guardian may be.
    public static let longestName = 60

    /// Their name in the roll, which never changes.
    public let id: Identifier<Student>
    /// Whose it is.
    public let club: Identifier<Club>
    /// What they are called.
    public internal(set) var name: String
    /// The short form of their belt.
    public internal(set) var belt: String
    /// Since when they wear it.
    public internal(set) var since: Day
    /// When they came.
    public let joined: Day
    /// When they left; nil while they train.
    public internal(set) var left: Day?
    /// Who answers for a child, and how to reach them; empty for whoever answers for themselves.
    public internal(set) var guardian = ""
    /// What the leaderboard calls them; empty for who is not to stand there.
    public internal(set) var alias = ""
    /// What they pay, from when; a new plan ends the one before.
    public internal(set) var fees: [FeeSpan] = []
    /// Who they were said to be in the club's group; nil where that goes by the name.
    public internal(set) var member: String?

    init(id: Identifier<Student>, club: Identifier<Club>, name: String, belt: String, since: Day, joined: Day) {
        (self.id, self.club, self.name, self.belt, self.since, self.joined) = (id, club, name, belt, since, joined)
    }

    /// The plan that they have now; nil without one.
    public var plan: FeeSpan? { fees.last { $0.until == nil } }

    static let byName = Index<Student, IndexKey>.ordered("name") { IndexKey($0.club, Folding.folded($0.name), $0.id) }
    /// Where the roll is kept.
    public static let collection = RecordCollection<Student>("club.students", indexes: [byName])
}

/// What is said of a student: what is nil stays as it is, or is as usual for a new one.
public struct StudentDraft: Sendable {
    /// What they are called.
    public var name: String?
    /// Their belt, as a person names it.
    public var belt: String?
    /// Since when they wear it.
    public var since: Day?
    /// Who answers for them.
    public var guardian: String?
    /// What the leaderboard calls them.
    public var alias: String?
    /// The name of their plan; empty for none from now on.
    public var plan: String?
    /// From when the plan counts.
    public var planFrom: Day?
    /// Who they are in the club's group; empty for whoever has their name there.
    public var member: String?

    /// What was said.
    public init(
        name: String? = nil, belt: String? = nil, since: Day? = nil, guardian: String? = nil, alias: String? = nil,
        plan: String? = nil, planFrom: Day? = nil, member: String? = nil
    ) {
        (self.name, self.belt, self.since, self.guardian) = (name, belt, since, guardian)
        (self.alias, self.plan, self.planFrom, self.member) = (alias, plan, planFrom, member)
    }

    /// Whether nothing was said.
    public var isEmpty: Bool {
        name == nil && belt == nil && since == nil && guardian == nil && alias == nil && plan == nil && planFrom == nil
            && member == nil
    }
}
