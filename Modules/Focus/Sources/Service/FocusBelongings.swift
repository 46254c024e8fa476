import Kernel

extension FocusTimer {
    /// Every kind of record that the services of this module keep. A running session stays where it runs; the sums of days are made anew of records.
    public static var belongings: [Belongings] {
        [
            Belongings(.settings, [FocusChoices.collection], isMissed: false),
            Belongings(.sessions, [FocusRecord.collection], isMissed: false, settle: settleRecords),
            Belongings(.sessions, [Respite.collection]),
            Belongings(.tasks, [FocusTask.collection], settle: settleTasks), Belongings(.presets, [Preset.collection]),
            .staying([CurrentSession.collection, FocusMark.collection]), .remade([FocusDay.collection]),
        ]
    }

    /// The sums of the days and the tasks that came, went or changed.
    @Sendable private static func settleRecords(_ touched: Touched, in store: any Store) throws {
        let ids = touched.ids(of: FocusRecord.collection)
        let records = try store.read { try $0.records(ids) }.compactMap { $0 }
        // Of what went nothing says any more to which day and task it belonged, nor of what a person changed to which it belonged before.
        let hasGone = records.count < ids.count || records.contains { $0.hand != nil }
        let days = Set(records.map(\.day)).union(hasGone ? try daysThatMiscount(in: store) : [])
        try inParts(days.sorted()) { some in try store.write { transaction in for day in some { try transaction.sum(day) } } }
        let tasks =
            hasGone ? try store.read { try $0.records(FocusTask.byStanding.all) }.map(\.id) : records.compactMap(\.purpose.task)
        try settle(Set(tasks), in: store)
    }

    @Sendable private static func settleTasks(_ touched: Touched, in store: any Store) throws {
        try settle(Set(touched.ids(of: FocusTask.collection)), in: store)
    }

    private static func settle(_ tasks: Set<Identifier<FocusTask>>, in store: any Store) throws {
        try inParts(tasks.sorted { $0.rawValue < $1.rawValue }) { some in
            try store.write { transaction in
                for case var task? in try transaction.records(some) {
                    let records = try transaction.records(FocusRecord.byTask.under(task.id))
                    task.spent = records.reduce(0) { $0 + $1.focused }
                    try transaction.amend(task)
                }
            }
        }
    }

    private static func daysThatMiscount(in store: any Store) throws -> Set<Day> {
        try store.read { transaction in
            let counts = try transaction.counts(FocusRecord.byStart.all).compactMap { group in
                group.key.parts.first.flatMap(Day.init).map { ($0, group.count) }
            }
            let kept = try transaction.records(FocusDay.byDay.all).map { ($0.day, $0.stretches) }
            let (counted, summed) = (Dictionary(uniqueKeysWithValues: counts), Dictionary(uniqueKeysWithValues: kept))
            return Set(counted.keys).union(summed.keys).filter { counted[$0] != summed[$0] }
        }
    }

    /// Some at a time, so that others may write in between.
    private static func inParts<Element>(_ all: [Element], _ body: ([Element]) throws -> Void) throws {
        for start in stride(from: 0, to: all.count, by: 500) { try body(Array(all[start..<min(start + 500, all.count)])) }
    }
}

extension Transaction {
    /// Makes the sums of a day anew of its records; a day without any has none. What stands there rightly is not written again.
    func sum(_ day: Day) throws {
        let (records, kept) = (try records(FocusRecord.byStart.under(day)), try record(FocusDay.id(of: day)))
        guard !records.isEmpty else {
            try delete(FocusDay.id(of: day))
            return
        }
        let sums = FocusDay(day, records: records)
        if sums != kept { try put(sums) }
    }
}
