import Kernel

/// Somebody was in a class. Its name follows from class, day and student, so that whoever marks it twice, or on two devices, marks it once.
public struct AttendanceMark: Codable, Hashable, Sendable, Storable {
    /// Whose class it was.
    public let club: Identifier<Club>
    /// Who was there.
    public let student: Identifier<Student>
    /// When.
    public let day: Day
    /// Which class, as it was written.
    public let lesson: String

    /// Follows from what it says.
    public var id: Identifier<AttendanceMark> {
        AttendanceMark.id(club, student, day, lesson)
    }

    static func id(
        _ club: Identifier<Club>, _ student: Identifier<Student>, _ day: Day, _ lesson: String
    ) -> Identifier<AttendanceMark> {
        Identifier("\(club) \(day) \(student) \(Folding.compact(lesson))")
    }

    static let byDay = Index<AttendanceMark, IndexKey>.ordered("day") { IndexKey($0.club, $0.day) }
    static let byStudent = Index<AttendanceMark, IndexKey>.ordered("student") { IndexKey($0.student, $0.day) }
    /// Where attendance is kept.
    public static let collection = RecordCollection<AttendanceMark>("club.attendance", indexes: [byDay, byStudent])
}

/// What came of marking a class.
public struct MarkedClass: Sendable {
    /// The day and the class.
    public let day: Day
    /// What the class is called.
    public let lesson: String
    /// Who was marked now.
    public let marked: [Student]
    /// Who had been marked before.
    public let before: [Student]
    /// Who was named more than once.
    public let twice: [Student]
}

/// A class that was held.
public struct HeldClass: Hashable, Sendable {
    /// When it was held.
    public let day: Day
    /// What it is called.
    public let lesson: String
    /// Who was there, by name.
    public let students: [Student]
}
