import Kernel

/// What a log is asked. Each answer is one consistent state.
extension PracticeLog {
    /// Runs by their beginning; a limit takes the latest, still oldest first.
    public func runs(latest limit: Int? = nil) throws -> [LoggedRun] {
        try repository.read { try $0.runs(latest: limit) }
    }

    /// The run of a kind and activity that began last, at the place where its answers have brought it; with a subject the last of that.
    public func latestRun(of kind: PracticeKind, _ activity: String, subject: String? = nil) throws -> LoggedRun? {
        try repository.read { records in
            try records.latestRun(of: kind, activity, subject: subject).map { try standing($0, in: records) }
        }
    }

    /// The run that began last of all kinds but one, at the place where its answers have brought it.
    public func latestRun(besides kind: PracticeKind) throws -> LoggedRun? {
        try repository.read { records in
            let others = try records.activities().filter { $0.kind != kind }
            try records.unit.transaction.foresee(
                others.map { .first(LoggedRun.byActivity.under($0.kind.rawValue, $0.activity).descending) })
            return try others.compactMap { try records.latestRun(of: $0.kind, $0.activity, subject: nil) }
                .max { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }.map { try standing($0, in: records) }
        }
    }

    /// Whether nothing of a kind was ever begun. Reads no run.
    public func isFirst(of kind: PracticeKind) throws -> Bool {
        try repository.read { try !$0.activities().contains { $0.kind == kind } }
    }

    private func standing(_ run: LoggedRun, in records: any PracticeRecords) throws -> LoggedRun {
        run.standing(behind: try records.answers(of: run.id))
    }

    /// The answers of a run, in their turn.
    public func answers(of run: Identifier<LoggedRun>) throws -> [Answer] {
        try repository.read { try $0.answers(of: run) }
    }

    /// How many runs were finished, by kind, activity and verdict. Reads none of them.
    public func finished() throws -> [FinishedRuns] { try repository.read { try $0.finished() } }

    /// What is remembered of a kind, or of one subject of it.
    public func memories(of kind: PracticeKind, subject: String? = nil) throws -> [ItemMemory] {
        try repository.read { try $0.memories(of: kind, subject: subject) }
    }

    /// The kinds of which anything is remembered: what was answered on its own, or as a part of a mixed run. Decodes nothing.
    public func kindsMet() throws -> Set<PracticeKind> {
        let groups = try repository.read { try $0.unit.transaction.counts(ItemMemory.byTarget.all, parts: 1) }
        return Set(groups.filter { $0.count > 0 }.map { PracticeKind(rawValue: $0.key.text) })
    }

    /// What is remembered of these targets; those that were never answered are left out. One question, however many there are.
    public func memories(of targets: [Target]) throws -> [ItemMemory] {
        try repository.read { try $0.unit.transaction.records(targets.map(ItemMemory.id)) }.compactMap { $0 }
    }

    /// What is remembered of a target; nil before its first answer.
    public func memory(of target: Target) throws -> MemoryState? {
        try repository.read { try $0.record(ItemMemory.id(of: target))?.state }
    }

    /// How likely any target is to be recalled on a day: 0…1; 0 where it was never answered. For many at once ask `memories(of:)`, and each of them.
    public func retrievability(of target: Target, on day: Day, by scheduler: any Scheduler) throws -> Double {
        try memory(of: target)?.retrievability(on: day, by: scheduler) ?? 0
    }

    /// What of a kind has a level and comes back on a day or before, the longest overdue first. Decodes nothing.
    public func returning(_ kind: PracticeKind, by day: Day) throws -> [Returning] {
        try repository.read { try $0.unit.transaction.keys(ItemMemory.returning) }.compactMap(Returning.init)
            .filter { $0.target.kind == kind && $0.due <= day }
    }

