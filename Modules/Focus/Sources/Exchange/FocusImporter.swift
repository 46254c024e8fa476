import Interchange
import Kernel

/// An importer of other programs' files, in two steps: a plan, then all of it or nothing.
package struct FocusImporter: Sendable {
    /// The effects of an import.
    package struct Plan: Sendable {
        package let form: FileFormat
        package internal(set) var tasks: [FocusTask] = []
        /// The new periods of focus, earliest first.
        package internal(set) var records: [FocusRecord] = []
        /// The number of tasks that exist already.
        package internal(set) var presentTasks = 0
        /// The number of periods of focus that exist already.
        package internal(set) var presentRecords = 0
        /// The tasks, periods of focus and lines that are skipped, with the reasons.
        package internal(set) var refused: [Tally.Group] = []
        /// The details that imported entries lose.
        package internal(set) var lost: [Tally.Group] = []

        package var isEmpty: Bool { tasks.isEmpty && records.isEmpty }
    }

    private let tasks: TaskList
    private let time: TimeSource
    private var store: any Store { tasks.store }

    package init(_ tasks: TaskList, time: TimeSource) {
        self.tasks = tasks
        self.time = time
    }

    /// Plans the import of a file without changing anything.
    ///
    /// - Parameters:
    ///   - wantsTasks: whether tasks are imported.
    ///   - wantsSessions: whether periods of focus are imported.
    /// - Throws: the format's errors, and `locked` if the tasks exceed the free limit.
    package func plan(_ bytes: [UInt8], _ format: FileFormat, wantsTasks: Bool = true, wantsSessions: Bool = true)
        throws
        -> Plan
    {
        let parsed = try format.read(bytes, fieldPrefix: ForeignNames.appName)
        var plan = Plan(form: format)
        plan.refused = parsed.faults.groups
        plan.lost = parsed.unread.groups
        if wantsTasks {
            var importer = TaskImporter(format, time: time)
            let importedTasks = try importer.tasks(parsed.todos) { ids in
                Set(try store.read { try $0.records(ids) }.compactMap { $0?.id })
            }
            let existingIDs = Set(try store.read { try $0.records(importedTasks.map(\.id)) }.compactMap { $0?.id })
            (plan.tasks, plan.presentTasks) = (importedTasks.filter { !existingIDs.contains($0.id) }, existingIDs.count)
            plan.refused += importer.refused.groups
            plan.lost += importer.lost.groups
        }
        if wantsSessions {
            var importer = SessionImporter(format, time: time)
            plan.records = try importer.records(parsed.times) { days in
                try store.read { try $0.records(FocusRecord.byStart.between(days)) }
            }
            plan.presentRecords = importer.present
            plan.refused += importer.refused.groups
            plan.lost += importer.lost.groups
        }
        let gates = tasks.gates.snapshot()
        try store.read { try checkLimits(plan.tasks, by: gates, in: $0) }
        return plan
    }

    /// Performs a plan in one transaction, which `undo` reverts.
    ///
    /// Entries that were added in the meantime stay unchanged.
    ///
    /// - Throws: `locked`.
    package func apply(_ plan: Plan) throws {
        let gates = tasks.gates.snapshot()
        let parts = [
            plan.tasks.isEmpty ? nil : counted(plan.tasks.count, "task"),
            plan.records.isEmpty ? nil : counted(plan.records.count, "session"),
        ]
        try store.write(undo: "Imported \(listed(parts.compactMap { $0 }))") { transaction in
            let existingTasks = Set(try transaction.records(plan.tasks.map(\.id)).compactMap { $0?.id })
            var newTasks = plan.tasks.filter { !existingTasks.contains($0.id) }
            try checkLimits(newTasks, by: gates, in: transaction)
            let existingRecords = Set(try transaction.records(plan.records.map(\.id)).compactMap { $0?.id })
            let records = plan.records.filter { !existingRecords.contains($0.id) }
            try transaction.put(contentsOf: records)
            for day in Set(records.map(\.day)).sorted() { try transaction.sum(day) }
            if try transaction.count(FocusRecord.byTask.all.limit(1)) > 0 {
                for index in newTasks.indices {
                    newTasks[index].spent = try spentMilliseconds(on: newTasks[index].id, in: transaction)
                }
            }
            try transaction.put(contentsOf: newTasks)
            let otherTaskIDs = Set(records.compactMap(\.purpose.task)).subtracting(newTasks.map(\.id))
            for case var task? in try transaction.records(otherTaskIDs.sorted()) {
                task.spent = try spentMilliseconds(on: task.id, in: transaction)
                try transaction.putDerived(task)
            }
        }
    }

    /// Returns the milliseconds of focus that history has for a task.
    private func spentMilliseconds(on id: Identifier<FocusTask>, in transaction: borrowing Transaction) throws -> Int {
        try transaction.records(FocusRecord.byTask.under(id)).reduce(0) { $0 + $1.focused }
    }

    /// Refuses all new tasks if they exceed the limit, since the app cannot guess which to omit.
    private func checkLimits(_ newTasks: [FocusTask], by gates: GateKeeper, in transaction: borrowing Transaction)
        throws
    {
        let activeCount = newTasks.count { !$0.isDone(on: time.today()) }
        let reminderCount = newTasks.count { $0.reminder != nil && !$0.isClosed }
        do {
            if activeCount > 0 { try tasks.checkTaskLimit(by: gates, besides: activeCount - 1, in: transaction) }
            if reminderCount > 0 {
                try tasks.checkReminderLimit(by: gates, besides: reminderCount - 1, in: transaction)
            }
        } catch let failure as Failure where failure.denial != nil {
            let opening =
                failure.denial?.gate == FocusGates.tasks
                ? "" : "The file brings \(counted(reminderCount, "task")) with a reminder. "
            throw Failure(
                failure.code, opening + failure.message,
                advice:
                    "\(failure.advice) Tasks that are done and sessions have no limit: `import FILE --of sessions`.",
                denial: failure.denial)
        }
    }
}

extension Index where Record == FocusRecord, Key == IndexKey {
    /// Returns the records that began from the first through the last day.
    func between(_ days: ClosedRange<Day>) -> Selection<FocusRecord> {
        from(IndexKey(days.lowerBound), through: days.upperBound.indexKey.endOfParts)
    }
}
