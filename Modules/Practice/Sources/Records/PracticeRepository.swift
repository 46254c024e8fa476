import Kernel

/// A record of the log: a run, an answer, a memory or a day.
public protocol PracticeRecord: Storable {}

extension LoggedRun: PracticeRecord {}
extension Answer: PracticeRecord {}
extension ItemMemory: PracticeRecord {}
extension PracticeDay: PracticeRecord {}

/// Where one learner's practice is kept. It opens units of work; what is decided in one, `PracticeLog` decides.
public protocol PracticeRepository: Sendable {
    /// Looks at one consistent state. The closure may run twice.
    func read<Value>(_ body: (any PracticeRecords) throws -> Value) throws -> Value
    /// Changes records, all or nothing, durable on return. The closure may run twice.
    ///
    /// - Parameter label: what `undo` calls it; nil for what cannot be taken back.
    func write<Value>(undo label: String?, _ body: (any PracticeRecords) throws -> Value) throws -> Value
}

/// What is kept of practice, inside one unit of work. No rule stands here.
public protocol PracticeRecords {
    /// What the end of a run moves beyond practice stands in this, and falls with it.
    var unit: UnitOfWork { get }

    /// The record with this identifier; nil when there is none.
    func record<Record: PracticeRecord>(_ id: Identifier<Record>) throws -> Record?
    /// Keeps a record in place of the one with its identifier.
    func keep(_ record: some PracticeRecord) throws
    /// Removes the record with this identifier.
    func remove<Record: PracticeRecord>(_ id: Identifier<Record>) throws

    /// Runs by their beginning; a limit takes the latest, still oldest first.
    func runs(latest limit: Int?) throws -> [LoggedRun]
    /// The run that began before all others; nil before the first.
    func firstRun() throws -> LoggedRun?
    /// The run of a kind and activity that began last; with a subject the last of that.
    func latestRun(of kind: PracticeKind, _ activity: String, subject: String?) throws -> LoggedRun?
    /// The kinds and activities that there are runs of. Reads none of them.
    func activities() throws -> [(kind: PracticeKind, activity: String)]
    /// How many runs were finished, by kind, activity and verdict. Reads none of them.
    func finished() throws -> [FinishedRuns]
    /// The answers of a run, in their turn.
    func answers(of run: Identifier<LoggedRun>) throws -> [Answer]
    /// What is remembered of a kind, or of one subject of it, by target.
    func memories(of kind: PracticeKind, subject: String?) throws -> [ItemMemory]
    /// What each run brought on each day, earliest day first; nil for all days.
    func days(on day: Day?) throws -> [PracticeDay]
}

/// Finished runs that are alike.
public struct FinishedRuns: Hashable, Sendable {
    /// What they practised.
    public let kind: PracticeKind
    /// How: `practice`, `quiz`, `test`.
    public let activity: String
    /// Whether they were passed; nil where there is no pass mark.
    public let isPassed: Bool?
    /// How many, from 1.
    public let count: Int

    /// Runs that are alike.
    public init(_ kind: PracticeKind, _ activity: String, isPassed: Bool?, count: Int) {
        (self.kind, self.activity, self.isPassed, self.count) = (kind, activity, isPassed, count)
    }
}
