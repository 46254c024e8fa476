import Focus
import Kernel
import KernelContract
import Search

/// What every `TaskRepository` must keep.
public enum TaskRepositoryContract {
    /// The contract over repositories that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any TaskRepository) -> Contract<any TaskRepository> {
        Contract("TaskRepository", promises: promises, make)
    }

    private static let promises: [Contract<any TaskRepository>.Promise] = [
        .init("finds by identifier, by title and by the end of the identifier") { repository in
            try add(task("0abc1", "Write report"), to: repository)
            try add(task("0abd2", "Read"), to: repository)
            for name in ["0abc1", "write REPORT", "c1"] { try expectEqual(repository.task(name).id, "0abc1") }
            for name in ["", "x", "Write"] { try expectFailure(.taskNotFound) { try repository.task(name) } }
        },
        .init("does not guess between two") { repository in
            for id in ["1x9", "2x9"] { try add(task(id, "Same"), to: repository) }
            for name in ["same", "x9"] { try expectFailure(.taskAmbiguous) { try repository.task(name) } }
        },
        .init("orders what is open by due day, priority and age") { repository in
            try add(task("a", "later", second: 0), to: repository)
            try add(task("b", "low", second: 1) { $0.priority = .low }, to: repository)
            try add(task("c", "high", second: 2) { $0.priority = .high }, to: repository)
            try add(task("d", "due", second: 3) { $0.due = day }, to: repository)
            try expectEqual(repository.open(limit: nil).map(\.id.rawValue), ["d", "c", "a", "b"])
            try expectEqual(repository.open(limit: 2).map(\.id.rawValue), ["d", "c"])
            _ = try repository.change("c", label: "test") { task, _ in
                (task.recurrence, task.doneOn) = (.days(1), day.adding(days: -1))
            }
            try expectEqual(repository.open(limit: 3).map(\.id.rawValue), ["d", "c", "a"])
            try expectEqual(repository.oldest(limit: 2).map(\.id.rawValue), ["a", "b"])
        },
        .init("finds tasks by words, the best fit first, closed ones too") { repository in
            try add(task("a", "read the report of the auditors"), to: repository)
            try add(task("b", "report"), to: repository)
            try add(task("c", "other") { $0.project = "reports" }, to: repository)
            _ = try repository.change("a", label: "test") { task, _ in task.doneOn = day }
            try expectEqual(repository.search(SearchQuery("\"report\""), limit: nil).records.map(\.id.rawValue), ["b", "a"])
            try expectEqual(repository.search(SearchQuery("report"), limit: 0).count, 3)
        },
        .init("counts what is not done today, what is open and what reminds") { repository in
            try add(task("a", "open"), to: repository)
            try add(task("b", "reminds") { ($0.due, $0.reminder) = (day, 60) }, to: repository)
            try add(task("c", "comes back") { ($0.due, $0.recurrence) = (day, .days(1)) }, to: repository)
            try add(task("d", "will be closed"), to: repository)
            for id in ["c", "d"] {
                _ = try repository.change(Identifier(id), label: "test") { task, _ in task.doneOn = day }
            }
            try expectEqual(repository.counts(on: day), TaskCounts(active: 2, open: 3))
            try expectEqual(repository.counts(on: day.adding(days: 1)), TaskCounts(active: 3, open: 3))
            _ = try repository.change("a", label: "test") { _, reminding in try expectEqual(reminding(), 1) }
            try expectEqual(repository.closed(limit: nil).map(\.id.rawValue), ["d"])
            try expectEqual(repository.reminding(through: day).map(\.id.rawValue), ["b"])
            try expectEqual(repository.reminding(through: day.adding(days: -1)).count, 0)
        },
        .init("adds nothing that is not allowed, and asks with the counts of that moment") { repository in
            try add(task("a", "first"), to: repository)
            try expectFailure(.init("full")) {
                try repository.add(task("b", "second"), today: day) { counts, reminding in
                    try expectEqual(counts.active, 1)
                    try expectEqual(reminding(), 0)
                    throw Failure(.init("full"), "It is full.")
                }
            }
            try expectEqual(repository.open(limit: nil).count, 1)
        },
        .init("changes a task as it is kept, or leaves it when that is refused") { repository in
            try add(task("a", "first"), to: repository)
            let changed = try repository.change("a", label: "test") { task, _ in task.title = "second" }
            try expectEqual(repository.task("a"), changed)
            try expectFailure(.init("no")) {
                try repository.change("a", label: "test") { task, _ in
                    task.title = "third"
                    throw Failure(.init("no"), "No.")
                }
            }
            try expectEqual(repository.task("a").title, "second")
            try expectFailure(.taskNotFound) { try repository.change("z", label: "test") { _, _ in } }
        },
        .init("removes a task once") { repository in
            try add(task("a", "first"), to: repository)
            try repository.remove("a", label: "test")
            try expectFailure(.taskNotFound) { try repository.remove("a", label: "test") }
            try expectEqual(repository.counts(on: day), TaskCounts(active: 0, open: 0))
        },
    ]

    private static let day = Day(ordinal: 20_777)

    private static func add(_ task: FocusTask, to repository: any TaskRepository) throws {
        try repository.add(task, today: day) { _, _ in }
    }

    private static func task(_ id: String, _ title: String, second: Int = 0, _ change: (inout TaskDraft) -> Void = { _ in })
        -> FocusTask
    {
        var draft = TaskDraft(title: title)
        change(&draft)
        return FocusTask(id: Identifier(id), draft, createdAt: Instant(milliseconds: Int64(second) * 1000))
    }
}
