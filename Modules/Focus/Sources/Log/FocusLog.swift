import Kernel

/// What a person writes into history: what was forgotten, what was not so, what should not be there.
///
/// Added time counts by the minute, as any other, and is no full round. It never lies over other focus, nor in the future, so that no minute of a
/// day counts twice, and a day has 24 hours.
public struct FocusLog: Sendable {
    /// What of a record a person may change.
    public struct Draft: Hashable, Sendable {
        /// When it began and ended.
        public var times: Range<Instant>
        /// What it was for.
        public var purpose: FocusSession.Purpose

        /// What is to be kept. A purpose is a copy of a task, as it is now.
        public init(_ times: Range<Instant>, for purpose: FocusSession.Purpose) { (self.times, self.purpose) = (times, purpose) }
    }

    /// What stands in place of the preset's name where there was no timer.
    public static let preset = "By hand"
    /// How records are named, beside the rows of a list.
    public static let naming = Naming<FocusRecord>(
        "period of focus", listedBy: "history", missing: .recordNotFound, names: { [$0.id.rawValue] },
        title: { "\($0.day), \($0.purpose.title ?? $0.purpose.preset)" })

    private let store: any Store
    private let history: FocusHistory
    private let gates: GateKeeper
    private let ids: IDSource
    /// Where the present comes from, and local days.
    public let time: TimeSource

    /// A log over one profile's store.
    public init(_ store: any Store, gates: GateKeeper, ids: IDSource, time: TimeSource) {
        (self.store, self.gates, self.ids, self.time) = (store, gates, ids, time)
        history = FocusHistory(store, gates: gates, time: time)
    }

    /// The record that a person means: by its identifier or either end of it.
    ///
    /// - Throws: `recordNotFound`; `namesSeveral` when it may be several.
    public func record(_ name: String) throws -> FocusRecord {
        if let exact = try store.read({ try $0.record(Identifier<FocusRecord>(name)) }) { return exact }
        let latest = FocusRecord.byStart.all.descending
        if let row = NamingRule.row(name) {
            let rows = try store.read { try $0.records(latest.limit(row)) }
            guard rows.count == row else { throw FocusLog.naming.nothing(name, rows: rows.count) }
            return rows[row - 1]
        }
        return try FocusLog.naming.one(name, of: store.read { try $0.records(latest) })
    }

    /// Adds focus that the timer did not see.
    ///
    /// - Throws: `timesInvalid`; `timesTaken` when there is focus already.
    public func add(_ draft: Draft) throws -> FocusRecord {
        let record = FocusRecord(
            Identifier("\(ids.next(FocusRecord.self))-0"), from: draft.times.lowerBound, to: draft.times.upperBound,
            for: draft.purpose, calendar: time.calendar)
        try check(record)
        try store.write(undo: "Added \(Span.minutes(milliseconds: record.focused)) of focus") { transaction in
            try checkFree(record, in: transaction)
            try transaction.put(record)
            try transaction.sum(record.day)
            try transaction.checkSum(of: record.day)
            try transaction.spend(record.focused, on: record.purpose.task)
        }
        return record
    }

    /// Changes a record. Where its times change they are a person's from then on, and it is no full round any more.
    ///
    /// - Throws: as `add`; `recordNotFound`; `locked` for a day that may not be looked at.
    public func edit(_ id: Identifier<FocusRecord>, _ change: (inout Draft) -> Void) throws -> FocusRecord {
        let open = history.openSince()
        let refusal = gates.ask(FocusGates.history, .max).refusal(LockText.history, of: FocusGates.history)
        return try store.write(undo: "Changed a period of focus") { transaction in
            guard let old = try transaction.record(id) else { throw FocusLog.naming.nothing(id.rawValue, rows: 1) }
            if let open, old.day < open { throw refusal }
            var draft = Draft(old.start..<old.end, for: old.purpose)
            change(&draft)
            let new =
                draft.times == old.start..<old.end
                ? FocusRecord(old, for: draft.purpose)
                : FocusRecord(
                    old.id, from: draft.times.lowerBound, to: draft.times.upperBound, for: draft.purpose,
                    calendar: time.calendar, interruptions: old.interruptions)
            if draft.times != old.start..<old.end {
                try check(new)
                try checkFree(new, in: transaction)
            }
            try transaction.put(new)
            for day in Set([old.day, new.day]).sorted() { try transaction.sum(day) }
            if new.isByHand { try transaction.checkSum(of: new.day) }
            try transaction.spend(-old.focused, on: old.purpose.task)
            try transaction.spend(new.focused, on: new.purpose.task)
            return new
        }
    }

