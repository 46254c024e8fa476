import Kernel

/// A record of the log: a run, an answer, a memory or a day.
package protocol PracticeRecord: Storable {}

extension LoggedRun: PracticeRecord {}
extension Answer: PracticeRecord {}
extension ItemMemory: PracticeRecord {}
extension PracticeDay: PracticeRecord {}

/// The repository of a learner's practice, which opens units of work. `PracticeLog` contains the
/// rules.
package protocol PracticeRepository: Sendable {
    /// Reads one consistent state. The closure may run twice.
    func read<Value>(_ body: (any PracticeRecords) throws -> Value) throws -> Value
    /// Changes records in one transaction, durable on return. The closure may run twice.
    ///
    /// - Parameter label: the undo label, or nil for a change that cannot be undone.
    func write<Value>(undo label: String?, _ body: (any PracticeRecords) throws -> Value) throws -> Value
}

/// The practice records inside one unit of work, without any rules.
package protocol PracticeRecords {
    /// The unit of work, in which the end of a run can also change records of other features.
    var unit: UnitOfWork { get }

    /// Returns the record with this identifier, or nil if there is none.
    func record<Record: PracticeRecord>(_ id: Identifier<Record>) throws -> Record?
    /// Saves a record, replacing the one with its identifier.
    func save(_ record: some PracticeRecord) throws
    /// Deletes the record with this identifier.
    func remove<Record: PracticeRecord>(_ id: Identifier<Record>) throws

    /// Returns the runs by start, oldest first. A limit selects the latest.
    func runs(latest limit: Int?) throws -> [LoggedRun]
    /// Returns the earliest run, or nil if there is none.
    func firstRun() throws -> LoggedRun?
    /// Returns the latest run of a kind and activity, and optionally of a subject.
    func latestRun(of kind: PracticeKind, _ activity: String, subject: String?) throws -> LoggedRun?
    /// Returns the kinds and activities of all runs without reading the runs.
    func activities() throws -> [(kind: PracticeKind, activity: String)]
    /// Returns the number of finished runs by kind, activity and verdict without reading the runs.
    func finishedRunCounts() throws -> [FinishedRuns]
    /// Returns the answers of a run in order.
    func answers(of run: Identifier<LoggedRun>) throws -> [Answer]
    /// Returns the memories of a kind, or of one of its subjects, by target.
    func memories(of kind: PracticeKind, subject: String?) throws -> [ItemMemory]
    /// Returns the results of each run and day, earliest day first. Nil means all days.
    func days(on day: Day?) throws -> [PracticeDay]
}

/// The number of finished runs with the same kind, activity and verdict.
package struct FinishedRuns: Hashable, Sendable {
    package let kind: PracticeKind
    package let activity: String
    package let isPassed: Bool?
    package let count: Int

    package init(_ kind: PracticeKind, _ activity: String, isPassed: Bool?, count: Int) {
        self.kind = kind
        self.activity = activity
        self.isPassed = isPassed
        self.count = count
    }
}
