import Kernel

/// The attendance of a student in a class. Its ID follows from class, day and student, so marking
/// it twice or on two devices gives one record.
package struct AttendanceMark: Codable, Hashable, Sendable, Storable {
    package let club: Identifier<ClubRecord>
    package let student: Identifier<Student>
    package let day: Day
    package let lesson: String

    package var id: Identifier<AttendanceMark> { AttendanceMark.id(club, student, day, lesson) }

    /// Returns the ID of a mark, in which capitals and blanks of the class name make no difference.
    static func id(
        _ club: Identifier<ClubRecord>, _ student: Identifier<Student>, _ day: Day, _ lesson: String
    ) -> Identifier<AttendanceMark> {
        Identifier("\(club) \(day) \(student) \(Folding.compact(lesson))")
    }

    static let byDay = Index<AttendanceMark, IndexKey>.ordered("day") { IndexKey($0.club, $0.day) }
    static let byStudent = Index<AttendanceMark, IndexKey>.ordered("student") { IndexKey($0.student, $0.day) }
    package static let collection = RecordCollection<AttendanceMark>("club.attendance", indexes: [byDay, byStudent])
}

/// The result of marking or unmarking a class.
package struct MarkedClass: Sendable {
    package let day: Day
    package let lesson: String
    /// The students marked by this call.
    package let marked: [Student]
    /// The students marked before.
    package let alreadyMarked: [Student]
    /// The students named more than once.
    package let repeated: [Student]
}

/// A class that took place.
package struct HeldClass: Hashable, Sendable {
    package let day: Day
    package let lesson: String
    package let students: [Student]
}
