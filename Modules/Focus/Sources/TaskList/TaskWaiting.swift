import Kernel

/// Who waits for whom. What is done holds nobody up, and neither does what has gone; what comes back holds others up until it is done for the first
/// time, and again from its day on.
extension TaskList {
    /// Makes a task wait for others, and no longer for some.
    ///
    /// - Throws: `taskNotFound`; `waitsForItself`; `waitsForTooMany`; `tasksInCircle`; `notAwaited` for one that it did not wait for.
    public func wait(
        _ id: Identifier<FocusTask>, for others: [Identifier<FocusTask>], notFor freed: [Identifier<FocusTask>] = []
    ) throws -> FocusTask {
        try change(id, { "Changed what “\($0)” waits for" }) { task, transaction in
            if let missing = freed.first(where: { task.after?.contains($0) != true }) {
                let title = try transaction.record(missing)?.title ?? missing.rawValue
                throw Failure(
                    .notAwaited, "“\(task.title)” does not wait for “\(title)”.",
                    advice: "`task show` shows what a task waits for.")
            }
            // What has gone makes room.
            let kept = try transaction.records(task.after ?? []).compactMap { $0?.id }.filter { !freed.contains($0) }
            for other in others where other != id {
                guard let awaited = try transaction.record(other) else { throw TaskList.missing(other.rawValue) }
                if let way = try transaction.way(from: awaited, to: id) {
                    throw TaskList.circle(way, closing: "“\(task.title)” would wait for “\(awaited.title)”")
                }
            }
            try task.wait(for: kept + others)
        }
    }

    /// The one that a person means among those that a task waits for, done or not; the identifier of another where none is meant.
    ///
    /// - Throws: `taskNotFound`; `taskAmbiguous`.
    public func awaitedTask(_ name: String, by id: Identifier<FocusTask>) throws -> Identifier<FocusTask> {
        let awaited = try store.read { transaction in
            try transaction.records(transaction.record(id)?.after ?? []).compactMap { $0 }
        }
        let wanted = Folding.folded(name)
        let meant = awaited.filter { Folding.folded($0.title) == wanted }
        return try meant.count == 1 ? meant[0].id : task(name).task.id
    }

    /// What holds a task up, in the order in which it was said.
    public func awaited(by task: FocusTask) throws -> [FocusTask] {
        let today = today
        return try store.read { try $0.awaited(by: [task], on: today)[task.id] ?? [] }
    }
}

extension Transaction {
    /// What holds each of some tasks up on a day; asks nothing where none of them waits.
    func awaited(by tasks: [FocusTask], on day: Day) throws -> [Identifier<FocusTask>: [FocusTask]] {
        let waiting = tasks.filter { $0.after != nil && !$0.isClosed }
        guard !waiting.isEmpty else { return [:] }
        let ids = Array(Set(waiting.flatMap { $0.after ?? [] }))
        let open = zip(ids, try records(ids)).compactMap { id, task in task.flatMap { $0.rests(on: day) ? nil : (id, $0) } }
        let found = Dictionary(open, uniquingKeysWith: { first, _ in first })
        return Dictionary(
            waiting.map { task in (task.id, (task.after ?? []).compactMap { found[$0] }.filter { $0.id != task.id }) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The tasks that wait for one of these, by age.
    func waiting(for ids: Set<Identifier<FocusTask>>) throws -> [FocusTask] {
        try records(FocusTask.byWaiting.all).filter { task in
            task.after?.contains { ids.contains($0) && $0 != task.id } ?? false
        }
    }
}
