import Kernel

extension TaskList {
    /// What a day is about.
    public struct Board: Hashable, Sendable {
        /// What is due or overdue, and not done, most pressing first.
        public let toDo: [Row]
        /// What was done on the day.
        public let done: [Row]
        /// What the timer is for, unless it is done or has gone.
        public let doing: Row?
    }

    /// What is to be done today, and what was; what is due later is not read.
    ///
    /// - Parameter running: what the timer is for.
    public func board(doing running: Identifier<FocusTask>? = nil) throws -> Board {
        let today = time.today()
        let gates = gates.settled()
        return try store.read { transaction in
            let locked = try lock(by: gates, in: transaction)
            let through = IndexKey(text: IndexKey("open", today).text + "\u{2}")
            let once = try transaction.records(FocusTask.byStanding.from(IndexKey("open"), through: through))
            let again = try transaction.records(FocusTask.byStanding.under("again"))
                .filter { task in !task.isDone(on: today) && task.due.map { $0 <= today } ?? true }
            let done =
                try transaction.records(FocusTask.byStanding.under("closed", today))
                + transaction.records(FocusTask.byStanding.under("again", today))
            let doing = try running.flatMap { try transaction.record($0) }.flatMap { $0.isDone(on: today) ? nil : $0 }
            let toDo = (once + again).filter { $0.id != doing?.id }.sorted { $0.pressure < $1.pressure }
            return Board(
                toDo: try marked(toDo, locked: locked, in: transaction),
                done: done.map { Row($0, on: today) },
                doing: try doing.flatMap { try marked([$0], locked: locked, in: transaction).first })
        }
    }
}
