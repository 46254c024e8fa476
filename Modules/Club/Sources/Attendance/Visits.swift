import Kernel

/// Somebody on the roll, and how they come.
public struct Visitor: Sendable {
    /// Who.
    public let student: Student
    /// Classes since they have their belt.
    public let sinceBelt: Int
    /// When they were last there; nil for never.
    public let last: Day?
    /// Days since then, or since they came where they never were in a class.
    public let away: Int
}

extension ClubRoll {
    /// From so many days away on somebody is missed.
    public static let missedAfter = 14

    /// Everybody who trains, with how they come.
    public func visitors() throws -> [Visitor] {
        try store.read { unit in
            try students(in: unit).map { student in
                let (count, last) = try visits(of: student, since: student.since, in: unit)
                let away = today.days(since: last ?? student.joined)
                return Visitor(student: student, sinceBelt: count, last: last, away: max(0, away))
            }
        }
    }

    /// Who was away so long that somebody should ask, the longest first.
    public func missing(after days: Int = missedAfter) throws -> [Visitor] {
        ClubRoll.missing(try visitors(), after: days)
    }

    static func missing(_ visitors: [Visitor], after days: Int) -> [Visitor] {
        visitors.filter { $0.away >= days }.sorted { ($1.away, $0.student.name) < ($0.away, $1.student.name) }
    }
}
