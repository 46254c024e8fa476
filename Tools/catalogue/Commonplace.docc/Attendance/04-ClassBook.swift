import Kernel

/// Who came to which class, and the rules of that.
public struct ClassBook: Sendable {
    private let store: any Store
    private let ids: IDSource
    private let time: TimeSource
    private static let name = TypedText(upTo: 60, .joined)

    /// The book that a store keeps.
    public init(store: any Store, ids: IDSource, time: TimeSource) { (self.store, self.ids, self.time) = (store, ids, time) }

    /// Notes who came, all of them or nobody; who stands there already stays as written.
    ///
    /// - Throws: `attendanceInFuture`, and what is wrong with a name.
    public func mark(_ names: [String], on day: Day) throws -> [Visit] {
        guard day <= time.today() else {
            throw Failure(
                .attendanceInFuture, "Nobody has come on \(day) yet.", advice: "Give a day that has been.", kind: .badData)
        }
        let students = try names.map { try ClassBook.name.kept($0, "A name") }
        return try store.write(undo: "Marked \(counted(students.count, "student"))") { transaction in
            try students.map { student in
                let there = try transaction.first(Visit.byDay.at(Visit.key(day, student)))
                if let there { return there }
                let visit = Visit(id: ids.next(), student: student, day: day)
                try transaction.put(visit)
                return visit
            }
        }
    }
}
