import Kernel

/// A stretch of focus in history: a round that was finished, skipped or stopped.
package struct FocusRecord: Storable, Hashable {
    /// The ID, made from the session and the number of its round.
    ///
    /// Two processes that see the same end therefore write the same record.
    package let id: Identifier<FocusRecord>
    /// The local day on which it began.
    ///
    /// All of its time counts for that day.
    package let day: Day
    package let start: Instant
    package let end: Instant
    /// Milliseconds of focus without pauses.
    package let focused: Int
    /// The planned milliseconds, or nil if it counted up.
    package let planned: Int?
    /// Whether it lasted its full length.
    package let isCompleted: Bool
    /// The preset and task of the time.
    package internal(set) var purpose: FocusSession.Purpose
    /// The part that the user wrote, or nil for an unchanged record of the timer.
    package private(set) var hand: Hand?
    /// The interruptions that the user noted, or nil for none.
    package private(set) var interruptions: [Interruption]?

    /// The part of a record that the user wrote.
    package enum Hand: String, Codable, Sendable {
        /// The user added the record or changed its times.
        case times
        /// The user changed its purpose.
        ///
        /// The times are the timer's.
        case words
    }

    /// Whether the user entered its times.
    package var isByHand: Bool { hand == .times }

    /// Returns the number of interruptions of a kind.
    package func count(of kind: Interruption.Kind) -> Int { interruptions?.count { $0.kind == kind } ?? 0 }

    /// Removes the words of a task and the notes of interruptions, and returns whether the record
    /// was for that task.
    mutating func forget(_ task: Identifier<FocusTask>) -> Bool {
        guard purpose.forget(task) else { return false }
        interruptions = interruptions?.map { Interruption(kind: $0.kind, at: $0.at, note: nil) }
        return true
    }

    static let byStart = Index<FocusRecord, IndexKey>.ordered("start") { IndexKey($0.day, $0.start) }
    static let byTask = Index<FocusRecord, IndexKey>.ordered("task") { record in
        record.purpose.task.map { IndexKey($0, record.day, record.start) }
    }
    package static let collection = RecordCollection<FocusRecord>("focus.records", indexes: [byStart, byTask])
}

/// A focus phase that ended within a session and has no local day yet.
package struct FinishedFocus: Hashable, Sendable {
    /// The number of the focus phase in the session, from 1.
    package let number: Int
    package let start: Instant
    package let end: Instant
    /// Milliseconds of focus.
    package let focused: Int
    /// The planned milliseconds, or nil if it counted up.
    package let planned: Int?
    /// Whether it lasted its full length.
    package let isCompleted: Bool
    package let interruptions: [Interruption]?
}

extension FocusRecord {
    /// Creates a record that the user entered.
    ///
    /// All of its time counts, and it is no full round.
    init(
        _ id: Identifier<FocusRecord>, from start: Instant, to end: Instant, for purpose: FocusSession.Purpose,
        calendar: LocalCalendar, interruptions: [Interruption]? = nil
    ) {
        self.id = id
        self.start = start
        self.end = end
        day = calendar.day(of: start)
        focused = Int(end.milliseconds - start.milliseconds)
        planned = nil
        isCompleted = false
        self.purpose = purpose
        hand = .times
        self.interruptions = interruptions
    }

    /// Creates a copy of a record with another purpose that the user wrote.
    init(_ record: FocusRecord, for purpose: FocusSession.Purpose) {
        self = record
        self.purpose = purpose
        hand = record.hand ?? .words
    }

    /// Creates the record of a phase that the timer ended.
    init(_ finished: FinishedFocus, of session: FocusSession, calendar: LocalCalendar) {
        id = Identifier("\(session.id)-\(finished.number)")
        day = calendar.day(of: finished.start)
        start = finished.start
        end = finished.end
        purpose = session.purpose
        focused = finished.focused
        planned = finished.planned
        isCompleted = finished.isCompleted
        hand = nil
        interruptions = finished.interruptions
    }
}
