import Kernel

extension TaskList {
    /// The effects of finishing a task.
    package struct Completion: Hashable, Sendable {
        package let task: FocusTask
        /// The parts that were finished with it.
        package let parts: [FocusTask]
        /// The tasks that waited for it or its parts and no longer wait.
        package let unblocked: [FocusTask]
        /// The tasks for which it was waiting when it was finished.
        package let awaited: [FocusTask]
    }

    /// Marks a task as done today, or moves a recurring task to its next day.
    ///
    /// A task with parts can be finished only after its parts.
    ///
    /// - Parameter withParts: whether all its open parts are finished too.
    /// - Throws: `taskNotFound`, `alreadyDone`, `partsOpen`.
    @discardableResult
    package func finish(_ id: Identifier<FocusTask>, withParts: Bool = false) throws -> Completion {
        let today = time.today()
        return try store.write(undo: { (done: Completion) in "Marked “\(done.task.title)” as done" }) { transaction in
            guard var task = try transaction.record(id) else { throw TaskList.notFound(id.rawValue) }
            guard !task.isDone(on: today) else {
                throw Failure(
                    .alreadyDone, "“\(task.title)” is already done.", advice: "`undo` takes back the last change.")
            }
            try transaction.prefetch(.records(FocusTask.byParent.under(id)), .records(FocusTask.byWaiting.all))
            let openParts = try transaction.parts(of: [task]).map(\.task).filter { !$0.needsNoWork(on: today) }
            guard withParts || openParts.isEmpty else { throw TaskList.partsOpen(openParts, of: task) }
            let awaited = try transaction.awaited(by: [task], on: today)[id] ?? []
            task.finish(on: today)
            let parts = openParts.map { part in
                var part = part
                part.finish(on: today)
                return part
            }
            let waitingTasks = try transaction.waiting(for: Set([id] + parts.map(\.id)))
            try transaction.put(task)
            if !parts.isEmpty { try transaction.put(contentsOf: parts) }
            let stillAwaited = try transaction.awaited(by: waitingTasks, on: today)
            let finishedPartIDs = Set(parts.map(\.id))
            let unblocked = waitingTasks.filter {
                stillAwaited[$0.id]?.isEmpty ?? true && !$0.needsNoWork(on: today) && !finishedPartIDs.contains($0.id)
            }
            return Completion(task: task, parts: parts, unblocked: unblocked, awaited: awaited)
        }
    }

    /// Returns the failure for a task whose parts are still open.
    private static func partsOpen(_ openParts: [FocusTask], of task: FocusTask) -> Failure {
        let titles = openParts.prefix(3).map { "“\($0.title)”" }.joined(separator: ", ")
        let parts = counted(openParts.count, "open part")
        return Failure(
            .partsOpen,
            openParts.count > 3
                ? "“\(task.title)” still has \(parts): \(titles) and \(openParts.count - 3) more."
                : "“\(task.title)” still has \(parts): \(titles).",
            advice: "Finish them first, or all at once: `task done \(task.id.shortForm) --parts`.")
    }
}