    /// In how many days what comes now in a run would come back, by what it could be worth: 0 for a step of today. Empty where its date would not move,
    /// because it has had an answer today, or has none.
    public func waits<Kind: Exercise>(after marks: [Mark], in run: Run<Kind>) throws -> [Int] {
        guard let item = run.item else { return [] }
        let (rule, target, day) = (try run.exercise.memory(in: run), run.exercise.target(of: item, in: run).target, today)
        let state = try memory(of: target)
        guard let dated = rule.dated, !dated.isSettled(state?.memory, last: state?.last, on: day) else { return [] }
        let moment = Moment(day: day, instant: now)
        return marks.compactMap { mark in
            rule.memory(after: mark, of: target, from: state?.memory, at: moment, last: state?.last).schedule?
                .due.days(since: day)
        }
    }

    /// What each run brought on each day, earliest day first.
    ///
    /// - Parameter day: that day alone; nil for all.
    public func days(on day: Day? = nil) throws -> [PracticeDay] { try repository.read { try $0.days(on: day) } }

    /// The days on which something was answered. Reads keys, and no record.
    public func practisedDays() throws -> Set<Day> { Set(try ordinals(PracticeDay.byDay.all).map(Day.init(ordinal:))) }

    /// Days in a row that end the day before this one.
    public func streak(before day: Day) throws -> Int {
        let days = try ordinals(PracticeDay.byDay.all).reversed().drop { $0 >= day.ordinal }
        return PracticeLog.row(days, from: day.ordinal)
    }

    /// Days in a row up to today, or up to yesterday as long as today is not over. Reads the keys of as many days, and no record.
    public func streak() throws -> Int {
        var (days, limit) = ([Int](), PracticeLog.fewDays)
        var next = PracticeLog.latestDays(until: today, limit)
        while true {
            let keys = try keys(next)
            days += keys.compactMap(PracticeLog.ordinal)
            let first = days.first == today.ordinal ? today.ordinal + 1 : today.ordinal
            let row = PracticeLog.row(days, from: first)
            // The row may go on behind what was asked for.
            guard keys.count == limit, let furthest = keys.last, days.last == first - row else { return row }
            limit = PracticeLog.manyDays
            next = PracticeDay.byDay.before(furthest).descending.limit(limit)
        }
    }

    private func keys(_ selection: Selection<PracticeDay>) throws -> [IndexKey] {
        try repository.read { try $0.unit.transaction.keys(selection) }
    }

    private func ordinals(_ selection: Selection<PracticeDay>) throws -> [Int] {
        try keys(selection).compactMap(PracticeLog.ordinal)
    }

    /// How many days stand in a row before one, of days latest first; several runs of one day stand beside each other.
    private static func row(_ days: some Sequence<Int>, from end: Int) -> Int {
        var last = end
        for day in days where day != last {
            guard day == last - 1 else { break }
            last = day
        }
        return end - last
    }

    /// The day of a key, `2026-11-20` and what else there is.
    private static func ordinal(of key: IndexKey) -> Int? { Day.beginning(key.text)?.ordinal }

    private static func latestDays(until day: Day, _ count: Int) -> Selection<PracticeDay> {
        PracticeDay.byDay.through(IndexKey(day).endOfParts).descending.limit(count)
    }

    /// Of a short row nothing more is asked.
    private static let (fewDays, manyDays) = (32, 1024)

    /// What of a kind is due today or earlier, in the order in which it became so. Reads keys, and no memory.
    public func dueTargets(of kind: PracticeKind) throws -> [Target] {
        try repository.read { try $0.unit.transaction.keys(ItemMemory.due(of: kind, until: today)) }
            .compactMap { Returning($0)?.target }
    }

    /// What the answers of a day, what is due of a kind on it, and the streak up to it are made of, for whoever asks something else at once.
    package static func foreseen(until day: Day, due kind: PracticeKind) -> [Foreseen] {
        [
            .records(PracticeDay.byDay.under(day)), .keys(latestDays(until: day, fewDays)),
            .keys(ItemMemory.due(of: kind, until: day)),
        ]
    }

    /// When the learner first practised anything; nil before. Reads one record.
    public func firstUse() throws -> Instant? {
        try repository.read { try $0.firstRun()?.startedAt }
    }
}
