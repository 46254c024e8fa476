import Kernel
import Search

/// Tasks in any store.
public struct StoredTaskRepository: TaskRepository {
    private let store: any Store
    private let search: any TextSearch

    /// In a store.
    public init(_ store: any Store, search: any TextSearch = ScanSearch()) { (self.store, self.search) = (store, search) }

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
                    .taskAmbiguous, "Several tasks are called “\(name)” or have an id that ends so.",
                    advice: "Type more of the id; `task list` shows it.")
            }
            return task
        }
    }

    public func open(limit: Int?) throws -> [FocusTask] {
        try store.read { transaction in
            let first = try transaction.records(FocusTask.byStanding.under("open").limit(limit))
            let again = try transaction.records(FocusTask.byStanding.under("again"))
            guard !again.isEmpty else { return first }
            return Array((first + again).sorted { $0.pressure < $1.pressure }.prefix(limit ?? .max))
        }
    }

    public func oldest(limit: Int?) throws -> [FocusTask] { try store.read { try $0.records(FocusTask.byAge.all.limit(limit)) } }

    public func closed(limit: Int?) throws -> [FocusTask] {
        try store.read { try $0.records(FocusTask.byStanding.under("closed").descending.limit(limit)) }
    }

    public func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<FocusTask> {
        try search.records(query, in: FocusTask.searched, of: store, order: .best, limit: limit)
    }

    public func reminding(through last: Day) throws -> [FocusTask] {
        try store.read { try $0.records(FocusTask.byReminder.through(IndexKey(text: last.indexKey.text + "\u{2}"))) }
    }

    public func counts(on today: Day) throws -> TaskCounts { try store.read { try counts(on: today, in: $0) } }

    public func add(_ task: FocusTask, today: Day, allow: (TaskCounts, () throws -> Int) throws -> Void) throws {
        try store.write(undo: "Added “\(task.title)”") { transaction in
            try allow(counts(on: today, in: transaction)) { try transaction.count(FocusTask.byReminder.all) }
            try transaction.put(task)
        }
    }

    public func change(
        _ id: Identifier<FocusTask>, label: String, _ change: (inout FocusTask, () throws -> Int) throws -> Void
    ) throws -> FocusTask {
        try store.write(undo: label) { transaction in
            guard var task = try transaction.record(id) else { throw StoredTaskRepository.missing(id.rawValue) }
            try change(&task) { try transaction.count(FocusTask.byReminder.all) }
            try transaction.put(task)
            return task
        }
    }

    public func remove(_ id: Identifier<FocusTask>, label: String) throws {
        try store.write(undo: label) { guard try $0.delete(id) else { throw StoredTaskRepository.missing(id.rawValue) } }
    }

    /// From the keys of one index alone.
    private func counts(on today: Day, in transaction: borrowing Transaction) throws -> TaskCounts {
        let never = try transaction.count(FocusTask.byStanding.under("open"))
        let again = try transaction.count(FocusTask.byStanding.under("again"))
        let done =
            try again == 0
            ? 0 : transaction.count(FocusTask.byStanding.from(IndexKey("again", today), through: IndexKey("again", "9999-99")))
        return TaskCounts(active: never + again - done, open: never + again)
    }

    static func missing(_ name: String) -> Failure {
        Failure(.taskNotFound, "There is no task “\(name)”.", advice: "`task list` shows which there are.")
    }
}
