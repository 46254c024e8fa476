import Kernel

/// The practice repository in any store that is scoped to its learner.
package struct StoredPracticeRepository: PracticeRepository {
    package static var collections: [any StoredCollection] {
        [ItemMemory.collection, Answer.collection, PracticeDay.collection, LoggedRun.collection]
    }

    private let store: any Store

    package init(_ store: any Store) { self.store = store }

    package func read<Value>(_ body: (any PracticeRecords) throws -> Value) throws -> Value {
        try store.read { try body(StoredPracticeRecords(unit: $0.unitOfWork)) }
    }

    package func write<Value>(undo label: String?, _ body: (any PracticeRecords) throws -> Value) throws -> Value {
        try store.write(undo: label) { try body(StoredPracticeRecords(unit: $0.unitOfWork)) }
    }
}

private struct StoredPracticeRecords: PracticeRecords {
    let unit: UnitOfWork

    func record<Record: PracticeRecord>(_ id: Identifier<Record>) throws -> Record? { try unit.transaction.record(id) }

    func save(_ record: some PracticeRecord) throws { try unit.transaction.put(record) }

    func remove<Record: PracticeRecord>(_ id: Identifier<Record>) throws { try unit.transaction.delete(id) }

    func runs(latest limit: Int?) throws -> [LoggedRun] {
        try unit.transaction.records(LoggedRun.byStart.all.descending.limit(limit)).reversed()
    }

    func firstRun() throws -> LoggedRun? { try unit.transaction.first(LoggedRun.byStart.all) }

    func latestRun(of kind: PracticeKind, _ activity: String, subject: String?) throws -> LoggedRun? {
        let runs =
            subject.map { LoggedRun.bySubject.under(kind.rawValue, activity, $0) }
            ?? LoggedRun.byActivity.under(kind.rawValue, activity)
        return try unit.transaction.first(runs.descending)
    }

    func activities() throws -> [(kind: PracticeKind, activity: String)] {
        try groups(of: LoggedRun.byActivity, parts: 2).map { (PracticeKind(rawValue: $0.parts[0]), $0.parts[1]) }
    }

    func finishedRunCounts() throws -> [FinishedRuns] {
        try groups(of: LoggedRun.byVerdict, parts: 3).map { group in
            FinishedRuns(
                PracticeKind(rawValue: group.parts[0]), group.parts[1],
                isPassed: Verdict(rawValue: group.parts[2])?.isPassed, count: group.count)
        }
    }

    /// Returns the distinct leading parts of the index keys with their record counts, from the
    /// index alone.
    private func groups(of index: Index<LoggedRun, IndexKey>, parts: Int) throws -> [(parts: [String], count: Int)] {
        try unit.transaction.counts(index.all, parts: parts).map { ($0.key.parts, $0.count) }.filter {
            $0.0.count == parts
        }
    }

    func answers(of run: Identifier<LoggedRun>) throws -> [Answer] {
        try unit.transaction.records(Answer.byRun.under(run))
    }

    func memories(of kind: PracticeKind, subject: String?) throws -> [ItemMemory] {
        try unit.transaction.records(
            subject.map { ItemMemory.byTarget.under(kind.rawValue, $0) } ?? ItemMemory.byTarget.under(kind.rawValue))
    }

    func days(on day: Day?) throws -> [PracticeDay] {
        try unit.transaction.records(day.map { PracticeDay.byDay.under($0) } ?? PracticeDay.byDay.all)
    }
}
