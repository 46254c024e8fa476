import Kernel

/// The hierarchy of tasks, in which a part refers to the task that contains it.
extension TaskList {
    /// Makes a task a part of another, or a top-level task for nil.
    ///
    /// - Throws: `taskNotFound`, `alreadyDone` if the containing task is done, `tasksInCircle`,
    ///   `tasksTooDeep`.
    package func move(_ id: Identifier<FocusTask>, under parent: Identifier<FocusTask>?) throws -> FocusTask {
        try change(id, { "Moved “\($0)”" }) { task, transaction in
            guard let parent else { return task.parent = nil }
            let container = try transaction.containingTask(parent)
            if let cycle = try transaction.dependencyPath(from: task, to: container.id) {
                throw TaskList.cycleFailure(cycle, closing: "“\(task.title)” would be a part of “\(container.title)”")
            }
            let ancestorCount = try transaction.ancestors(of: container).count + 1
            guard try ancestorCount + transaction.levels(of: task) <= FocusTask.deepest else { throw TaskList.tooDeep }
            task.parent = parent
        }
    }

    /// Returns the tasks that contain a task, the nearest first.
    package func ancestors(of task: FocusTask) throws -> [FocusTask] {
        task.parent == nil ? [] : try store.read { try $0.ancestors(of: task) }
    }

    /// Returns the number of parts of a task, open or closed.
    package func countParts(of id: Identifier<FocusTask>) throws -> Int {
        try store.read { try $0.count(FocusTask.byParent.under(id)) }
    }

    /// The failure for a task that would be too deep in other tasks.
    static var tooDeep: Failure {
        Failure(
            .tasksTooDeep, "Tasks within tasks go \(FocusTask.deepest) levels deep, and no deeper.",
            advice: "Put it under a task that is further up.")
    }

    /// Creates the failure of a link that would close a cycle.
    ///
    /// - Parameter closing: the link that would close the cycle.
    static func cycleFailure(_ cycle: [FocusTask], closing: String) -> Failure {
        let links = zip(cycle, cycle.dropFirst()).map { before, next in
            next.parent == before.id && before.after?.contains(next.id) != true
                ? "“\(next.title)” is a part of “\(before.title)”" : "“\(before.title)” waits for “\(next.title)”"
        }
        let shownLinks = links.count > 4 ? links.prefix(2) + ["and so on"] + links.suffix(1) : links[...]
        return Failure(
            .tasksInCircle,
            "Then none of them could ever be done: \(([closing] + shownLinks).joined(separator: ", ")).",
            advice: "A whole is done after its parts, and a task after those that it waits for.")
    }
}

extension Transaction {
    /// Returns the containing task with an identifier.
    func containingTask(_ id: Identifier<FocusTask>) throws -> FocusTask {
        guard let container = try record(id) else { throw TaskList.notFound(id.rawValue) }
        guard !container.isClosed else {
            throw Failure(
                .alreadyDone, "“\(container.title)” is done, so it gets no more parts.",
                advice: "`task reopen` opens it again.")
        }
        return container
    }

    /// Returns the tasks that contain a task, the nearest first.
    func ancestors(of task: FocusTask) throws -> [FocusTask] {
        try FocusTask.walk(from: [task]) { try $0.parent.flatMap { try record($0) }.map { [$0] } ?? [] }.dropFirst()
            .map(\.task)
    }

    /// Returns all direct and indirect parts of tasks.
    func parts(of tasks: [FocusTask], atMost most: Int = .max) throws -> [(task: FocusTask, from: FocusTask?)] {
        Array(
            try FocusTask.walk(from: tasks, atMost: most) { try records(FocusTask.byParent.under($0.id)) }.dropFirst(
                tasks.count))
    }

    /// Returns the number of levels of a task and its parts, which may exceed the limit.
    func levels(of task: FocusTask) throws -> Int {
        var level = [task]
        var seen = Set([task.id])
        var depth = 0
        while !level.isEmpty, depth <= FocusTask.deepest {
            depth += 1
            level = try level.flatMap { try records(FocusTask.byParent.under($0.id)) }.filter {
                seen.insert($0.id).inserted
            }
        }
        return depth
    }

    /// Returns the chain of tasks by which one task comes after another, or nil.
    ///
    /// A task comes after its parts and after the tasks for which it waits.
    func dependencyPath(from task: FocusTask, to goal: Identifier<FocusTask>) throws -> [FocusTask]? {
        if task.id == goal { return [task] }
        let visited = try FocusTask.walk(from: [task]) { current in
            try records(current.after ?? []).compactMap { $0 } + records(FocusTask.byParent.under(current.id))
        }
        guard var step = visited.first(where: { $0.task.id == goal }) else { return nil }
        let stepsByID = Dictionary(visited.map { ($0.task.id, $0) }, uniquingKeysWith: { first, _ in first })
        var path = [step.task]
        while let before = step.from, let next = stepsByID[before.id] {
            path.insert(before, at: 0)
            step = next
        }
        return path
    }

    /// Moves the parts of a deleted task to the task that contained it, or to the top level.
    func reparentParts(of task: FocusTask) throws {
        let parts = try records(FocusTask.byParent.under(task.id)).map { part in
            var part = part
            part.parent = task.parent == part.id ? nil : task.parent
            return part
        }
        if !parts.isEmpty { try put(contentsOf: parts) }
    }
}
