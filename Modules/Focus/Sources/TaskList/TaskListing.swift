import Kernel

extension TaskList {
    /// Where a row stands in the whole list, from 1: what people type to name it.
    public typealias Numbered = (number: Int, row: Row)

    /// What is open or closed, in the order of its list, with a tag or of a project alone where one is given.
    ///
    /// The tasks of a project are found by an index, and so is where each stands: the others are not read.
    public func listed(isClosed: Bool = false, tag: String? = nil, project: String? = nil, limit: Int? = nil) throws -> [Numbered]
    {
        // What is filtered behind the store cannot be cut before.
        let most = tag == nil ? limit : nil
        let found: [Numbered] =
            if let project {
                try isClosed ? closed(of: project, limit: most) : open(of: project, limit: most)
            } else {
                try (isClosed ? closed(limit: most) : open(limit: most)).enumerated().map { (number: $0 + 1, row: $1) }
            }
        guard let tag else { return found }
        return Array(found.lazy.filter { $0.row.task.tags.contains(tag) }.prefix(limit ?? .max))
    }

    private func open(of project: String, limit: Int?) throws -> [Numbered] {
        let gates = gates.settled()
        return try store.read { transaction in
            let locked = try lock(by: gates, in: transaction)
            var found = try transaction.records(FocusTask.byProject.under(project, "open").limit(limit))
            // Those that come back stand between the others, by the day on which they do.
            let again = try transaction.records(FocusTask.byStanding.under("again"))
            if !again.isEmpty {
                let mine = again.filter { $0.project == project }
                found = Array((found + mine).sorted { $0.pressure < $1.pressure }.prefix(limit ?? .max))
            }
            let between = again.map(\.pressure)
            return try marked(found, locked: locked, in: transaction).map { row in
                let task = row.task
                let before = FocusTask.byStanding.from(IndexKey("open"), through: IndexKey("open", task.pressure))
                let number = try transaction.count(before) + between.count { $0 <= task.pressure }
                return (number, row)
            }
        }
    }

    private func closed(of project: String, limit: Int?) throws -> [Numbered] {
        try store.read { transaction in
            try transaction.records(FocusTask.byProject.under(project, "closed").descending.limit(limit)).map { task in
                let later = FocusTask.byStanding.from(task.standing, through: IndexKey("closed").endOfPrefix)
                return (try transaction.count(later), Row(task, on: today))
            }
        }
    }
}
