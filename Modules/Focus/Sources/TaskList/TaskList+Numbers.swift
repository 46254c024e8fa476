import Kernel

extension TaskList {
    /// A row and its position in the whole list, from 1, which users type as its name.
    package typealias Numbered = (number: Int, row: Row)

    /// Returns open or closed tasks in the order of their list, filtered by tag or project.
    ///
    /// An index finds the tasks of a project and their positions, so no other task is read.
    package func numberedTasks(isClosed: Bool = false, tag: String? = nil, project: String? = nil, limit: Int? = nil)
        throws
        -> [Numbered]
    {
        // A tag is filtered after the query, so the query has no limit.
        let queryLimit = tag == nil ? limit : nil
        let rows: [Numbered] =
            if let project {
                try isClosed ? closed(of: project, limit: queryLimit) : open(of: project, limit: queryLimit)
            } else {
                try (isClosed ? closed(limit: queryLimit) : open(limit: queryLimit)).enumerated().map {
                    (number: $0 + 1, row: $1)
                }
            }
        guard let tag else { return rows }
        return Array(rows.lazy.filter { $0.row.task.tags.contains(tag) }.prefix(limit ?? .max))
    }

    /// Returns the open tasks of a project, each with its position in the whole list.
    private func open(of project: String, limit: Int?) throws -> [Numbered] {
        let gates = gates.snapshot()
        return try store.read { transaction in
            let locked = try lockPredicate(by: gates, in: transaction)
            var tasks = try transaction.records(FocusTask.byProject.under(project, "open").limit(limit))
            // Recurring tasks are inserted by the day on which they return.
            let returningTasks = try transaction.records(FocusTask.byState.under("again"))
            if !returningTasks.isEmpty {
                let returningInProject = returningTasks.filter { $0.project == project }
                tasks = Array(
                    (tasks + returningInProject).sorted { $0.urgencyKey < $1.urgencyKey }.prefix(limit ?? .max))
            }
            let returningKeys = returningTasks.map(\.urgencyKey)
            return try makeRows(tasks, locked: locked, in: transaction).map { row in
                let task = row.task
                let earlierTasks = FocusTask.byState.from(IndexKey("open"), through: IndexKey("open", task.urgencyKey))
                let number = try transaction.count(earlierTasks) + returningKeys.count { $0 <= task.urgencyKey }
                return (number, row)
            }
        }
    }

    /// Returns the closed tasks of a project, each with its position in the whole list.
    ///
    /// The list is newest first, so a position is the number of tasks closed from this one on.
    private func closed(of project: String, limit: Int?) throws -> [Numbered] {
        try store.read { transaction in
            try transaction.records(FocusTask.byProject.under(project, "closed").descending.limit(limit)).map { task in
                let tasksFromThisOn = FocusTask.byState.from(task.stateKey, through: IndexKey("closed").endOfPrefix)
                return (try transaction.count(tasksFromThisOn), Row(task, on: today))
            }
        }
    }
}
