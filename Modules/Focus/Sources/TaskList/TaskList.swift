import Kernel
import Search

/// The tasks and their rules.
public struct TaskList: Sendable {
    /// A task, and what is true of it today.
    public struct Row: Hashable, Sendable {
        /// As it is kept.
        public let task: FocusTask
        /// Whether there is nothing to do for it today.
        public let isDone: Bool
        /// Whether it is over the limit: it can be done, deleted and exported, and not be edited.
        public let isLocked: Bool
        /// Whether it should have been done on an earlier day.
        public let isOverdue: Bool
        /// What holds it up: open tasks for which it waits.
        public internal(set) var awaited: [FocusTask] = []
        /// How far it is indented in a list where what it is a part of stands above it.
        public var depth = 0

        /// A row of a list that marks what is locked, on a day.
        public init(_ task: FocusTask, on today: Day, isLocked: Bool = false) {
            (self.task, self.isLocked, isDone) = (task, isLocked, task.isDone(on: today))
            isOverdue = !isDone && task.due.map { $0 < today } ?? false
        }
    }

    /// How many tasks there are, on a day.
    public struct Counts: Hashable, Sendable {
        /// Not done today: what the limit of tasks counts.
        public let active: Int
        /// Active, or to come back later.
        public let open: Int
    }

    let store: any Store
    private let finder: any TextSearch
    let gates: GateKeeper
    let ids: IDSource
    let time: TimeSource

    /// Tasks over one profile's store.
    public init(
        _ store: any Store, search: any TextSearch = ScanSearch(), gates: GateKeeper, ids: IDSource, time: TimeSource
    ) {
        (self.store, finder, self.gates, self.ids, self.time) = (store, search, gates, ids, time)
    }

    var today: Day { time.today() }

    /// What is open, most pressing first: by due day, priority and age.
    public func open(limit: Int? = nil) throws -> [Row] { try open(limit) { _ in true } }

    /// What there is to do today, most pressing first.
    public func pressing(limit: Int) throws -> [Row] {
        let today = time.today()
        return try open(limit) { !$0.isDone(on: today) }
    }

    /// - Parameter isWanted: asked of what was done and comes back; what never was is wanted.
    private func open(_ limit: Int?, again isWanted: (FocusTask) -> Bool) throws -> [Row] {
        let gates = gates.settled()
        let (once, repeating) = (FocusTask.byStanding.under("open").limit(limit), FocusTask.byStanding.under("again"))
        return try store.read { transaction in
            try transaction.foresee(figures + (limit == nil ? [] : [.records(once), .records(repeating)]))
            let locked = try lock(by: gates, in: transaction)
            var open: [FocusTask] = try transaction.records(once)
            let again: [FocusTask] = try transaction.records(repeating).filter(isWanted)
            if !again.isEmpty { open = Array((open + again).sorted { $0.pressure < $1.pressure }.prefix(limit ?? .max)) }
            return try marked(open, locked: locked, in: transaction)
        }
    }

    /// What is closed, latest first.
    public func closed(limit: Int? = nil) throws -> [Row] {
        let today = time.today()
        return try store.read { try $0.records(FocusTask.byStanding.under("closed").descending.limit(limit)) }
            .map { Row($0, on: today) }
    }

    /// The tasks that fit what a person looks for, the best fit first; so many at most, all counted.
    ///
    /// - Throws: `queryTooLong`.
    public func search(_ words: [String], limit: Int? = nil) throws -> SearchResult<Row> {
        let found: SearchResult<FocusTask> = try finder.records(
            SearchQuery(words), in: FocusTask.searched, of: store, order: .best, limit: limit)
        let gates = gates.settled()
        let rows = try store.read { try marked(found.records, locked: lock(by: gates, in: $0), in: $0) }
        return SearchResult(records: rows, count: found.count)
    }

    /// How many there are today.
    public func counts() throws -> Counts { try store.read { try counts(in: $0) } }

    /// How many open ones remind.
    public func reminding() throws -> Int { try store.read { try $0.count(FocusTask.byReminder.all) } }

    /// "3/3 tasks", or how many there are where there is no limit.
    public func usage() throws -> String {
        let used = try counts().active
        let limit = gates.ask(FocusGates.tasks, used).room
        return limit.map { LockText.tasks(used, of: $0) } ?? counted(used, "task")
    }

    /// Adds a task, as a part of another where one is named.
    ///
    /// - Throws: `locked` at the limit of tasks or reminders; `taskNotFound`, `alreadyDone`, `tasksTooDeep` for the whole; the failures of
    ///   `TaskDraft.checked`.
    public func add(_ draft: TaskDraft, under parent: Identifier<FocusTask>? = nil) throws -> FocusTask {
        let today = time.today()
        var task = FocusTask(id: ids.next(), try draft.checked(today: today), createdAt: time.now())
        task.parent = parent
        let gates = gates.settled()
        try store.write(undo: "Added “\(task.title)”") { transaction in
            if let parent {
                let above = try transaction.wholes(of: transaction.whole(parent)).count + 1
                guard above < FocusTask.deepest else { throw TaskList.tooDeep }
            }
            try allowTask(by: gates, in: transaction)
            if task.reminder != nil { try allowReminder(by: gates, in: transaction) }
            try transaction.put(task)
        }
        return task
    }

    /// Adds tasks, all of them or none; `undo` takes all of them back.
    ///
    /// - Throws: `locked` where not all of them fit; the failures of `TaskDraft.checked`.
    public func add(all drafts: [TaskDraft]) throws -> [FocusTask] {
        let (today, now) = (time.today(), time.now())
        let made = try drafts.map { FocusTask(id: ids.next(), try $0.checked(today: today), createdAt: now) }
        let reminding = made.count { $0.reminder != nil }
        let gates = gates.settled()
        guard !made.isEmpty else { return [] }
        try store.write(undo: "Added \(counted(made.count, "task"))") { transaction in
            try allowTask(by: gates, besides: made.count - 1, in: transaction)
            if reminding > 0 { try allowReminder(by: gates, besides: reminding - 1, in: transaction) }
            try transaction.put(contentsOf: made)
        }
        return made
    }

