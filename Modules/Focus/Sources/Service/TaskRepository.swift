import Kernel
import Search

/// Where tasks are kept. Each method is one transaction.
public protocol TaskRepository: Sendable {
    /// The task with this identifier, the open one with this title without regard to case, or the one whose identifier ends with this text.
    ///
    /// - Throws: `taskNotFound`; `taskAmbiguous` when several are meant.
    func task(_ name: String) throws -> FocusTask
    /// What is open, most pressing first: by due day, priority and age.
    func open(limit: Int?) throws -> [FocusTask]
    /// What is open, oldest first.
    func oldest(limit: Int?) throws -> [FocusTask]
    /// What is closed, latest first.
    func closed(limit: Int?) throws -> [FocusTask]
    /// The tasks that fit a query, open or closed, the best fit first; so many at most, all counted.
    func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<FocusTask>
    /// What is open and reminds, by due day.
    func reminding(through last: Day) throws -> [FocusTask]
    /// How many there are.
    func counts(on today: Day) throws -> TaskCounts
    /// Adds a task, when the counts at that moment allow it.
    ///
    /// - Parameter allow: refuses by throwing; its second argument counts the open tasks that remind, when it is called.
    /// - Throws: what `allow` throws.
    func add(_ task: FocusTask, today: Day, allow: (TaskCounts, _ reminding: () throws -> Int) throws -> Void) throws
    /// Changes a task as it is kept now.
    ///
    /// - Parameter change: refuses by throwing; its second argument counts the open tasks that remind, when it is called.
    /// - Throws: `taskNotFound`, and what `change` throws.
    func change(
        _ id: Identifier<FocusTask>, label: String, _ change: (inout FocusTask, _ reminding: () throws -> Int) throws -> Void
    ) throws -> FocusTask
    /// Forgets a task; its history stays.
    ///
    /// - Throws: `taskNotFound`.
    func remove(_ id: Identifier<FocusTask>, label: String) throws
}

/// How many tasks there are of a kind, on a day.
public struct TaskCounts: Hashable, Sendable {
    /// Not done today: what the limit of tasks counts.
    public let active: Int
    /// Open: active, or to come back later.
    public let open: Int

    /// Counts.
    public init(active: Int, open: Int) { (self.active, self.open) = (active, open) }
}
