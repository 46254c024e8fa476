import Kernel

/// Wholes and parts: a task that is a part of another names it.
extension TaskList {
    /// Makes a task a part of another, or one that stands by itself.
    ///
    /// - Throws: `taskNotFound`; `alreadyDone` when the whole is done; `tasksInCircle`; `tasksTooDeep`.
    public func move(_ id: Identifier<FocusTask>, under parent: Identifier<FocusTask>?) throws -> FocusTask {
        try change(id, { "Moved “\($0)”" }) { task, transaction in
            guard let parent else { return task.parent = nil }
            let whole = try transaction.whole(parent)
            if let way = try transaction.way(from: task, to: whole.id) {
                throw TaskList.circle(way, closing: "“\(task.title)” would be a part of “\(whole.title)”")
            }
            let above = try transaction.wholes(of: whole).count + 1
            guard try above + transaction.levels(of: task) <= FocusTask.deepest else { throw TaskList.tooDeep }
            task.parent = parent
        }
    }

    /// The wholes that a task is a part of, the nearest first.
    public func wholes(of task: FocusTask) throws -> [FocusTask] {
        task.parent == nil ? [] : try store.read { try $0.wholes(of: task) }
    }

    /// The parts of a task that are not closed, by age.
    public func openParts(of id: Identifier<FocusTask>) throws -> [FocusTask] {
        try store.read { try $0.records(FocusTask.byParent.under(id, "open")) }
    }

    /// How many parts a task has, closed or not.
    public func countParts(of id: Identifier<FocusTask>) throws -> Int {
        try store.read { try $0.count(FocusTask.byParent.under(id)) }
    }

    static var tooDeep: Failure {
        Failure(
            .tasksTooDeep, "Tasks within tasks go \(FocusTask.deepest) levels deep, and no deeper.",
            advice: "Put it under a task that is further up.")
    }

    /// - Parameter closing: what would close the circle.
    static func circle(_ way: [FocusTask], closing: String) -> Failure {
        let links = zip(way, way.dropFirst()).map { before, next in
            next.parent == before.id && before.after?.contains(next.id) != true
                ? "“\(next.title)” is a part of “\(before.title)”" : "“\(before.title)” waits for “\(next.title)”"
        }
        let shown = links.count > 4 ? links.prefix(2) + ["and so on"] + links.suffix(1) : links[...]
        return Failure(
            .tasksInCircle, "Then none of them could ever be done: \(([closing] + shown).joined(separator: ", ")).",
            advice: "A whole is done after its parts, and a task after those that it waits for.")
    }
}

extension Transaction {
    /// The task that others become parts of.
    func whole(_ id: Identifier<FocusTask>) throws -> FocusTask {
        guard let whole = try record(id) else { throw TaskList.missing(id.rawValue) }
        guard !whole.isClosed else {
            throw Failure(
                .alreadyDone, "“\(whole.title)” is done, so it gets no more parts.",
                advice: "`task reopen` opens it again.")
        }
        return whole
    }

    /// The wholes that a task is a part of, the nearest first.
    func wholes(of task: FocusTask) throws -> [FocusTask] {
        try FocusTask.walk(from: [task]) { try $0.parent.flatMap { try record($0) }.map { [$0] } ?? [] }.dropFirst().map(\.task)
    }

    /// All parts of tasks, and theirs, without themselves, as far down as there can be some.
    func parts(of tasks: [FocusTask], atMost most: Int = .max) throws -> [(task: FocusTask, from: FocusTask?)] {
        Array(
            try FocusTask.walk(from: tasks, atMost: most) { try records(FocusTask.byParent.under($0.id)) }.dropFirst(tasks.count))
    }

    /// How many levels a task and its parts are; more than there may be where it is more.
    func levels(of task: FocusTask) throws -> Int {
        var (level, seen, depth) = ([task], Set([task.id]), 0)
        while !level.isEmpty, depth <= FocusTask.deepest {
            depth += 1
            level = try level.flatMap { try records(FocusTask.byParent.under($0.id)) }.filter { seen.insert($0.id).inserted }
        }
        return depth
    }

    /// The tasks by which one task comes behind another, from the one to the other; nil where it does not. A task comes behind its parts, and behind
    /// what it waits for.
    func way(from task: FocusTask, to goal: Identifier<FocusTask>) throws -> [FocusTask]? {
        if task.id == goal { return [task] }
        let walked = try FocusTask.walk(from: [task]) { one in
            try records(one.after ?? []).compactMap { $0 } + records(FocusTask.byParent.under(one.id))
        }
        guard var step = walked.first(where: { $0.task.id == goal }) else { return nil }
        let from = Dictionary(walked.map { ($0.task.id, $0) }, uniquingKeysWith: { first, _ in first })
        var way = [step.task]
        while let before = step.from, let next = from[before.id] {
            way.insert(before, at: 0)
            step = next
        }
        return way
    }

    /// What becomes of the parts of a task that goes: they are parts of what it was a part of, or stand by themselves.
    func handParts(of task: FocusTask) throws {
        let parts = try records(FocusTask.byParent.under(task.id)).map { part in
            var part = part
            part.parent = task.parent == part.id ? nil : task.parent
            return part
        }
        if !parts.isEmpty { try put(contentsOf: parts) }
    }
}
