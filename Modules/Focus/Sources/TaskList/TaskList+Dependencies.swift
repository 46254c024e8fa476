import Kernel

/// The dependencies between tasks.
///
/// Finished and deleted tasks block no other task. A recurring task blocks others until it is first
/// done, and again from its day on.
extension TaskList {
    /// Adds and removes tasks for which a task waits.
    ///
    /// - Throws: `taskNotFound`, `waitsForItself`, `waitsForTooMany`, `tasksInCircle`, `notAwaited`
    ///   for a task that is not awaited.
    package func wait(
        _ id: Identifier<FocusTask>, for others: [Identifier<FocusTask>], notFor removed: [Identifier<FocusTask>] = []
    ) throws -> FocusTask {
        try change(id, { "Changed what “\($0)” waits for" }) { task, transaction in
            if let missing = removed.first(where: { task.after?.contains($0) != true }) {
                let title = try transaction.record(missing)?.title ?? missing.rawValue
                throw Failure(
                    .notAwaited, "“\(task.title)” does not wait for “\(title)”.",
                    advice: "`task show` shows what a task waits for.")
            }
            // Deleted tasks no longer count toward the limit.
            let remaining = try transaction.records(task.after ?? []).compactMap { $0?.id }.filter {
                !removed.contains($0)
            }
            for other in others where other != id {
                guard let awaited = try transaction.record(other) else { throw TaskList.notFound(other.rawValue) }
                if let cycle = try transaction.dependencyPath(from: awaited, to: id) {
                    throw TaskList.cycleFailure(cycle, closing: "“\(task.title)” would wait for “\(awaited.title)”")
                }
            }
            try task.wait(for: remaining + others)
        }
    }

    /// Returns the awaited task that a name means, done or not, or else the identifier of any
    /// matching task.
    ///
    /// - Throws: `taskNotFound`, `taskAmbiguous`.
    package func awaitedTask(_ name: String, by id: Identifier<FocusTask>) throws -> Identifier<FocusTask> {
        let awaited = try store.read { transaction in
            try transaction.records(transaction.record(id)?.after ?? []).compactMap { $0 }
        }
        let foldedName = Folding.folded(name)
        let matches = awaited.filter { Folding.folded($0.title) == foldedName }
        return try matches.count == 1 ? matches[0].id : task(name).task.id
    }

    /// Returns the tasks that block a task, in the order in which they were added.
    package func awaited(by task: FocusTask) throws -> [FocusTask] {
        let today = today
        return try store.read { try $0.awaited(by: [task], on: today)[task.id] ?? [] }
    }
}

extension Transaction {
    /// Returns the tasks that block each of the given tasks on a day.
    ///
    /// If none of them waits, it makes no query.
    func awaited(by tasks: [FocusTask], on day: Day) throws -> [Identifier<FocusTask>: [FocusTask]] {
        let waiting = tasks.filter { $0.after != nil && !$0.isClosed }
        guard !waiting.isEmpty else { return [:] }
        let ids = Array(Set(waiting.flatMap { $0.after ?? [] }))
        let open = zip(ids, try records(ids)).compactMap { id, task in
            task.flatMap { $0.needsNoWork(on: day) ? nil : (id, $0) }
        }
        let openTasks = Dictionary(open, uniquingKeysWith: { first, _ in first })
        return Dictionary(
            waiting.map { task in (task.id, (task.after ?? []).compactMap { openTasks[$0] }.filter { $0.id != task.id })
            },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the tasks that wait for any of the given tasks, by age.
    func waiting(for ids: Set<Identifier<FocusTask>>) throws -> [FocusTask] {
        try records(FocusTask.byWaiting.all).filter { task in
            task.after?.contains { ids.contains($0) && $0 != task.id } ?? false
        }
    }
}
