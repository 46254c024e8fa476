import Kernel
import Search

/// The tasks and their rules.
public struct TaskList: Sendable {
    /// A task, and what is true of it today.
    public struct Row: Hashable, Sendable {
        /// The task.
        public let task: FocusTask
        /// Whether there is nothing to do for it today.
        public let isDone: Bool
        /// Whether it is over the limit: it can be done, deleted and exported, and not be edited.
        public let isLocked: Bool

        /// A row.
        public init(task: FocusTask, isDone: Bool, isLocked: Bool) {
            (self.task, self.isDone, self.isLocked) = (task, isDone, isLocked)
        }
    }

    private let repository: any TaskRepository
    private let gates: GateKeeper
    private let ids: IDSource
    private let time: TimeSource

    /// Tasks over a repository.
    public init(repository: any TaskRepository, gates: GateKeeper, ids: IDSource, time: TimeSource) {
        (self.repository, self.gates, self.ids, self.time) = (repository, gates, ids, time)
    }

    /// What is open, most pressing first.
    public func open(limit: Int? = nil) throws -> [Row] {
        let locked = try lockedTasks()
        return try repository.open(limit: limit).map { row($0, locked: locked) }
    }

    /// What is closed, latest first.
    public func closed(limit: Int? = nil) throws -> [Row] {
        try repository.closed(limit: limit).map { row($0, locked: { _ in false }) }
    }

    /// The tasks that fit what a person looks for, the best fit first; so many at most, all counted.
    ///
    /// - Throws: `queryTooLong`.
    public func search(_ words: [String], limit: Int? = nil) throws -> SearchResult<Row> {
        let found = try repository.search(SearchQuery(words), limit: limit)
        let locked = try lockedTasks()
        return SearchResult(records: found.records.map { row($0, locked: locked) }, count: found.count)
    }

    /// How many there are today.
    public func counts() throws -> TaskCounts { try repository.counts(on: time.today()) }

    /// How many open ones remind.
    public func reminding() throws -> Int { try repository.reminding(through: Day(ordinal: .max)).count }

    /// The answer to whether one more may be added.
    public func room() throws -> GateAnswer { gates.ask(FocusGates.tasks, try counts().active) }

    /// "3/3 tasks", or how many there are where there is no limit.
    public func usage() throws -> String {
        let used = try counts().active
        let limit = gates.ask(FocusGates.tasks, used).room
        return limit.map { LockText.tasks(used, of: $0) } ?? counted(used, "task")
    }

    /// The task that a person means by its identifier or the end of it.
    ///
    /// - Throws: `taskNotFound`, `taskAmbiguous`.
    public func task(_ name: String) throws -> Row { row(try repository.task(name), locked: try lockedTasks()) }

    /// Adds a task.
    ///
    /// - Throws: `locked` at the limit of tasks or reminders; the failures of `TaskDraft.checked`.
    public func add(_ draft: TaskDraft) throws -> FocusTask {
        let today = time.today()
        let task = FocusTask(id: ids.next(), try draft.checked(today: today), createdAt: time.now())
        let gates = gates.settled()
        try repository.add(task, today: today) { counts, reminding in
            let answer = gates.ask(FocusGates.tasks, counts.active)
            if !answer.allowed {
                throw answer.refusal(LockText.tasks(counts.active, of: answer.room ?? counts.active), of: FocusGates.tasks)
            }
            if task.reminder != nil { try allow(reminding: reminding(), by: gates) }
        }
        return task
    }

    /// Changes a task. At the limit this works; beyond it, for the tasks that are not the oldest, it does not.
    ///
    /// - Throws: `locked`; `taskNotFound`; the failures of `TaskDraft.checked`.
    public func edit(_ id: Identifier<FocusTask>, _ change: (inout TaskDraft) -> Void) throws -> FocusTask {
        let today = time.today()
        let gates = gates.settled()
        let locked = try lockedTasks()
        let active = try counts().active
        return try repository.change(id, label: "Changed a task") { task, reminding in
            if locked(task) {
                let answer = gates.ask(FocusGates.tasks, active)
                throw answer.refusal(LockText.tasks(active, of: answer.room ?? 0), of: FocusGates.tasks)
            }
            var draft = task.draft
            change(&draft)
            if task.reminder == nil, draft.reminder != nil { try allow(reminding: reminding(), by: gates) }
            task.take(try draft.checked(today: today))
        }
    }

    /// Marks a task as done today; one that comes back moves to its next day.
    ///
    /// - Throws: `taskNotFound`; `alreadyDone`.
    public func finish(_ id: Identifier<FocusTask>) throws -> FocusTask {
        let today = time.today()
        return try repository.change(id, label: "Did a task") { task, _ in
            guard !task.isDone(on: today) else {
                throw Failure(.alreadyDone, "“\(task.title)” is done already.", advice: "`undo` takes back the last change.")
            }
            task.doneOn = today
            if let recurrence = task.recurrence { task.due = recurrence.next(from: task.due ?? today, after: today) }
        }
    }

    /// Forgets a task. The focus spent on it stays in history.
    ///
    /// - Throws: `taskNotFound`.
    public func delete(_ id: Identifier<FocusTask>, title: String) throws {
        try repository.remove(id, label: "Deleted “\(title)”")
    }

    /// The tasks to be reminded of through a day, by due day.
    public func reminding(through last: Day) throws -> [FocusTask] {
        try repository.reminding(through: last).filter { !$0.isDone(on: time.today()) }
    }

    // MARK: - Limits

    private func allow(reminding: Int, by gates: GateKeeper) throws {
        let answer = gates.ask(FocusGates.reminders, reminding)
        if !answer.allowed { throw answer.refusal(LockText.reminders, of: FocusGates.reminders) }
    }

    /// Which tasks are over the limit: all but the oldest ones that fit. Reads no more than those.
    private func lockedTasks() throws -> (FocusTask) -> Bool {
        let today = time.today()
        let counts = try repository.counts(on: today)
        guard let room = gates.ask(FocusGates.tasks, counts.active).room, counts.active > room else { return { _ in false } }
        let later = counts.open - counts.active
        let free = Set(try repository.oldest(limit: room + later).filter { !$0.isDone(on: today) }.prefix(room).map(\.id))
        return { !$0.isDone(on: today) && !free.contains($0.id) }
    }

    private func row(_ task: FocusTask, locked: (FocusTask) -> Bool) -> Row {
        Row(task: task, isDone: task.isDone(on: time.today()), isLocked: locked(task))
    }
}
