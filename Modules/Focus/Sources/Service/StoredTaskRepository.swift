import Kernel

/// Tasks in any store.
public struct StoredTaskRepository: TaskRepository {
    private let store: any Store

    /// In a store.
    public init(_ store: any Store) { self.store = store }

    public func task(_ name: String) throws -> FocusTask {
        try store.read { transaction in
            if let exact = try transaction.record(Identifier<FocusTask>(name)) { return exact }
            let titled = try transaction.records(FocusTask.byTitle.at(name.lowercased()).limit(2))
            let ending =
                try name.isEmpty || !titled.isEmpty
                ? [] : transaction.records(FocusTask.byEnding.prefix(String(name.reversed())).limit(2))
            let found = titled + ending
            guard let task = found.first else { throw StoredTaskRepository.missing(name) }
            guard found.count == 1 else {
                throw Failure(
                    "taskAmbiguous", "Several tasks are called “\(name)” or have an id that ends so.",
                    advice: "Type more of the id; `task list` shows it.")
            }
            return task
        }
    }

    public func open(limit: Int?) throws -> [FocusTask] {
        try store.read { try $0.records(FocusTask.byPressure.all.limit(limit)) }
    }

    public func oldest(limit: Int?) throws -> [FocusTask] { try store.read { try $0.records(FocusTask.byAge.all.limit(limit)) } }

    public func closed(limit: Int?) throws -> [FocusTask] {
        try store.read { try $0.records(FocusTask.byStanding.under("closed").descending.limit(limit)) }
    }

    public func reminding(through last: Day) throws -> [FocusTask] {
        try store.read { try $0.records(FocusTask.byReminder.through(IndexKey(text: last.indexKey.text + "\u{2}"))) }
    }

    public func counts(on today: Day) throws -> TaskCounts { try store.read { try counts(on: today, in: $0) } }

    public func add(_ task: FocusTask, today: Day, allow: (TaskCounts) throws -> Void) throws {
        try store.write(undo: "Added “\(task.title)”") { transaction in
            try allow(counts(on: today, in: transaction))
            try transaction.put(task)
        }
    }

    public func change(
        _ id: Identifier<FocusTask>, today: Day, label: String, _ change: (inout FocusTask, TaskCounts) throws -> Void
    ) throws
        -> FocusTask
    {
        try store.write(undo: label) { transaction in
            guard var task = try transaction.record(id) else { throw StoredTaskRepository.missing(id.rawValue) }
            try change(&task, counts(on: today, in: transaction))
            try transaction.put(task)
            return task
        }
    }

    public func remove(_ id: Identifier<FocusTask>, label: String) throws {
        try store.write(undo: label) { guard try $0.delete(id) else { throw StoredTaskRepository.missing(id.rawValue) } }
    }

    /// From index keys alone.
    private func counts(on today: Day, in transaction: borrowing Transaction) throws -> TaskCounts {
        let once = try transaction.count(FocusTask.byStanding.under("once"))
        let again = try transaction.count(FocusTask.byStanding.under("again"))
        let from = IndexKey("again", today)
        let done = try transaction.count(FocusTask.byStanding.from(from, through: IndexKey("again", "9999-99")))
        return TaskCounts(
            active: once + again - done, open: once + again, reminding: try transaction.count(FocusTask.byReminder.all))
    }

    static func missing(_ name: String) -> Failure {
        Failure("taskNotFound", "There is no task “\(name)”.", advice: "`task list` shows which there are.")
    }
}
