import Kernel

/// A student of a club, as stored in its roll. A student needs no account.
package struct Student: Codable, Hashable, Sendable, Storable {
    /// The maximum length of a name, an alias or a guardian text.
    package static let longestName = 60

    /// An identifier in the roll that never changes.
    package let id: Identifier<Student>
    package let club: Identifier<ClubRecord>
    package internal(set) var name: String
    /// The short form of the belt.
    package internal(set) var belt: String
    /// The day on which the student got the belt.
    package internal(set) var since: Day
    package let joined: Day
    /// The day on which the student left, or nil for an active student.
    package internal(set) var left: Day?
    /// The guardian of a child and their contact, or empty for an adult.
    package internal(set) var guardian = ""
    /// The name on the leaderboard, or empty for a student who is not listed.
    package internal(set) var alias = ""
    /// The plans with their start days. A new plan ends the previous one.
    package internal(set) var fees: [FeeSpan] = []
    /// The group member linked to this student, or nil if the name decides.
    package internal(set) var member: String?

    /// The current plan, or nil if there is none.
    package var plan: FeeSpan? { fees.last { $0.until == nil } }

    static let byName = Index<Student, IndexKey>.ordered("name") { IndexKey($0.club, Folding.folded($0.name), $0.id) }
    package static let collection = RecordCollection<Student>("club.students", indexes: [byName])
}

/// The values of a new or changed student. A nil value keeps the present one, or the default for a
/// new student.
package struct StudentDraft: Sendable {
    package var name: String?
    /// The belt as typed.
    package var belt: String?
    /// The day on which the student got the belt.
    package var since: Day?
    package var guardian: String?
    package var alias: String?
    /// The name of the new plan, or empty for none.
    package var plan: String?
    /// The first day of the new plan, or nil for today.
    package var planFrom: Day?
    /// The linked group member, or empty if the name decides.
    package var member: String?

    package init(
        name: String? = nil, belt: String? = nil, since: Day? = nil, guardian: String? = nil, alias: String? = nil,
        plan: String? = nil, planFrom: Day? = nil, member: String? = nil
    ) {
        self.name = name
        self.belt = belt
        self.since = since
        self.guardian = guardian
        self.alias = alias
        self.plan = plan
        self.planFrom = planFrom
        self.member = member
    }

    package var isEmpty: Bool {
        name == nil && belt == nil && since == nil && guardian == nil && alias == nil && plan == nil && member == nil
    }
}