    /// Takes a record out of history. A person's own is never locked.
    ///
    /// - Throws: `recordNotFound`.
    public func delete(_ id: Identifier<FocusRecord>) throws -> FocusRecord {
        try store.write(undo: "Deleted a period of focus") { transaction in
            guard let old = try transaction.record(id) else { throw FocusLog.naming.nothing(id.rawValue, rows: 1) }
            try transaction.delete(id)
            try transaction.sum(old.day)
            try transaction.spend(-old.focused, on: old.purpose.task)
            return old
        }
    }

    // MARK: - What is refused

    private func check(_ record: FocusRecord) throws {
        let wrong: String? =
            record.focused < 60_000
            ? "It would be shorter than a minute."
            : record.focused > Span.longest * 1000
                ? "It would be longer than 24 hours."
                : record.end > time.now()
                    ? "It would end in the future." : record.start.milliseconds < 0 ? "It would begin before 1970." : nil
        if let wrong {
            throw Failure(.timesInvalid, "\(wrong) Nothing was changed.", advice: "Choose other times.", kind: .badData)
        }
    }

    /// Nothing that is kept, that has ended and is not kept yet, or that runs may lie where it is to be. A record of another day reaches into this one
    /// when it was paused for long; after a week nobody looks for it.
    private func checkFree(_ record: FocusRecord, in transaction: borrowing Transaction) throws {
        let (first, last) = (record.day.adding(days: -7), time.calendar.day(of: record.end).adding(days: 1))
        let range = FocusRecord.byStart.from(IndexKey(first), through: IndexKey(text: last.indexKey.text + "\u{2}"))
        var others = try transaction.records(range).map { ($0.id, $0.start, $0.end) }
        if var session = try transaction.record(CurrentSession.only)?.session {
            let now = time.now()
            others += session.advance(to: now).map { (Identifier("\(session.id)-\($0.number)"), $0.start, $0.end) }
            if session.phase == .focus, [.running, .paused, .away].contains(session.stage) {
                others.append((Identifier(session.id.rawValue), session.phaseStartedAt, max(now, session.phaseStartedAt)))
            }
        }
        let taken = others.filter { $0.0 != record.id && $0.1 < record.end && $0.2 > record.start }.min { $0.1 < $1.1 }
        guard let taken else { return }
        let times = [taken.1, taken.2].map { ClockTime(time.calendar.secondOfDay(of: $0)).description }
        throw Failure(
            .timesTaken,
            "There is focus already on \(time.calendar.day(of: taken.1)), \(times[0]) to \(times[1]) (\(taken.0)). Nothing was changed.",
            advice: "Choose other times, or change that one with `session edit \(taken.0)`.", kind: .badData)
    }
}

extension Transaction {
    /// A day has no more focus than hours.
    fileprivate func checkSum(of day: Day) throws {
        guard let sums = try record(FocusDay.id(of: day)), sums.focused > Span.longest * 1000 else { return }
        throw Failure(
            .timesInvalid, "\(day) would have more than 24 hours of focus. Nothing was changed.", advice: "Choose other times.",
            kind: .badData)
    }

    /// Adds to what a task has taken, where it is still there.
    fileprivate func spend(_ milliseconds: Int, on task: Identifier<FocusTask>?) throws {
        guard let task, var task = try record(task) else { return }
        task.spent = max(0, task.spent + milliseconds)
        try amend(task)
    }
}
