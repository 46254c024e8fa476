import Kernel

/// How much there may be, and what is locked beyond it.
extension TaskList {
    /// - Parameter others: how many more come with the one that is asked for.
    func allowTask(by gates: GateKeeper, besides others: Int = 0, in transaction: borrowing Transaction) throws {
        let active = try counts(in: transaction).active
        let answer = gates.ask(FocusGates.tasks, active + others)
        guard !answer.allowed else { return }
        // How many are in use is said of those that are there.
        guard others == 0 else { throw TaskList.tooMany(others + 1, beside: active, answer) }
        throw answer.refusal(LockText.tasks(active, of: answer.room ?? active), of: FocusGates.tasks)
    }

    private static func tooMany(_ count: Int, beside active: Int, _ answer: GateAnswer) -> Failure {
        Failure(
            .locked, "These are \(count) tasks to do, you have \(active), and there is room for \(answer.room ?? 0) in all.",
            advice: "See `plan why \(FocusGates.tasks.key)`. Nothing was changed, and everything you have stays yours.",
            denial: Denial(FocusGates.tasks, answer))
    }

    func allowReminder(by gates: GateKeeper, besides others: Int = 0, in transaction: borrowing Transaction) throws {
        let answer = gates.ask(FocusGates.reminders, try transaction.count(FocusTask.byReminder.all) + others)
        if !answer.allowed { throw answer.refusal(LockText.reminders, of: FocusGates.reminders) }
    }

    /// Which tasks are over the limit: all but the oldest ones that fit. Reads no more than those.
    func lock(by gates: GateKeeper, in transaction: borrowing Transaction) throws -> (FocusTask) -> Bool {
        let today = time.today()
        let counts = try counts(in: transaction)
        guard let room = gates.ask(FocusGates.tasks, counts.active).room, counts.active > room else { return { _ in false } }
        let oldest = try transaction.records(FocusTask.byAge.all.limit(room + counts.open - counts.active))
        let free = Set(oldest.filter { !$0.isDone(on: today) }.prefix(room).map(\.id))
        return { !$0.isDone(on: today) && !free.contains($0.id) }
    }
}
