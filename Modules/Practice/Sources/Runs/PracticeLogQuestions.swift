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

    /// What is remembered of a target; nil before its first answer.
    public func memory(of target: Target) throws -> MemoryState? {
        try repository.read { try $0.record(ItemMemory.id(of: target))?.state }
    }

    /// How likely any target is to be recalled on a day: 0…1; 0 where it was never answered. For many at once ask `memories(of:)`, and each of them.
    public func retrievability(of target: Target, on day: Day, by scheduler: any Scheduler) throws -> Double {
        try memory(of: target)?.retrievability(on: day, by: scheduler) ?? 0
    }

    /// What each run brought on each day, earliest day first.
    ///
    /// - Parameter day: that day alone; nil for all.
    public func days(on day: Day? = nil) throws -> [PracticeDay] { try repository.read { try $0.days(on: day) } }

    /// The days on which something was answered.
    public func practisedDays() throws -> Set<Day> { Set(try days().filter { $0.answers > 0 }.map(\.day)) }

    /// Days in a row that end the day before this one.
    public func streak(before day: Day) throws -> Int {
        let (days, eve) = (try practisedDays(), day.adding(days: -1))
        return days.contains(eve) ? Streak(days: days, today: eve).current : 0
    }

    /// When the learner first practised anything; nil before. Reads one record.
    public func firstUse() throws -> Instant? {
        try repository.read { try $0.firstRun()?.startedAt }
    }
}
