import Interchange
import Kernel

/// Takes in what other programs have written: first what that would be, then all of it or nothing.
public struct FocusIntake: Sendable {
    /// What an import would do.
    public struct Plan: Sendable {
        /// Which form the file has.
        public let form: Form
        /// The tasks that are new.
        public internal(set) var tasks: [FocusTask] = []
        /// The periods of focus that are new, earliest first.
        public internal(set) var records: [FocusRecord] = []
        /// How many tasks are there already.
        public internal(set) var presentTasks = 0
        /// How many periods of focus are there already.
        public internal(set) var presentRecords = 0
        /// Which tasks, periods of focus and lines are not taken, and why.
        public internal(set) var refused: [Tally.Group] = []
        /// What is not kept of those that are.
        public internal(set) var lost: [Tally.Group] = []

        /// Whether there is nothing to take.
        public var isEmpty: Bool { tasks.isEmpty && records.isEmpty }
    }

    private let tasks: TaskList
    private let time: TimeSource
    private var store: any Store { tasks.store }

    /// An intake into the store of some tasks.
    public init(_ tasks: TaskList, time: TimeSource) { (self.tasks, self.time) = (tasks, time) }

    /// What a file would bring. Changes nothing.
    ///
    /// - Parameters:
    ///   - wantsTasks: whether tasks are taken.
    ///   - wantsSessions: whether periods of focus are taken.
    /// - Throws: what the form throws; `locked` where the free plan has no room for the tasks.
    public func plan(_ bytes: [UInt8], _ form: Form, wantsTasks: Bool = true, wantsSessions: Bool = true) throws -> Plan {
        let parcel = try form.read(bytes, own: Foreign.own)
        var plan = Plan(form: form)
        plan.refused = parcel.faults.groups
        plan.lost = parcel.unread.groups
        if wantsTasks {
            var receiving = TaskReceiving(form, time: time)
            let found = try receiving.tasks(parcel.todos) { ids in
                Set(try store.read { try $0.records(ids) }.compactMap { $0?.id })
            }
            let there = Set(try store.read { try $0.records(found.map(\.id)) }.compactMap { $0?.id })
            (plan.tasks, plan.presentTasks) = (found.filter { !there.contains($0.id) }, there.count)
            plan.refused += receiving.refused.groups
            plan.lost += receiving.lost.groups
        }
        if wantsSessions {
            var receiving = RecordReceiving(form, time: time)
            plan.records = try receiving.records(parcel.times) { days in
                try store.read { try $0.records(FocusRecord.byStart.between(days)) }
            }
            plan.presentRecords = receiving.present
            plan.refused += receiving.refused.groups
            plan.lost += receiving.lost.groups
        }
        let gates = tasks.gates.settled()
        try store.read { try allow(plan.tasks, by: gates, in: $0) }
        return plan
    }

    /// Does what a plan says, in one transaction that `undo` takes back. What has come meanwhile stays as it is.
    ///
    /// - Throws: `locked`.
    public func take(_ plan: Plan) throws {
        let gates = tasks.gates.settled()
        let parts = [
            plan.tasks.isEmpty ? nil : counted(plan.tasks.count, "task"),
            plan.records.isEmpty ? nil : counted(plan.records.count, "session"),
        ]
        try store.write(undo: "Imported \(listed(parts.compactMap { $0 }))") { transaction in
            let there = Set(try transaction.records(plan.tasks.map(\.id)).compactMap { $0?.id })
            var new = plan.tasks.filter { !there.contains($0.id) }
            try allow(new, by: gates, in: transaction)
            let kept = Set(try transaction.records(plan.records.map(\.id)).compactMap { $0?.id })
            let records = plan.records.filter { !kept.contains($0.id) }
            try transaction.put(contentsOf: records)
            for day in Set(records.map(\.day)).sorted() { try transaction.sum(day) }
            if try transaction.count(FocusRecord.byTask.all.limit(1)) > 0 {
                for place in new.indices { new[place].spent = try spent(on: new[place].id, in: transaction) }
            }
            try transaction.put(contentsOf: new)
            let others = Set(records.compactMap(\.purpose.task)).subtracting(new.map(\.id))
            for case var task? in try transaction.records(others.sorted()) {
                task.spent = try spent(on: task.id, in: transaction)
                try transaction.amend(task)
            }
        }
    }

    private func spent(on id: Identifier<FocusTask>, in transaction: borrowing Transaction) throws -> Int {
        try transaction.records(FocusRecord.byTask.under(id)).reduce(0) { $0 + $1.focused }
    }

    /// At the limit only what is new is refused, and then all of it: which of many tasks to leave out is nothing to guess.
    private func allow(_ new: [FocusTask], by gates: GateKeeper, in transaction: borrowing Transaction) throws {
        let active = new.count { !$0.isDone(on: time.today()) }
        let reminding = new.count { $0.reminder != nil && !$0.isClosed }
        do {
            if active > 0 { try tasks.allowTask(by: gates, besides: active - 1, in: transaction) }
            if reminding > 0 { try tasks.allowReminder(by: gates, besides: reminding - 1, in: transaction) }
        } catch let failure as Failure where failure.denial != nil {
            let what =
                failure.denial?.gate == FocusGates.tasks ? "" : "The file brings \(counted(reminding, "task")) with a reminder. "
            throw Failure(
                failure.code, what + failure.message,
                advice: "\(failure.advice) Tasks that are done and sessions have no limit: `import FILE --of sessions`.",
                denial: failure.denial)
        }
    }
}

extension Index where Record == FocusRecord, Key == IndexKey {
    /// What began from one day through another.
    func between(_ days: ClosedRange<Day>) -> Selection<FocusRecord> {
        from(IndexKey(days.lowerBound), through: IndexKey(text: days.upperBound.indexKey.text + "\u{2}"))
    }
}
