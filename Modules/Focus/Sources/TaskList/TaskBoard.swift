import Kernel

extension TaskList {
    /// The tasks of a day.
    package struct Board: Hashable, Sendable {
        /// The open tasks that are due or overdue, most pressing first.
        package let toDo: [Row]
        /// The tasks that were done on that day.
        package let done: [Row]
        /// The task of the timer, unless it is done or deleted.
        package let doing: Row?
    }

    /// Returns the tasks that are due today and those done today.
    ///
    /// Later tasks are not read.
    ///
    /// - Parameter running: the task of the timer.
    package func board(doing running: Identifier<FocusTask>? = nil) throws -> Board {
        let today = time.today()
        let gates = gates.snapshot()
        return try store.read { transaction in
            let locked = try lockPredicate(by: gates, in: transaction)
            let endKey = IndexKey("open", today).endOfParts
            let openTasks = try transaction.records(FocusTask.byState.from(IndexKey("open"), through: endKey))
            let returningTasks = try transaction.records(FocusTask.byState.under("again"))
                .filter { task in !task.isDone(on: today) && task.due.map { $0 <= today } ?? true }
            let done =
                try transaction.records(FocusTask.byState.under("closed", today))
                + transaction.records(FocusTask.byState.under("again", today))
            let doing = try running.flatMap { try transaction.record($0) }.flatMap { $0.isDone(on: today) ? nil : $0 }
            let toDo = (openTasks + returningTasks).filter { $0.id != doing?.id }.sorted {
                $0.urgencyKey < $1.urgencyKey
            }
            return Board(
                toDo: try makeRows(toDo, locked: locked, in: transaction),
                done: done.map { Row($0, on: today) },
                doing: try doing.flatMap { try makeRows([$0], locked: locked, in: transaction).first })
        }
    }
}
