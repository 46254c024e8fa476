import Kernel

/// A grading that the club held, for one student.
public struct ClubGrading: Codable, Hashable, Sendable, Storable {
    /// What came of it.
    public enum Result: String, Codable, CaseIterable, Sendable {
        /// Passed: the next belt.
        case pass
        /// Passed so well that a belt is left out.
        case double
        /// Not yet.
        case fail
    }

    /// Its own name.
    public let id: Identifier<ClubGrading>
    /// Whose it is.
    public let club: Identifier<Club>
    /// Who was examined.
    public let student: Identifier<Student>
    /// When.
    public let day: Day
    /// The belt before, and the one that was graded for, in short.
    public let from, target: String
    /// The belt afterwards.
    public let reached: String
    /// What came of it.
    public let result: Result
    /// Who examined; may be empty.
    public let examiner: String
    /// A word for the student; may be empty.
    public let note: String

    static let byStudent = Index<ClubGrading, IndexKey>.ordered("student") { IndexKey($0.student, $0.day, $0.id) }
    static let byDay = Index<ClubGrading, IndexKey>.ordered("day") { IndexKey($0.club, $0.day, $0.id) }
    /// Where gradings are kept.
    public static let collection = RecordCollection<ClubGrading>("club.gradings", indexes: [byStudent, byDay])
}

/// Somebody who may be graded next.
public struct Candidate: Sendable {
    /// Who.
    public let student: Student
    /// Their belt, and the next one.
    public let belt, next: ClubBelt
    /// Whole months since they have the belt.
    public let months: Int
    /// Classes since then.
    public let classes: Int
    /// How much of what the belt learns is mastered, in percent; nil where the student does not share it.
    public let mastery: Int?
    /// What is needed.
    public let readiness: Readiness

    /// What is missing, in words; empty for who is ready.
    public var missing: [String] {
        var words: [String] = []
        let needed = belt.id.hasSuffix("d") ? max(readiness.months, readiness.degreeMonths) : readiness.months
        if months < needed { words.append("\(counted(needed - months, "month")) more") }
        if classes < readiness.classes { words.append("\(counted(readiness.classes - classes, "class")) more") }
        if let mastery, mastery < readiness.mastery { words.append("\(readiness.mastery) % mastered (now \(mastery) %)") }
        return words
    }

    /// Whether nothing is missing. What is not shared is not held against anybody: the instructor judges it.
    public var isReady: Bool { missing.isEmpty }
}
