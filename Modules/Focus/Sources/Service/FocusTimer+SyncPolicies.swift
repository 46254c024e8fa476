import Kernel

extension FocusTimer {
    /// The sync policies of every record kind of this module's services.
    ///
    /// A running session stays on its device. The sums of days are computed from the records.
    package static var syncPolicies: [SyncPolicy] {
        [
            SyncPolicy(.settings, [FocusChoices.collection], keepsSupersededVersions: false),
            SyncPolicy(
                .sessions, [FocusRecord.collection], keepsSupersededVersions: false, reconcile: reconcileRecords),
            SyncPolicy(.sessions, [StreakPause.collection]),
            SyncPolicy(.tasks, [FocusTask.collection], reconcile: reconcileTasks),
            SyncPolicy(.presets, [Preset.collection]),
            .local([CurrentSession.collection, AnnouncementMark.collection]), .derived([FocusDay.collection]),
        ]
    }

    /// Updates the sums of days and tasks after records were added, changed or deleted.
    @Sendable private static func reconcileRecords(_ received: ReceivedRecords, in store: any Store) throws {
        let ids = received.ids(of: FocusRecord.collection)
        let records = try store.read { try $0.records(ids) }.compactMap { $0 }
        // The previous day and task of a deleted or edited record are unknown, so everything is
        // updated.
        let mayHaveOldSums = records.count < ids.count || records.contains { $0.hand != nil }
        let days = Set(records.map(\.day)).union(mayHaveOldSums ? try daysWithWrongSums(in: store) : [])
        try inBatches(days.sorted()) { batch in
            try store.write { transaction in for day in batch { try transaction.sum(day) } }
        }
        let tasks =
            mayHaveOldSums
            ? try store.read { try $0.records(FocusTask.byState.all) }.map(\.id) : records.compactMap(\.purpose.task)
        try updateSpentTime(Set(tasks), in: store)
    }

    /// Updates the spent time of received tasks.
    @Sendable private static func reconcileTasks(_ received: ReceivedRecords, in store: any Store) throws {
        try updateSpentTime(Set(received.ids(of: FocusTask.collection)), in: store)
    }

    /// Computes the spent time of tasks from their records.
    private static func updateSpentTime(_ tasks: Set<Identifier<FocusTask>>, in store: any Store) throws {
        try inBatches(tasks.sorted { $0.rawValue < $1.rawValue }) { batch in
            try store.write { transaction in
                for case var task? in try transaction.records(batch) {
                    let records = try transaction.records(FocusRecord.byTask.under(task.id))
                    task.spent = records.reduce(0) { $0 + $1.focused }
                    try transaction.putDerived(task)
                }
            }
        }
    }

    /// Returns the days whose stored sums count another number of records than history has.
    private static func daysWithWrongSums(in store: any Store) throws -> Set<Day> {
        try store.read { transaction in
            let counts = try transaction.counts(FocusRecord.byStart.all).compactMap { group in
                group.key.parts.first.flatMap(Day.init).map { ($0, group.count) }
            }
            let storedCounts = try transaction.records(FocusDay.byDay.all).map { ($0.day, $0.stretches) }
            let recordCounts = Dictionary(uniqueKeysWithValues: counts)
            let sumCounts = Dictionary(uniqueKeysWithValues: storedCounts)
            return Set(recordCounts.keys).union(sumCounts.keys).filter { recordCounts[$0] != sumCounts[$0] }
        }
    }

    /// Processes elements in batches, so that other writers can proceed in between.
    private static func inBatches<Element>(_ all: [Element], _ body: ([Element]) throws -> Void) throws {
        for start in stride(from: 0, to: all.count, by: 500) {
            try body(Array(all[start..<min(start + 500, all.count)]))
        }
    }
}

extension Transaction {
    /// Computes the sums of a day from its records.
    ///
    /// A day without records has no sums. Correct sums are not written again.
    func sum(_ day: Day) throws {
        let records = try records(FocusRecord.byStart.under(day))
        let storedDay = try record(FocusDay.id(of: day))
        guard !records.isEmpty else {
            try delete(FocusDay.id(of: day))
            return
        }
        let sums = FocusDay(day, records: records)
        if sums != storedDay { try put(sums) }
    }
}
