import Kernel

/// One stretch of focus as history keeps it: a round that was finished, skipped or stopped.
public struct FocusRecord: Storable, Hashable {
    /// Made from the session and the number of its round, so that two processes that see the same end write the same record.
    public let id: Identifier<FocusRecord>
    /// The local day on which it began; all of its time counts there.
    public let day: Day
    /// When it began.
    public let start: Instant
    /// When it ended.
    public let end: Instant
    /// Milliseconds of focus, pauses left out.
    public let focused: Int
    /// Milliseconds that were planned; nil when it counted up.
    public let planned: Int?
    /// Whether it went its full length.
    public let isCompleted: Bool
    /// What it was for.
    public internal(set) var purpose: FocusSession.Purpose

    static let byStart = Index<FocusRecord, IndexKey>.ordered("start") { IndexKey($0.day, $0.start) }
    /// What was for a task.
    static let byTask = Index<FocusRecord, IndexKey>.ordered("task") { record in
        record.purpose.task.map { IndexKey($0, record.day, record.start) }
    }
    /// Where records are kept.
    public static let collection = RecordCollection<FocusRecord>("focus.records", indexes: [byStart, byTask])
}

/// A focus phase that came to its end within a session, before anyone has said on which local day.
public struct FinishedFocus: Hashable, Sendable {
    /// Which focus phase of the session, from 1.
    public let number: Int
    /// When it began.
    public let start: Instant
    /// When it ended.
    public let end: Instant
    /// Milliseconds of focus.
    public let focused: Int
    /// Milliseconds planned; nil when it counted up.
    public let planned: Int?
    /// Whether it went its full length.
    public let isCompleted: Bool
}

extension FocusRecord {
    init(_ finished: FinishedFocus, of session: FocusSession, calendar: LocalCalendar) {
        (id, day) = (Identifier("\(session.id)-\(finished.number)"), calendar.day(of: finished.start))
        (start, end, purpose) = (finished.start, finished.end, session.purpose)
        (focused, planned, isCompleted) = (finished.focused, finished.planned, finished.isCompleted)
    }
}