    /// Changes a task. At the limit this works; beyond it, for the tasks that are not the oldest, it does not.
    ///
    /// - Throws: `locked`; `taskNotFound`; the failures of `TaskDraft.checked`.
    public func edit(_ id: Identifier<FocusTask>, _ change: (inout TaskDraft) -> Void) throws -> FocusTask {
        let today = time.today()
        let gates = gates.settled()
        return try self.change(id, { "Changed “\($0)”" }) { task, transaction in
            if try lock(by: gates, in: transaction)(task) {
                let active = try counts(in: transaction).active
                let answer = gates.ask(FocusGates.tasks, active)
                throw answer.refusal(LockText.tasks(active, of: answer.room ?? active), of: FocusGates.tasks)
            }
            var draft = task.draft
            change(&draft)
            if task.reminder == nil, draft.reminder != nil { try allowReminder(by: gates, in: transaction) }
            task.take(try draft.checked(today: today))
        }
    }

    /// Opens a task again that is done; one that comes back is due today. At the limit it is refused as a new one is.
    ///
    /// - Throws: `locked`; `taskNotFound`; `notDone`.
    public func reopen(_ id: Identifier<FocusTask>) throws -> FocusTask {
        let today = time.today()
        let gates = gates.settled()
        return try change(id, { "Opened “\($0)” again" }) { task, transaction in
            guard task.isDone(on: today) else {
                throw Failure(.notDone, "“\(task.title)” is not done.", advice: "`task done` marks it as done.")
            }
            try allowTask(by: gates, in: transaction)
            if task.reminder != nil, task.isClosed { try allowReminder(by: gates, in: transaction) }
            task.reopen(on: today)
        }
    }

    /// Forgets a task. The focus spent on it stays in history; its parts become those of what it was a part of.
    ///
    /// - Throws: `taskNotFound`.
    public func delete(_ id: Identifier<FocusTask>, title: String) throws {
        try store.write(undo: "Deleted “\(title)”") { transaction in
            guard let task = try transaction.record(id) else { throw TaskList.missing(id.rawValue) }
            try transaction.handParts(of: task)
            try transaction.delete(id)
        }
    }

    /// Forgets a task for good: no file holds a word of it then, and nobody can undo it. The focus spent on it stays in history, without its
    /// words.
    ///
    /// - Throws: `taskNotFound`; `erasureUnfinished` when it is gone and a file still holds something.
    public func purge(_ id: Identifier<FocusTask>) throws {
        try store.write { transaction in
            guard let task = try transaction.record(id) else { throw TaskList.missing(id.rawValue) }
            try transaction.handParts(of: task)
            try transaction.purge(id)
            transaction.forget(Forgotten(drafts: [task.draftName, task.noteDraftName]))
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
            // What ran before may have been for it, too, and who goes along with the timer remembers that.
            try transaction.purge(historyOf: CurrentSession.only)
            if var mark = try transaction.record(FocusMark.followed), mark.session?.forget(id) == true {
                try transaction.put(mark)
            }
            try transaction.purge(historyOf: FocusMark.followed)
        }
    }

    /// The tasks to be reminded of through a day, by due day.
    public func reminding(through last: Day) throws -> [FocusTask] {
        try store.read { try $0.records(FocusTask.byReminder.through(IndexKey(text: last.indexKey.text + "\u{2}"))) }
            .filter { !$0.isDone(on: time.today()) }
    }

    // MARK: - Within one transaction

    func change(
        _ id: Identifier<FocusTask>, _ label: (_ title: String) -> String,
        _ change: (inout FocusTask, borrowing Transaction) throws -> Void
    ) throws -> FocusTask {
        try store.write(undo: { label($0.before) }) { transaction -> (before: String, task: FocusTask) in
            guard var task = try transaction.record(id) else { throw TaskList.missing(id.rawValue) }
            let before = task.title
            try change(&task, transaction)
            try transaction.put(task)
            return (before, task)
        }.task
    }

    /// What comes back on another day.
    private var later: Selection<FocusTask> {
        FocusTask.byStanding.from(IndexKey("again", time.today()), through: IndexKey("again", "9999-99"))
    }

    var figures: [Foreseen] {
        [.count(FocusTask.byStanding.under("open")), .count(FocusTask.byStanding.under("again")), .count(later)]
    }

    /// From the keys of one index alone.
    func counts(in transaction: borrowing Transaction) throws -> Counts {
        try transaction.foresee(figures)
        let never = try transaction.count(FocusTask.byStanding.under("open"))
        let again = try transaction.count(FocusTask.byStanding.under("again"))
        return Counts(active: never + again - (again == 0 ? 0 : try transaction.count(later)), open: never + again)
    }

    /// Rows, and what holds each of them up.
    func marked(_ tasks: [FocusTask], locked: (FocusTask) -> Bool, in transaction: borrowing Transaction) throws -> [Row] {
        let today = time.today()
        let awaited = try transaction.awaited(by: tasks, on: today)
        return tasks.map { task in
            var row = Row(task, on: today, isLocked: locked(task))
            row.awaited = awaited[task.id] ?? []
            return row
        }
    }

    static func missing(_ name: String) -> Failure {
        Failure(.taskNotFound, "There is no task “\(name)”.", advice: "`task list` shows all open tasks.", absent: name)
    }
}
