import Kernel

/// A record of the log: a run, an answer, a memory or a day.
public protocol PracticeRecord: Storable {}

extension LoggedRun: PracticeRecord {}
extension Answer: PracticeRecord {}
extension ItemMemory: PracticeRecord {}
extension PracticeDay: PracticeRecord {}

/// Where one learner's practice is kept. It opens a unit of work, in which `PracticeLog` decides; it knows no rule itself.
public protocol PracticeRepository: Sendable {
    /// Looks at one consistent state.
    func read<Value>(_ body: (borrowing Transaction) throws -> Value) throws -> Value
    /// Changes records, all or nothing, durable on return. The body may run twice.
    ///
    /// - Parameter label: what `undo` calls it; nil for what cannot be taken back.
    func write<Value>(undo label: String?, _ body: (borrowing Transaction) throws -> Value) throws -> Value

    /// The record with this identifier; nil when there is none.
    func record<Record: PracticeRecord>(_ id: Identifier<Record>, in unit: borrowing Transaction) throws -> Record?
    /// Keeps a record in place of the one with its identifier.
    func keep(_ record: some PracticeRecord, in unit: borrowing Transaction) throws
    /// Removes the record with this identifier.
    func remove<Record: PracticeRecord>(_ id: Identifier<Record>, in unit: borrowing Transaction) throws

    /// Runs by their beginning; a limit takes the latest, still oldest first.
    func runs(latest limit: Int?, in unit: borrowing Transaction) throws -> [LoggedRun]
    /// The run of a kind and activity that began last; with a subject the last of that.
    func latestRun(
        of kind: PracticeKind, _ activity: String, subject: String?, in unit: borrowing Transaction
    ) throws -> LoggedRun?
    /// The kinds and activities that there are runs of. Reads none of them.
    func activities(in unit: borrowing Transaction) throws -> [(kind: PracticeKind, activity: String)]
    /// How many runs were finished, by kind, activity and verdict. Reads none of them.
    func finished(in unit: borrowing Transaction) throws -> [FinishedRuns]
    /// The answers of a run, in their turn.
    func answers(of run: Identifier<LoggedRun>, in unit: borrowing Transaction) throws -> [Answer]
    /// What is remembered of a kind, or of one subject of it, by target.
    func memories(of kind: PracticeKind, subject: String?, in unit: borrowing Transaction) throws -> [ItemMemory]
    /// What each run brought on each day, earliest day first.
    func days(in unit: borrowing Transaction) throws -> [PracticeDay]
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
