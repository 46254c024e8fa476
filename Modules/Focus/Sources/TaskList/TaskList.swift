import Kernel
import Search

/// The tasks and their rules.
package struct TaskList: Sendable {
    /// A task and its state today.
    package struct Row: Hashable, Sendable {
        package let task: FocusTask
        package let isDone: Bool
        /// Whether it exceeds the limit. It is then read-only, apart from its completion and
        /// deletion.
        package let isLocked: Bool
        package let isOverdue: Bool
        /// The open tasks for which it waits.
        package internal(set) var awaited: [FocusTask] = []
        /// The indentation in a list that shows its containing task above it.
        package var depth = 0

        package init(_ task: FocusTask, on today: Day, isLocked: Bool = false) {
            self.task = task
            self.isLocked = isLocked
            isDone = task.isDone(on: today)
            isOverdue = !isDone && task.due.map { $0 < today } ?? false
        }
    }

    /// The numbers of tasks on a day.
    package struct Counts: Hashable, Sendable {
        /// The number of tasks that are not done today, to which the limit applies.
        package let active: Int
        /// The number of open tasks, with recurring ones that return later.
        package let open: Int
    }

    let store: any Store
    private let finder: any TextSearch
    let gates: GateKeeper
    let ids: IDSource
    let time: TimeSource

    package init(
        _ store: any Store, search: any TextSearch = ScanSearch(), gates: GateKeeper, ids: IDSource, time: TimeSource
    ) {
        self.store = store
        finder = search
        self.gates = gates
        self.ids = ids
        self.time = time
    }

    var today: Day { time.today() }

    /// Returns the open tasks, most pressing first: by due day, priority and age.
    package func open(limit: Int? = nil) throws -> [Row] { try open(limit) { _ in true } }

    /// Returns the tasks to do today, most pressing first.
    package func pressing(limit: Int) throws -> [Row] {
        let today = time.today()
        return try open(limit) { !$0.isDone(on: today) }
    }

    /// Returns open tasks, most pressing first.
    ///
    /// - Parameter isWanted: selects among recurring tasks that were done before. Other tasks are
    ///   always included.
    private func open(_ limit: Int?, returning isWanted: (FocusTask) -> Bool) throws -> [Row] {
        let gates = gates.snapshot()
        let openSelection = FocusTask.byState.under("open").limit(limit)
        let returningSelection = FocusTask.byState.under("again")
        return try store.read { transaction in
            try transaction.prefetch(
                countPrefetches + (limit == nil ? [] : [.records(openSelection), .records(returningSelection)]))
            let locked = try lockPredicate(by: gates, in: transaction)
            var open: [FocusTask] = try transaction.records(openSelection)
            let returningTasks: [FocusTask] = try transaction.records(returningSelection).filter(isWanted)
            if !returningTasks.isEmpty {
                open = Array((open + returningTasks).sorted { $0.urgencyKey < $1.urgencyKey }.prefix(limit ?? .max))
            }
            return try makeRows(open, locked: locked, in: transaction)
        }
    }

    /// Returns the closed tasks, latest first.
    package func closed(limit: Int? = nil) throws -> [Row] {
        let today = time.today()
        return try store.read { try $0.records(FocusTask.byState.under("closed").descending.limit(limit)) }
            .map { Row($0, on: today) }
    }

    /// Returns the tasks that match a search, best first.
    ///
    /// The limit applies to the returned tasks, and the count includes all matches.
    ///
    /// - Throws: `queryTooLong`.
    package func search(_ words: [String], limit: Int? = nil) throws -> SearchResult<Row> {
        let result: SearchResult<FocusTask> = try finder.records(
            SearchQuery(words), in: FocusTask.searched, of: store, order: .best, limit: limit)
        let gates = gates.snapshot()
        let rows = try store.read { try makeRows(result.records, locked: lockPredicate(by: gates, in: $0), in: $0) }
        return SearchResult(records: rows, count: result.count)
    }

    /// Returns the numbers of tasks today.
    package func counts() throws -> Counts { try store.read { try counts(in: $0) } }

    /// Returns the number of open tasks with a reminder.
    package func reminderCount() throws -> Int { try store.read { try $0.count(FocusTask.byReminder.all) } }

    /// Returns the usage as text, such as "3/3 tasks", or the number alone without a limit.
    package func usage() throws -> String {
        let used = try counts().active
        let limit = gates.ask(FocusGates.tasks, used).allowedCount
        return limit.map { LockText.tasks(used, of: $0) } ?? counted(used, "task")
    }

    /// Adds a task, as a part of another if given.
    ///
    /// - Throws: `locked` at the limit of tasks or reminders, `taskNotFound`, `alreadyDone`,
    ///   `tasksTooDeep` for the containing task, the errors of `TaskDraft.checked`.
    package func add(_ draft: TaskDraft, under parent: Identifier<FocusTask>? = nil) throws -> FocusTask {
        let today = time.today()
        var task = FocusTask(id: ids.next(), try draft.checked(today: today), createdAt: time.now())
        task.parent = parent
        let gates = gates.snapshot()
        try store.write(undo: "Added “\(task.title)”") { transaction in
            if let parent {
                let ancestorCount = try transaction.ancestors(of: transaction.containingTask(parent)).count + 1
                guard ancestorCount < FocusTask.deepest else { throw TaskList.tooDeep }
            }
            try checkTaskLimit(by: gates, in: transaction)
            if task.reminder != nil { try checkReminderLimit(by: gates, in: transaction) }
            try transaction.put(task)
        }
        return task
    }

    /// Adds all tasks or none, as one step of `undo`.
    ///
    /// - Throws: `locked` if they exceed the limit, the errors of `TaskDraft.checked`.
    package func add(all drafts: [TaskDraft]) throws -> [FocusTask] {
        let today = time.today()
        let now = time.now()
        let newTasks = try drafts.map { FocusTask(id: ids.next(), try $0.checked(today: today), createdAt: now) }
        let reminderCount = newTasks.count { $0.reminder != nil }
        let gates = gates.snapshot()
        guard !newTasks.isEmpty else { return [] }
        try store.write(undo: "Added \(counted(newTasks.count, "task"))") { transaction in
            try checkTaskLimit(by: gates, besides: newTasks.count - 1, in: transaction)
            if reminderCount > 0 { try checkReminderLimit(by: gates, besides: reminderCount - 1, in: transaction) }
            try transaction.put(contentsOf: newTasks)
        }
        return newTasks
    }

    /// Changes a task.
    ///
    /// Beyond the limit only the oldest tasks can be edited.
    ///
    /// - Throws: `locked`, `taskNotFound`, the errors of `TaskDraft.checked`.
    package func edit(_ id: Identifier<FocusTask>, _ change: (inout TaskDraft) -> Void) throws -> FocusTask {
        let today = time.today()
        let gates = gates.snapshot()
        return try self.change(id, { "Changed “\($0)”" }) { task, transaction in
            if try lockPredicate(by: gates, in: transaction)(task) {
                let active = try counts(in: transaction).active
                let answer = gates.ask(FocusGates.tasks, active)
                throw answer.lockFailure(
                    LockText.tasks(active, of: answer.allowedCount ?? active), of: FocusGates.tasks)
            }
            var draft = task.draft
            change(&draft)
            if task.reminder == nil, draft.reminder != nil { try checkReminderLimit(by: gates, in: transaction) }
            task.apply(try draft.checked(today: today))
        }
    }

    /// Reopens a finished task.
    ///
    /// A recurring task is then due today. The limit applies as for a new task.
    ///
    /// - Throws: `locked`, `taskNotFound`, `notDone`.
    package func reopen(_ id: Identifier<FocusTask>) throws -> FocusTask {
        let today = time.today()
        let gates = gates.snapshot()
        return try change(id, { "Opened “\($0)” again" }) { task, transaction in
            guard task.isDone(on: today) else {
                throw Failure(.notDone, "“\(task.title)” is not done.", advice: "`task done` marks it as done.")
            }
            try checkTaskLimit(by: gates, in: transaction)
            if task.reminder != nil, task.isClosed { try checkReminderLimit(by: gates, in: transaction) }
            task.reopen(on: today)
        }
    }

    /// Deletes a task.
    ///
    /// Its focus stays in history. Its parts move to the task that contained it.
    ///
    /// - Throws: `taskNotFound`.
    package func delete(_ id: Identifier<FocusTask>, title: String) throws {
        try store.write(undo: "Deleted “\(title)”") { transaction in
            guard let task = try transaction.record(id) else { throw TaskList.notFound(id.rawValue) }
            try transaction.reparentParts(of: task)
            try transaction.delete(id)
        }
    }

    /// Deletes a task permanently, so that no file contains its words and `undo` is impossible.
    ///
    /// Its focus stays in history without its words.
    ///
    /// - Throws: `taskNotFound`, `erasureUnfinished` if it is deleted but a file still contains
    ///   something.
    package func purge(_ id: Identifier<FocusTask>) throws {
        try store.write { transaction in
            guard let task = try transaction.record(id) else { throw TaskList.notFound(id.rawValue) }
            try transaction.reparentParts(of: task)
            try transaction.purge(id)
            transaction.purgeFiles(PurgedFiles(drafts: [task.draftName, task.noteDraftName]))
            var days: Set<Day> = []
            for var record in try transaction.records(FocusRecord.byStart.all) where record.forget(id) {
                try transaction.put(record)
                try transaction.purge(historyOf: record.id)
                days.insert(record.day)
            }
            for day in days.sorted() {
                guard let sums = try transaction.record(FocusDay.id(of: day)) else { continue }
                try transaction.put(sums.renamed(by: transaction.records(FocusRecord.byStart.under(day))))
                try transaction.purge(historyOf: sums.id)
            }
            if var session = try transaction.record(CurrentSession.only)?.session, session.forget(id) {
                try transaction.put(CurrentSession(session: session))
            }
            // Earlier sessions and the follower of the timer may also mention the task.
            try transaction.purge(historyOf: CurrentSession.only)
            if var mark = try transaction.record(AnnouncementMark.followed), mark.session?.forget(id) == true {
                try transaction.put(mark)
            }
            try transaction.purge(historyOf: AnnouncementMark.followed)
        }
    }

    /// Returns the tasks with a reminder that are due through a day, by due day.
    package func tasksWithReminder(through last: Day) throws -> [FocusTask] {
        try store.read { try $0.records(FocusTask.byReminder.through(last.indexKey.endOfParts)) }
            .filter { !$0.isDone(on: time.today()) }
    }

    // MARK: - Within one transaction

    /// Changes a task in one transaction.
    func change(
        _ id: Identifier<FocusTask>, _ label: (_ title: String) -> String,
        _ change: (inout FocusTask, borrowing Transaction) throws -> Void
    ) throws -> FocusTask {
        try store.write(undo: { label($0.before) }) { transaction -> (before: String, task: FocusTask) in
            guard var task = try transaction.record(id) else { throw TaskList.notFound(id.rawValue) }
            let before = task.title
            try change(&task, transaction)
            try transaction.put(task)
            return (before, task)
        }.task
    }

    /// The recurring tasks that were done today or later, so that they return on another day.
    private var returningLater: Selection<FocusTask> {
        FocusTask.byState.from(IndexKey("again", time.today()), through: IndexKey("again", "9999-99"))
    }

    var countPrefetches: [Prefetch] {
        [.count(FocusTask.byState.under("open")), .count(FocusTask.byState.under("again")), .count(returningLater)]
    }

    /// Counts with the keys of one index only.
    func counts(in transaction: borrowing Transaction) throws -> Counts {
        try transaction.prefetch(countPrefetches)
        let openCount = try transaction.count(FocusTask.byState.under("open"))
        let returningCount = try transaction.count(FocusTask.byState.under("again"))
        let laterCount = returningCount == 0 ? 0 : try transaction.count(returningLater)
        return Counts(active: openCount + returningCount - laterCount, open: openCount + returningCount)
    }

    /// Returns rows of tasks, each with the open tasks for which it waits.
    func makeRows(_ tasks: [FocusTask], locked: (FocusTask) -> Bool, in transaction: borrowing Transaction) throws
        -> [Row]
    {
        let today = time.today()
        let awaited = try transaction.awaited(by: tasks, on: today)
        return tasks.map { task in
            var row = Row(task, on: today, isLocked: locked(task))
            row.awaited = awaited[task.id] ?? []
            return row
        }
    }

    static func notFound(_ name: String) -> Failure {
        Failure(
            .taskNotFound, "There is no task “\(name)”.", advice: "`task list` shows all open tasks.", missingName: name
        )
    }
}
