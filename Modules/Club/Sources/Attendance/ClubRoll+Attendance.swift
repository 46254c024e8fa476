import Kernel

/// The attendance of classes.
extension ClubRoll {
    /// The largest number of names for one class.
    package static let maximumAttendees = 300
    /// The default name of a class.
    package static let defaultLesson = "class"

    /// Marks the students of a class, all or none.
    ///
    /// - Parameters:
    ///   - names: The names as typed. A repeated name counts once.
    ///   - lesson: The class, or nil for `defaultLesson`.
    ///   - day: The day, or nil for today. It must not be in the future.
    /// - Throws: `tooManyNames`, `futureDay`, `badClubName`, `studentNotFound`, `manyStudents`. In
    ///   that case no student is marked.
    package func mark(_ names: [String], lesson: String? = nil, on day: Day? = nil) throws -> MarkedClass {
        let lesson = try ClubRoll.lesson(lesson)
        let day = day ?? today
        try validate(names, on: day)
        return try store.write(undo: { "Marked \(counted($0.marked.count, "student")) on \($0.day)" }) { transaction in
            let resolved = try StudentNames(students(in: transaction)).matches(names)
            var marked = [Student]()
            var alreadyMarked = [Student]()
            for student in resolved.students {
                let mark = AttendanceMark(club: club.id, student: student.id, day: day, lesson: lesson)
                if try transaction.record(mark.id) == nil {
                    try transaction.put(mark)
                    marked.append(student)
                } else {
                    alreadyMarked.append(student)
                }
            }
            return MarkedClass(
                day: day, lesson: lesson, marked: marked, alreadyMarked: alreadyMarked, repeated: resolved.twice)
        }
    }

    /// Removes marks of the named students, all or none.
    ///
    /// - Throws: As `mark`, and `notMarked` for a student without a mark.
    package func unmark(_ names: [String], lesson: String? = nil, on day: Day? = nil) throws -> MarkedClass {
        let lesson = try ClubRoll.lesson(lesson)
        let day = day ?? today
        try validate(names, on: day)
        return try store.write(undo: { "Took back \(counted($0.marked.count, "mark")) of \($0.day)" }) { transaction in
            let resolved = try StudentNames(students(in: transaction, includingFormer: true)).matches(names)
            for student in resolved.students {
                guard try transaction.delete(AttendanceMark.id(club.id, student.id, day, lesson)) else {
                    throw Failure(
                        .notMarked, "\(student.name) was not marked in \(lesson) on \(day). Nothing was changed.",
                        advice: "`club attendance list` shows the classes.", kind: .usage)
                }
            }
            return MarkedClass(
                day: day, lesson: lesson, marked: resolved.students, alreadyMarked: [], repeated: resolved.twice)
        }
    }

    /// Returns the classes of a range of days, latest first.
    package func classes(from first: Day, through last: Day) throws -> [HeldClass] {
        try store.read { transaction in
            let marks = try transaction.records(
                AttendanceMark.byDay.from(IndexKey(club.id, first), through: IndexKey(club.id, last)))
            let students = Dictionary(
                try students(in: transaction, includingFormer: true).map { ($0.id, $0) },
                uniquingKeysWith: { first, _ in first })
            let classes = Dictionary(grouping: marks) { ClassKey(day: $0.day, lesson: Folding.compact($0.lesson)) }
            return classes.map { key, marks in
                HeldClass(
                    day: key.day, lesson: marks.map(\.lesson).min() ?? "",
                    students: marks.compactMap { students[$0.student] }.sorted { $0.name < $1.name })
            }.sorted { ($1.day, $0.lesson) < ($0.day, $1.lesson) }
        }
    }

    /// The day and the folded name by which marks belong to one class.
    private struct ClassKey: Hashable {
        let day: Day
        let lesson: String
    }

    /// Returns the participants of a class, or none if no student was marked.
    package func participants(lesson: String? = nil, on day: Day? = nil) throws -> [Student] {
        let lesson = try ClubRoll.lesson(lesson)
        let day = day ?? today
        return try classes(from: day, through: day).first { Folding.compact($0.lesson) == Folding.compact(lesson) }?
            .students
            ?? []
    }

    /// Returns the number of visits since a day and the last one, from the index alone.
    func visits(of student: Student, since day: Day, in transaction: borrowing Transaction) throws -> (
        count: Int, last: Day?
    ) {
        let count = try transaction.count(
            AttendanceMark.byStudent.from(IndexKey(student.id, day), through: IndexKey(student.id, today)))
        return (count, try transaction.first(AttendanceMark.byStudent.under(student.id).descending)?.day)
    }

    /// Checks the number of names and the day of a class.
    private func validate(_ names: [String], on day: Day) throws {
        guard names.count <= ClubRoll.maximumAttendees else {
            throw Failure(
                .tooManyNames,
                "\(names.count) names are too many for one class: it takes \(ClubRoll.maximumAttendees). Nobody was marked.",
                kind: .usage)
        }
        try expectPast(day, "The class")
    }

    /// Returns the validated name of a class, or the default name.
    private static func lesson(_ name: String?) throws -> String {
        try name.map { try ClubNames.validated($0, "The name of a class", FeePlan.longestName) } ?? defaultLesson
    }
}
