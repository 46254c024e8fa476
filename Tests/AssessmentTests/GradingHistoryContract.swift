import Assessment
import Content
import Kernel
import KernelTesting

/// The promises of `GradingHistory` over any store.
enum GradingHistoryContract {
    /// A learner of 9th keup without gradings, and a way to read the belt from outside.
    struct Subject {
        let book: GradingHistory
        let belt: () throws -> Grade
    }

    /// Returns the contract for the learners that `make` creates.
    static func over(_ make: @escaping () throws -> Subject) -> Contract<Subject> {
        Contract("GradingBook", promises: promises, make)
    }

    private static let promises: [Contract<Subject>.Promise] = [
        .init("starts empty") { try expectEqual($0.book.gradings(), []) },
        .init("gradings are sorted by day") { subject in
            for (id, day) in [("b", 30), ("a", 10), ("c", 20)] {
                _ = try subject.book.save(grading(id, .fail, on: day), reached: nil, label: "")
            }
            try expectEqual(subject.book.gradings().map(\.id), ["a", "c", "b"])
        },
        .init("a pass raises the belt, and the result reports it") { subject in
            let saved = try subject.book.save(grading("a", .pass), reached: grade(7), label: "")
            try expectEqual(subject.belt(), grade(7))
            try expectEqual([saved.movedFrom, saved.movedTo], [grade(9), grade(7)])
            try expectEqual(subject.book.gradings(), [saved])
        },
        .init("a pass for a lower or equal grade keeps the belt") { subject in
            for reached in [try grade(10), try grade(9)] {
                let saved = try subject.book.save(grading("\(reached)", .pass), reached: reached, label: "")
                try expectEqual([saved.movedFrom, saved.movedTo], [nil, nil])
                try expectEqual(subject.belt(), grade(9))
            }
        },
        .init("a grading sent twice is saved once") { subject in
            let first = try subject.book.save(grading("a", .fail), reached: nil, label: "")
            let again = try subject.book.save(grading("a", .pass), reached: grade(5), label: "")
            try expectEqual(again, first)
            try expectEqual(subject.belt(), grade(9))
            try expectEqual(subject.book.gradings().count, 1)
        },
        .init("removing a grading restores the earlier belt") { subject in
            let saved = try subject.book.save(grading("a", .pass), reached: grade(8), label: "")
            try expectEqual(remove("a", from: subject), RemovedGrading(saved, belt: grade(9)))
            try expectEqual(subject.belt(), grade(9))
            try expectEqual(subject.book.gradings(), [])
        },
        .init("removing a grading keeps a belt that other events set") { subject in
            for (id, reached) in [("a", 8), ("b", 7), ("c", 8)] {
                _ = try subject.book.save(grading(id, .pass), reached: grade(reached), label: "")
            }
            for id in ["a", "c"] { try expectEqual(remove(id, from: subject).belt, nil) }
            try expectEqual(subject.belt(), grade(7))
            try expectEqual(subject.book.gradings().map(\.id), ["b"])
        },
        .init("removing a grading keeps the belt of other gradings") { subject in
            for id in ["a", "b"] { _ = try subject.book.save(grading(id, .pass), reached: grade(8), label: "") }
            try expectEqual(remove("a", from: subject).belt, nil)
            try expectEqual(subject.belt(), grade(8))
        },
        .init("removing a missing grading fails") { subject in
            try expectFailure(.gradingNotFound) { _ = try remove("a", from: subject) }
        },
    ]

    /// Deletes a grading. All gradings of the contract are for 8th keup.
    private static func remove(_ id: String, from subject: Subject) throws -> RemovedGrading {
        try subject.book.remove(Identifier(id), reached: { $0.result == .pass ? $0.grade : nil }, label: "")
    }

    private static func grading(_ id: Identifier<Grading>, _ result: Grading.Result, on day: Int = 100) throws
        -> Grading
    {
        try Grading(id: id, kind: .real, grade: grade(8), day: Day(ordinal: day), result: result)
    }

    private static func grading(_ id: String, _ result: Grading.Result, on day: Int = 100) throws -> Grading {
        try grading(Identifier(id), result, on: day)
    }

    private static func grade(_ number: Int) throws -> Grade {
        guard let grade = Grade(.student, number) else { throw Failure(.init("noGrade"), "\(number) is no grade.") }
        return grade
    }
}
