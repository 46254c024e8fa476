import Kernel

extension ClubRoll {
    /// How many names one class takes at most.
    public static let mostPresent = 300
    /// What a class is called unless it has a name.
    public static let usualLesson = "class"

    /// Marks who is in a class: all who are named, or nobody.
    ///
    /// - Parameters:
    ///   - names: as people write them; who is named twice counts once.
    ///   - lesson: what the class is called; `usualLesson` when nil.
    ///   - day: today when nil; no day ahead.
    /// - Throws: `tooManyNames`, `futureDay`, `badClubName`, `studentNotFound`, `manyStudents`; then nobody was marked.
    public func mark(_ names: [String], lesson: String? = nil, on day: Day? = nil) throws -> MarkedClass {
        let (lesson, day) = (try ClubRoll.lesson(lesson), day ?? today)
        try expect(names, on: day)
        return try store.write(undo: { "Marked \(counted($0.marked.count, "student")) on \($0.day)" }) { unit in
            let found = try StudentNames(students(in: unit)).all(names)
            var (marked, before) = ([Student](), [Student]())
            for student in found.students {
                let mark = AttendanceMark(club: club.id, student: student.id, day: day, lesson: lesson)
                if try unit.record(mark.id) == nil {
                    try unit.put(mark)
                    marked.append(student)
                } else {
                    before.append(student)
                }
            }
            return MarkedClass(day: day, lesson: lesson, marked: marked, before: before, twice: found.twice)
        }
    }

    /// Takes marks back: all who are named, or nobody.
    ///
    /// - Throws: as `mark`, and `notMarked` for who was not.
    public func unmark(_ names: [String], lesson: String? = nil, on day: Day? = nil) throws -> MarkedClass {
        let (lesson, day) = (try ClubRoll.lesson(lesson), day ?? today)
        try expect(names, on: day)
        return try store.write(undo: { "Took back \(counted($0.marked.count, "mark")) of \($0.day)" }) { unit in
            let found = try StudentNames(students(in: unit, left: true)).all(names)
            for student in found.students {
                guard try unit.delete(AttendanceMark.id(club.id, student.id, day, lesson)) else {
                    throw Failure(
                        .notMarked, "\(student.name) was not marked in \(lesson) on \(day). Nothing was changed.",
                        advice: "`club attendance list` shows the classes.", kind: .usage)
                }
            }
            return MarkedClass(day: day, lesson: lesson, marked: found.students, before: [], twice: found.twice)
        }
    }

    /// Classes of a stretch of days, the latest first.
    public func classes(from first: Day, through last: Day) throws -> [HeldClass] {
        try store.read { unit in
            let marks = try unit.records(
                AttendanceMark.byDay.from(IndexKey(club.id, first), through: IndexKey(club.id, last)))
            let students = Dictionary(
                try students(in: unit, left: true).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            let classes = Dictionary(grouping: marks) { ClassKey(day: $0.day, lesson: Folding.compact($0.lesson)) }
            return classes.map { key, marks in
                HeldClass(
                    day: key.day, lesson: marks.map(\.lesson).min() ?? "",
                    students: marks.compactMap { students[$0.student] }.sorted { $0.name < $1.name })
            }.sorted { ($1.day, $0.lesson) < ($0.day, $1.lesson) }
        }
    }

    private struct ClassKey: Hashable {
        let day: Day
        let lesson: String
    }

    /// Who was in a class; of one that nobody was marked in, nobody.
    public func present(lesson: String? = nil, on day: Day? = nil) throws -> [Student] {
        let (lesson, day) = (try ClubRoll.lesson(lesson), day ?? today)
        return try classes(from: day, through: day).first { Folding.compact($0.lesson) == Folding.compact(lesson) }?.students
            ?? []
    }

    /// How often somebody came since a day, and when last; asked of the index alone.
    func visits(of student: Student, since day: Day, in unit: borrowing Transaction) throws -> (count: Int, last: Day?) {
        let count = try unit.count(
            AttendanceMark.byStudent.from(IndexKey(student.id, day), through: IndexKey(student.id, today)))
        return (count, try unit.first(AttendanceMark.byStudent.under(student.id).descending)?.day)
    }

    private func expect(_ names: [String], on day: Day) throws {
        guard names.count <= ClubRoll.mostPresent else {
            throw Failure(
                .tooManyNames,
                "\(names.count) names are too many for one class: it takes \(ClubRoll.mostPresent). Nobody was marked.",
                kind: .usage)
        }
        try expectPast(day, "The class")
    }

    private static func lesson(_ name: String?) throws -> String {
        try name.map { try ClubNames.kept($0, "The name of a class", FeePlan.longestName) } ?? usualLesson
    }
}
