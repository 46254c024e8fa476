import Kernel

extension TaskList {
    /// What finishing a task brought about.
    public struct Finished: Hashable, Sendable {
        /// As it is now.
        public let task: FocusTask
        /// The parts that were finished with it.
        public let parts: [FocusTask]
        /// What waited for it or its parts, and waits for nothing more.
        public let freed: [FocusTask]
        /// What it waited for all the same.
        public let awaited: [FocusTask]
    }

    /// Marks a task as done today; one that comes back moves to its next day. A whole is done after its parts.
    ///
    /// - Parameter withParts: its open parts are done with it, and theirs.
    /// - Throws: `taskNotFound`; `alreadyDone`; `partsOpen`.
    @discardableResult
    public func finish(_ id: Identifier<FocusTask>, withParts: Bool = false) throws -> Finished {
        let today = time.today()
        return try store.write(undo: { (done: Finished) in "Marked “\(done.task.title)” as done" }) { transaction in
            guard var task = try transaction.record(id) else { throw TaskList.missing(id.rawValue) }
            guard !task.isDone(on: today) else {
                throw Failure(.alreadyDone, "“\(task.title)” is already done.", advice: "`undo` takes back the last change.")
            }
            try transaction.foresee(.records(FocusTask.byParent.under(id)), .records(FocusTask.byWaiting.all))
            let open = try transaction.parts(of: [task]).map(\.task).filter { !$0.rests(on: today) }
            guard withParts || open.isEmpty else { throw TaskList.partsOpen(open, of: task) }
            let awaited = try transaction.awaited(by: [task], on: today)[id] ?? []
            task.finish(on: today)
            let parts = open.map { part in
                var part = part
                part.finish(on: today)
                return part
            }
            let waiting = try transaction.waiting(for: Set([id] + parts.map(\.id)))
            try transaction.put(task)
            if !parts.isEmpty { try transaction.put(contentsOf: parts) }
            let held = try transaction.awaited(by: waiting, on: today)
            let done = Set(parts.map(\.id))
            let freed = waiting.filter { held[$0.id]?.isEmpty ?? true && !$0.rests(on: today) && !done.contains($0.id) }
            return Finished(task: task, parts: parts, freed: freed, awaited: awaited)
        }
    }

    private static func partsOpen(_ open: [FocusTask], of task: FocusTask) -> Failure {
        let named = open.prefix(3).map { "“\($0.title)”" }.joined(separator: ", ")
        let parts = counted(open.count, "open part")
        return Failure(
            .partsOpen,
            open.count > 3
                ? "“\(task.title)” still has \(parts): \(named) and \(open.count - 3) more."
                : "“\(task.title)” still has \(parts): \(named).",
            advice: "Finish them first, or all at once: `task done \(task.id.end) --parts`.")
    }
}
