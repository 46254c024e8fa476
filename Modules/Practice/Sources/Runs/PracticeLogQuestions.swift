import Kernel

/// The queries of a log, each of which reads one consistent state.
extension PracticeLog {
    /// Returns the runs by start, oldest first. A limit selects the latest.
    package func runs(latest limit: Int? = nil) throws -> [LoggedRun] {
        try repository.read { try $0.runs(latest: limit) }
    }

    /// Returns the latest run of a kind and activity, and optionally of a subject, at the place
    /// that its answers have reached.
    package func latestRun(of kind: PracticeKind, _ activity: String, subject: String? = nil) throws -> LoggedRun? {
        try repository.read { records in
            try records.latestRun(of: kind, activity, subject: subject).map { try advanced($0, in: records) }
        }
    }

    /// Returns the latest run of all kinds except one, at the place that its answers have reached.
    package func latestRun(besides kind: PracticeKind) throws -> LoggedRun? {
        try repository.read { records in
            let otherActivities = try records.activities().filter { $0.kind != kind }
            try records.unit.transaction.prefetch(
                otherActivities.map { .first(LoggedRun.byActivity.under($0.kind.rawValue, $0.activity).descending) })
            return try otherActivities.compactMap { try records.latestRun(of: $0.kind, $0.activity, subject: nil) }
                .max { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }.map { try advanced($0, in: records) }
        }
    }

    /// Returns whether no run of a kind exists, without reading runs.
    package func hasNoRuns(of kind: PracticeKind) throws -> Bool {
        try repository.read { try !$0.activities().contains { $0.kind == kind } }
    }

    private func advanced(_ run: LoggedRun, in records: any PracticeRecords) throws -> LoggedRun {
        run.advanced(after: try records.answers(of: run.id))
    }

    package func answers(of run: Identifier<LoggedRun>) throws -> [Answer] {
        try repository.read { try $0.answers(of: run) }
    }

    /// Returns the number of finished runs by kind, activity and verdict without reading the runs.
    package func finishedRunCounts() throws -> [FinishedRuns] { try repository.read { try $0.finishedRunCounts() } }

    /// Returns the memories of a kind, or of one of its subjects.
    package func memories(of kind: PracticeKind, subject: String? = nil) throws -> [ItemMemory] {
        try repository.read { try $0.memories(of: kind, subject: subject) }
    }

    /// Returns the kinds with any memory, from single or mixed runs, without decoding records.
    package func practicedKinds() throws -> Set<PracticeKind> {
        let groups = try repository.read { try $0.unit.transaction.counts(ItemMemory.byTarget.all, parts: 1) }
        return Set(groups.filter { $0.count > 0 }.map { PracticeKind(rawValue: $0.key.text) })
    }

    /// Returns the memories of these targets in a single query, without targets that were never
    /// answered.
    package func memories(of targets: [Target]) throws -> [ItemMemory] {
        try repository.read { try $0.unit.transaction.records(targets.map(ItemMemory.id)) }.compactMap { $0 }
    }

    /// Returns the memory of a target, or nil before its first answer.
    package func memory(of target: Target) throws -> MemoryState? {
        try repository.read { try $0.record(ItemMemory.id(of: target))?.state }
    }

    /// Returns the probability of recall of a target on a day, 0…1, or 0 if it was never answered.
    /// For many targets, use `memories(of:)`.
    package func retrievability(of target: Target, on day: Day, by scheduler: any Scheduler) throws -> Double {
        try memory(of: target)?.retrievability(on: day, by: scheduler) ?? 0
    }

    /// Returns the items of a kind with a level that are due on or before a day, the longest
    /// overdue first, without decoding records.
    package func dueItems(_ kind: PracticeKind, by day: Day) throws -> [DueItem] {
        try repository.read { try $0.unit.transaction.keys(ItemMemory.scheduledLevels) }.compactMap(DueItem.init)
            .filter { $0.target.kind == kind && $0.due <= day }
    }

    /// Returns the days until the current item would come back for each mark, with 0 for a learning
    /// step today.
    ///
    /// The result is empty if the date would not change, because the item has already had an answer
    /// today or has no date.
    package func waits<Kind: Exercise>(after marks: [Mark], in run: Run<Kind>) throws -> [Int] {
        guard let item = run.item else { return [] }
        let rule = try run.exercise.memory(in: run)
        let target = run.exercise.target(of: item, in: run).target
        let day = today
        let state = try memory(of: target)
        guard let dated = rule.dueDateRule, !dated.isSettled(state?.memory, last: state?.last, on: day) else {
            return []
        }
        let moment = Moment(day: day, instant: now)
        return marks.compactMap { mark in
            rule.memory(after: mark, of: target, from: state?.memory, at: moment, last: state?.last).schedule?
                .due.days(since: day)
        }
    }

    /// Returns the results of each run and day, earliest day first.
    ///
    /// - Parameter day: the single day to read, or nil for all.
    package func days(on day: Day? = nil) throws -> [PracticeDay] { try repository.read { try $0.days(on: day) } }

    /// Returns the days with answers, reading keys only.
    package func practiceDays() throws -> Set<Day> { Set(try days(of: PracticeDay.byDay.all)) }

    /// Returns the number of consecutive days with practice that end the day before this one.
    package func streak(before day: Day) throws -> Int {
        try Streak.current(on: day, isOpen: true) { try days(of: PracticeLog.keys(of: $0)) }
    }

    /// Returns the number of consecutive days with practice up to today, or up to yesterday before
    /// the first answer of today, reading keys only.
    package func streak() throws -> Int { try Streak.current(on: today) { try days(of: PracticeLog.keys(of: $0)) } }

    /// Returns the days at the starts of keys, such as `2026-11-20`.
    private func days(of selection: Selection<PracticeDay>) throws -> [Day] {
        try repository.read { try $0.unit.transaction.keys(selection) }.compactMap { Day.beginning($0.text) }
    }

    private static func keys(of days: ClosedRange<Day>) -> Selection<PracticeDay> {
        PracticeDay.byDay.from(IndexKey(days.lowerBound), through: IndexKey(days.upperBound).endOfParts)
    }

    /// Returns the targets of a kind due today or earlier, in order of their due dates, reading
    /// keys only.
    package func dueTargets(of kind: PracticeKind) throws -> [Target] {
        try repository.read { try $0.unit.transaction.keys(ItemMemory.due(of: kind, until: today)) }
            .compactMap { DueItem($0)?.target }
    }

    /// Returns the prefetches for the answers of a day, the due items of a kind and the streak, for
    /// callers that combine them with others.
    package static func homePagePrefetches(until day: Day, due kind: PracticeKind) -> [Prefetch] {
        [
            .records(PracticeDay.byDay.under(day)), .keys(keys(of: Streak.latest(until: day))),
            .keys(ItemMemory.due(of: kind, until: day)),
        ]
    }

    /// Returns the time of the learner's first practice, or nil if there is none. It reads one
    /// record.
    package func firstUse() throws -> Instant? { try repository.read { try $0.firstRun()?.startedAt } }
}
