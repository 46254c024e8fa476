import Kernel

/// The timer and its history in any store.
public struct StoredFocusRepository: FocusRepository {
    /// Every kind of record that is kept, tasks included.
    public static var collections: [any StoredCollection] {
        [
            CurrentSession.collection, FocusChoices.collection, FocusDay.collection, FocusRecord.collection, FocusTask.collection,
            Preset.collection,
        ]
    }

    private let store: any Store
    private let calendar: LocalCalendar

    /// In a store; the calendar says on which local day a stretch began.
    public init(_ store: any Store, calendar: LocalCalendar) { (self.store, self.calendar) = (store, calendar) }

    public func current() throws -> FocusSession? { try store.read { try $0.record(CurrentSession.only)?.session } }

    public func begin(_ session: FocusSession) throws {
        try store.write(undo: "Started \(session.purpose.preset)") { transaction in
            if var other = try transaction.record(CurrentSession.only)?.session {
                let finished = other.advance(to: session.startedAt)
                guard other.stage == .over else { throw StoredFocusRepository.runs(other) }
                _ = try keep(finished, of: other, in: transaction)
            }
            try transaction.put(CurrentSession(session: session))
        }
    }

    public func handle(_ event: FocusSession.Event, at now: Instant, label: String?) throws -> FocusStep {
        let body = { (transaction: borrowing Transaction) throws -> FocusStep in
            guard var session = try transaction.record(CurrentSession.only)?.session else { throw FocusSession.nothingRuns }
            let finished = try session.handle(event, at: now)
            let records = try keep(finished, of: session, in: transaction)
            if session.stage == .over {
                try transaction.delete(CurrentSession.only)
            } else {
                try transaction.put(CurrentSession(session: session))
            }
            let isFirst =
                try !records.isEmpty && transaction.count(FocusRecord.byStart.all.limit(records.count + 1)) == records.count
            return FocusStep(session: session, records: records, isFirstFocus: isFirst)
        }
        return try label.map { try store.write(undo: $0, body) } ?? store.write(body)
    }

    public func records(from first: Day, through last: Day, limit: Int?) throws -> [FocusRecord] {
        guard first <= last else { return [] }
        return try store.read { transaction in
            let days = FocusRecord.byStart.from(IndexKey(first), through: IndexKey(text: last.indexKey.text + "\u{2}"))
            return try transaction.records(days.descending.limit(limit))
        }
    }

    public func days(from first: Day, through last: Day) throws -> [FocusDay] {
        guard first <= last else { return [] }
        return try store.read { try $0.records(FocusDay.byDay.from(first, through: last)) }
    }

    public func countDays(from first: Day, through last: Day) throws -> Int {
        guard first <= last else { return 0 }
        return try store.read { try $0.count(FocusDay.byDay.from(first, through: last)) }
    }

    public func presets() throws -> [Preset] { try store.read { try $0.records(.all) } }

    public func keep(_ preset: Preset, label: String) throws { try store.write(undo: label) { try $0.put(preset) } }

    public func removePreset(named name: String, label: String) throws -> Bool {
        try store.write(undo: label) { try $0.delete(Preset.id(of: name)) }
    }

    public func choices() throws -> FocusChoices { try store.read { try $0.record(FocusChoices.only) } ?? FocusChoices() }

    public func keep(_ choices: FocusChoices, label: String) throws { try store.write(undo: label) { try $0.put(choices) } }

    /// Keeps records, makes their days' sums anew, and adds their time to their task.
    private func keep(_ finished: [FinishedFocus], of session: FocusSession, in transaction: borrowing Transaction) throws
        -> [FocusRecord]
    {
        var kept: [FocusRecord] = []
        for record in finished.map({ FocusRecord($0, of: session, calendar: calendar) }) {
            guard try transaction.record(record.id) == nil else { continue }
            try transaction.put(record)
            let ofDay = try transaction.records(FocusRecord.byStart.under(record.day))
            try transaction.put(FocusDay(record.day, records: ofDay))
            if let id = record.purpose.task, var task = try transaction.record(id) {
                task.spent += record.focused
                try transaction.put(task)
            }
            kept.append(record)
        }
        return kept
    }

    private static func runs(_ session: FocusSession) -> Failure {
        Failure(
            .sessionRuns, "A session of \(session.purpose.preset) goes on already.",
            advice: "See it with `status`, end it with `stop`, or go on with `resume`.")
    }
}

/// The one session there is: one record, so that two processes that start at once cannot both win.
struct CurrentSession: Storable {
    let session: FocusSession

    var id: Identifier<CurrentSession> { CurrentSession.only }

    static let only: Identifier<CurrentSession> = "current"
    static let collection = RecordCollection<CurrentSession>("focus.session")
}
