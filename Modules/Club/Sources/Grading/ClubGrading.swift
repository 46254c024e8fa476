import Kernel

/// A grading that the club held for one student.
package struct ClubGrading: Codable, Hashable, Sendable, Storable {
    /// The outcome of a grading.
    package enum Result: String, Codable, CaseIterable, Sendable {
        case pass
        /// A pass that skips one belt.
        case double
        case fail
    }

    package let id: Identifier<ClubGrading>
    package let club: Identifier<ClubRecord>
    package let student: Identifier<Student>
    package let day: Day
    /// The short forms of the belt before and of the belt that was graded for.
    package let from, target: String
    /// The short form of the belt afterwards.
    package let reached: String
    package let result: Result
    /// The examiner, which may be empty.
    package let examiner: String
    /// A message for the student, which may be empty.
    package let note: String

    static let byStudent = Index<ClubGrading, IndexKey>.ordered("student") { IndexKey($0.student, $0.day, $0.id) }
    static let byDay = Index<ClubGrading, IndexKey>.ordered("day") { IndexKey($0.club, $0.day, $0.id) }
    package static let collection = RecordCollection<ClubGrading>("club.gradings", indexes: [byStudent, byDay])
}

/// A student who may be graded next.
package struct Candidate: Sendable {
    package let student: Student
    package let belt, next: ClubBelt
    /// The whole months in the current grade.
    package let months: Int
    /// The number of classes in the current grade.
    package let classes: Int
    /// The mastered share of the belt's material in percent, or nil if the student does not share
    /// it.
    package let mastery: Int?
    /// The club's requirements.
    package let readiness: Readiness

    /// The unmet requirements in words, empty if the student is ready.
    package var missing: [String] {
        var requirements: [String] = []
        let neededMonths = belt.id.hasSuffix("d") ? max(readiness.months, readiness.degreeMonths) : readiness.months
        if months < neededMonths { requirements.append("\(counted(neededMonths - months, "month")) more") }
        if classes < readiness.classes { requirements.append("\(counted(readiness.classes - classes, "class")) more") }
        if let mastery, mastery < readiness.mastery {
            requirements.append("\(readiness.mastery) % mastered (now \(mastery) %)")
        }
        return requirements
    }

    /// Whether every known requirement is met. The instructor judges values that the student does
    /// not share.
    package var isReady: Bool { missing.isEmpty }
}
