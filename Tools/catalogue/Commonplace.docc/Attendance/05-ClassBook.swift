import Kernel

/// The attendance record of all classes, with its rules.
package struct ClassBook: Sendable {
    private let store: any Store
    private let ids: IDSource
    private let time: TimeSource
    private static let name = InputTextRule(upTo: 60, .joined)

    /// Creates a class book over a store.
    package init(store: any Store, ids: IDSource, time: TimeSource) {
        self.store = store
        self.ids = ids
        self.time = time
    }

    /// Records visits of students on a day.
    ///
    /// One transaction records all visits. If one name is invalid, it records none. An existing
    /// visit keeps its spelling.
    ///
    /// - Returns: The visits of these students, in the order of the names.
    /// - Throws: `attendanceInFuture`, or the failure of an invalid name.
    package func mark(_ names: [String], on day: Day) throws -> [Visit] {
        guard day <= time.today() else {
            throw Failure(
                .attendanceInFuture, "Nobody has come on \(day) yet.", advice: "Give a day that has been.",
                kind: .badData)
        }
        let students = try names.map { try ClassBook.name.validated($0, "A name") }
        return try store.write(undo: "Marked \(counted(students.count, "student"))") { transaction in
            try students.map { student in
                let existing = try transaction.first(Visit.byDay.at(Visit.key(day, student)))
                if let existing { return existing }
                let visit = Visit(id: ids.next(), student: student, day: day)
                try transaction.put(visit)
                return visit
            }
        }
    }

    /// Returns the visits of a day, ordered by name.
    package func visits(on day: Day) throws -> [Visit] { try store.read { try $0.records(Visit.byDay.under(day)) } }

    /// Returns the day of the latest class up to today, or nil if there is none.
    package func latest() throws -> Day? {
        try store.read { try $0.first(Visit.byDay.before(IndexKey(time.today().adding(days: 1))).descending)?.day }
    }
}
