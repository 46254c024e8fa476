import Kernel

/// Practice in any store that is scoped to its learner.
public struct StoredPracticeRepository: PracticeRepository {
    /// Every kind of record that is kept.
    public static var collections: [any StoredCollection] {
        [ItemMemory.collection, Answer.collection, PracticeDay.collection, LoggedRun.collection]
    }

    private let store: any Store

    /// Practice in a store, which the caller has scoped to the learner's partition.
    public init(_ store: any Store) { self.store = store }

    public func read<Value>(_ body: (borrowing Transaction) throws -> Value) throws -> Value { try store.read(body) }

    public func write<Value>(undo label: String?, _ body: (borrowing Transaction) throws -> Value) throws -> Value {
        try store.write(undo: label, body)
    }

    public func record<Record: PracticeRecord>(_ id: Identifier<Record>, in unit: borrowing Transaction) throws -> Record? {
        try unit.record(id)
    }

    public func keep(_ record: some PracticeRecord, in unit: borrowing Transaction) throws { try unit.put(record) }

    public func remove<Record: PracticeRecord>(_ id: Identifier<Record>, in unit: borrowing Transaction) throws {
        try unit.delete(id)
    }

    public func runs(latest limit: Int?, in unit: borrowing Transaction) throws -> [LoggedRun] {
        try unit.records(LoggedRun.byStart.all.descending.limit(limit)).reversed()
    }

    public func latestRun(
        of kind: PracticeKind, _ activity: String, subject: String?, in unit: borrowing Transaction
    ) throws -> LoggedRun? {
        let runs =
            subject.map { LoggedRun.bySubject.under(kind.rawValue, activity, $0) }
            ?? LoggedRun.byActivity.under(kind.rawValue, activity)
        return try unit.first(runs.descending)
    }

    public func activities(in unit: borrowing Transaction) throws -> [(kind: PracticeKind, activity: String)] {
        try unit.counts(LoggedRun.byActivity.all, parts: 2).compactMap { group in
            let parts = Self.parts(of: group)
            return parts.count == 2 ? (PracticeKind(rawValue: parts[0]), parts[1]) : nil
        }
    }

    public func finished(in unit: borrowing Transaction) throws -> [FinishedRuns] {
        try unit.counts(LoggedRun.ended.all, parts: 3).compactMap { group in
            let parts = Self.parts(of: group)
            guard parts.count == 3 else { return nil }
            return FinishedRuns(
                PracticeKind(rawValue: parts[0]), parts[1], isPassed: Verdict(rawValue: parts[2])?.isPassed, count: group.count)
        }
    }

    private static func parts(of group: KeyCount) -> [String] {
        group.key.text.split(separator: "\u{1}", omittingEmptySubsequences: false).map(String.init)
    }

    public func answers(of run: Identifier<LoggedRun>, in unit: borrowing Transaction) throws -> [Answer] {
        try unit.records(Answer.byRun.under(run))
    }

    public func memories(of kind: PracticeKind, subject: String?, in unit: borrowing Transaction) throws -> [ItemMemory] {
        try unit.records(
            subject.map { ItemMemory.byTarget.under(kind.rawValue, $0) } ?? ItemMemory.byTarget.under(kind.rawValue))
    }

    public func days(in unit: borrowing Transaction) throws -> [PracticeDay] { try unit.records(PracticeDay.byDay.all) }
}
