import Kernel

/// The limits of tasks and reminders, and the locks beyond them.
extension TaskList {
    /// Checks that the limit permits a new task.
    ///
    /// - Parameter others: the number of further tasks added with it.
    func checkTaskLimit(by gates: GateKeeper, besides others: Int = 0, in transaction: borrowing Transaction) throws {
        let active = try counts(in: transaction).active
        let answer = gates.ask(FocusGates.tasks, active + others)
        guard !answer.allowed else { return }
        // The text with the number in use fits only a single new task.
        guard others == 0 else { throw TaskList.tooMany(others + 1, beside: active, answer) }
        throw answer.lockFailure(LockText.tasks(active, of: answer.allowedCount ?? active), of: FocusGates.tasks)
    }

    /// Returns the failure for several tasks at once that exceed the limit.
    private static func tooMany(_ count: Int, beside active: Int, _ answer: GateAnswer) -> Failure {
        Failure(
            .locked,
            "These are \(count) tasks to do, you have \(active), and there is room for \(answer.allowedCount ?? 0) in all.",
            advice: "See `plan why \(FocusGates.tasks.key)`. Nothing was changed, and everything you have stays yours.",
            denial: Denial(FocusGates.tasks, answer))
    }

    /// Checks that the limit permits a new reminder.
    ///
    /// - Throws: `locked`.
    func checkReminderLimit(by gates: GateKeeper, besides others: Int = 0, in transaction: borrowing Transaction) throws
    {
        let answer = gates.ask(FocusGates.reminders, try transaction.count(FocusTask.byReminder.all) + others)
        if !answer.allowed { throw answer.lockFailure(LockText.reminders, of: FocusGates.reminders) }
    }

    /// Returns a predicate of the tasks over the limit: all but the oldest that fit.
    ///
    /// It reads only the tasks that fit.
    func lockPredicate(by gates: GateKeeper, in transaction: borrowing Transaction) throws -> (FocusTask) -> Bool {
        let today = time.today()
        let counts = try counts(in: transaction)
        guard let limit = gates.ask(FocusGates.tasks, counts.active).allowedCount, counts.active > limit else {
            return { _ in false }
        }
        let oldest = try transaction.records(FocusTask.byAge.all.limit(limit + counts.open - counts.active))
        let unlockedIDs = Set(oldest.filter { !$0.isDone(on: today) }.prefix(limit).map(\.id))
        return { !$0.isDone(on: today) && !unlockedIDs.contains($0.id) }
    }
}
