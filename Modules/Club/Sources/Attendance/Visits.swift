import Kernel

/// A student with a summary of their visits.
package struct Visitor: Sendable {
    package let student: Student
    /// The number of classes since the student got the belt.
    package let classesSinceBelt: Int
    /// The day of the last class, or nil without any.
    package let last: Day?
    /// The days since the last class, or since the student joined.
    package let daysAway: Int
}

extension ClubRoll {
    /// The days of absence after which a student counts as missing.
    package static let daysUntilMissing = 14

    /// Returns all active students with a summary of their visits.
    package func visitors() throws -> [Visitor] {
        try store.read { transaction in
            try students(in: transaction).map { student in
                let (count, last) = try visits(of: student, since: student.since, in: transaction)
                let daysAway = today.days(since: last ?? student.joined)
                return Visitor(student: student, classesSinceBelt: count, last: last, daysAway: max(0, daysAway))
            }
        }
    }

    /// Returns the students who have been away too long, longest absence first.
    package func missing(after days: Int = daysUntilMissing) throws -> [Visitor] {
        ClubRoll.missing(try visitors(), after: days)
    }

    /// Returns those of the students who have been away too long, longest absence first.
    static func missing(_ visitors: [Visitor], after days: Int) -> [Visitor] {
        visitors.filter { $0.daysAway >= days }.sorted {
            ($1.daysAway, $0.student.name) < ($0.daysAway, $1.student.name)
        }
    }
}
