import Kernel

/// The user's changes to history: added, corrected and deleted records.
///
/// Added time counts by the minute, but is no full round. It must be past and overlap no other
/// focus, so no minute counts twice and a day has 24 hours.
package struct FocusLog: Sendable {
    /// The parts of a record that the user may change.
    package struct Draft: Hashable, Sendable {
        package var times: Range<Instant>
        package var purpose: FocusSession.Purpose

        /// Creates a draft.
        ///
        /// The purpose is a copy of the current task.
        package init(_ times: Range<Instant>, for purpose: FocusSession.Purpose) {
            self.times = times
            self.purpose = purpose
        }
    }

    /// The preset name of records without a timer.
    package static let preset = "By hand"
    package static let naming = RecordNaming<FocusRecord>(
        "period of focus", listedBy: "history", missing: .recordNotFound, names: { [$0.id.rawValue] },
        title: { "\($0.day), \($0.purpose.title ?? $0.purpose.preset)" })

    private let store: any Store
    private let history: FocusHistory
    private let gates: GateKeeper
    private let ids: IDSource
    package let time: TimeSource

    package init(_ store: any Store, gates: GateKeeper, ids: IDSource, time: TimeSource) {
        self.store = store
        self.gates = gates
        self.ids = ids
        self.time = time
        history = FocusHistory(store, gates: gates, time: time)
    }

    /// Returns the record with a given identifier, or with one that begins or ends with it.
    ///
    /// - Throws: `recordNotFound`, `namesSeveral` if several records match.
    package func record(_ name: String) throws -> FocusRecord {
        if let exact = try store.read({ try $0.record(Identifier<FocusRecord>(name)) }) { return exact }
        let latest = FocusRecord.byStart.all.descending
        if let row = NamingRule.row(name) {
            let rows = try store.read { try $0.records(latest.limit(row)) }
            guard rows.count == row else { throw FocusLog.naming.notFoundFailure(name, rows: rows.count) }
            return rows[row - 1]
        }
        return try FocusLog.naming.uniqueMatch(name, of: store.read { try $0.records(latest) })
    }

    /// Adds focus that the timer missed.
    ///
    /// - Throws: `timesInvalid`, `timesTaken` if the time overlaps other focus.
    package func add(_ draft: Draft) throws -> FocusRecord {
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

    /// Changes a record.
    ///
    /// After a change of its times they count as entered by hand, and the record is no full round.
    ///
    /// - Throws: as `add`, `recordNotFound`, `locked` for a locked day.
    package func edit(_ id: Identifier<FocusRecord>, _ change: (inout Draft) -> Void) throws -> FocusRecord {
        let firstVisibleDay = history.firstVisibleDay()
        let lockFailure = gates.ask(FocusGates.history, .max).lockFailure(LockText.history, of: FocusGates.history)
        return try store.write(undo: "Changed a period of focus") { transaction in
            guard let oldRecord = try transaction.record(id) else {
                throw FocusLog.naming.notFoundFailure(id.rawValue, rows: 1)
            }
            if let firstVisibleDay, oldRecord.day < firstVisibleDay { throw lockFailure }
            var draft = Draft(oldRecord.start..<oldRecord.end, for: oldRecord.purpose)
            change(&draft)
            let newRecord =
                draft.times == oldRecord.start..<oldRecord.end
                ? FocusRecord(oldRecord, for: draft.purpose)
                : FocusRecord(
                    oldRecord.id, from: draft.times.lowerBound, to: draft.times.upperBound, for: draft.purpose,
                    calendar: time.calendar, interruptions: oldRecord.interruptions)
            if draft.times != oldRecord.start..<oldRecord.end {
                try check(newRecord)
                try checkFree(newRecord, in: transaction)
            }
            try transaction.put(newRecord)
            for day in Set([oldRecord.day, newRecord.day]).sorted() { try transaction.sum(day) }
            if newRecord.isByHand { try transaction.checkSum(of: newRecord.day) }
            try transaction.spend(-oldRecord.focused, on: oldRecord.purpose.task)
            try transaction.spend(newRecord.focused, on: newRecord.purpose.task)
            return newRecord
        }
    }

    /// Deletes a record from history.
    ///
    /// Deletion is allowed on locked days.
    ///
    /// - Throws: `recordNotFound`.
    package func delete(_ id: Identifier<FocusRecord>) throws -> FocusRecord {
        try store.write(undo: "Deleted a period of focus") { transaction in
            guard let oldRecord = try transaction.record(id) else {
                throw FocusLog.naming.notFoundFailure(id.rawValue, rows: 1)
            }
            try transaction.delete(id)
            try transaction.sum(oldRecord.day)
            try transaction.spend(-oldRecord.focused, on: oldRecord.purpose.task)
            return oldRecord
        }
    }

    // MARK: - Validation

    /// Checks the length and the times of a record.
    ///
    /// - Throws: `timesInvalid`.
    private func check(_ record: FocusRecord) throws {
        let problem: String? =
            record.focused < 60_000
            ? "It would be shorter than a minute."
            : record.focused > Span.longest * 1000
                ? "It would be longer than 24 hours."
                : record.end > time.now()
                    ? "It would end in the future."
                    : record.start.milliseconds < 0 ? "It would begin before 1970." : nil
        if let problem {
            throw Failure(
                .timesInvalid, "\(problem) Nothing was changed.", advice: "Choose other times.", kind: .badData)
        }
    }

    /// Throws if a record overlaps saved focus, unsaved focus or the running session.
    ///
    /// A record of an earlier day may extend into this one after a long pause. The check covers one
    /// week back.
    private func checkFree(_ record: FocusRecord, in transaction: borrowing Transaction) throws {
        let first = record.day.adding(days: -7)
        let last = time.calendar.day(of: record.end).adding(days: 1)
        let range = FocusRecord.byStart.from(IndexKey(first), through: last.indexKey.endOfParts)
        var occupied = try transaction.records(range).map { (id: $0.id, start: $0.start, end: $0.end) }
        if var session = try transaction.record(CurrentSession.only)?.session {
            let now = time.now()
            occupied += session.advance(to: now).map {
                (id: Identifier("\(session.id)-\($0.number)"), start: $0.start, end: $0.end)
            }
            if session.phase == .focus, [.running, .paused, .away].contains(session.stage) {
                let start = session.phaseStartedAt
                occupied.append((id: Identifier(session.id.rawValue), start: start, end: max(now, start)))
            }
        }
        let overlap = occupied.filter { $0.id != record.id && $0.start < record.end && $0.end > record.start }.min {
            $0.start < $1.start
        }
        guard let overlap else { return }
        let times = [overlap.start, overlap.end].map { ClockTime(time.calendar.secondOfDay(of: $0)).description }
        throw Failure(
            .timesTaken,
            "There is focus already on \(time.calendar.day(of: overlap.start)), \(times[0]) to \(times[1]) (\(overlap.id)). Nothing was changed.",
            advice: "Choose other times, or change that one with `session edit \(overlap.id)`.", kind: .badData)
    }
}

extension Transaction {
    /// Throws if a day has more focus than hours.
    fileprivate func checkSum(of day: Day) throws {
        guard let sums = try record(FocusDay.id(of: day)), sums.focused > Span.longest * 1000 else { return }
        throw Failure(
            .timesInvalid, "\(day) would have more than 24 hours of focus. Nothing was changed.",
            advice: "Choose other times.", kind: .badData)
    }

    /// Adds milliseconds to the spent time of a task, if the task exists.
    fileprivate func spend(_ milliseconds: Int, on task: Identifier<FocusTask>?) throws {
        guard let task, var task = try record(task) else { return }
        task.spent = max(0, task.spent + milliseconds)
        try putDerived(task)
    }
}
