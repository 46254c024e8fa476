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
    /// What a person wrote of it; nil of what the timer measured and nobody changed.
    public let hand: Hand?
    /// What broke into it; nil for nothing.
    public private(set) var interruptions: [Interruption]?

    /// What a person wrote of a record.
    public enum Hand: String, Codable, Sendable {
        /// Its times: it was added or moved.
        case times
        /// What it was for; its times are the timer's.
        case words
    }

    /// Whether its times are those of a person, and not the timer's.
    public var isByHand: Bool { hand == .times }

    /// How often something broke into it.
    public func count(of kind: Interruption.Kind) -> Int { interruptions?.count { $0.kind == kind } ?? 0 }

    /// Whether it is for a task; then the words of the task go, and what was noted meanwhile.
    mutating func forget(_ task: Identifier<FocusTask>) -> Bool {
        guard purpose.forget(task) else { return false }
        interruptions = interruptions?.map { Interruption(kind: $0.kind, at: $0.at, note: nil) }
        return true
    }

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
    /// What broke into it; nil for nothing.
    public let interruptions: [Interruption]?
}

extension FocusRecord {
    /// A record that a person wrote: its time counts in whole, and it is no full round.
    init(
        _ id: Identifier<FocusRecord>, from start: Instant, to end: Instant, for purpose: FocusSession.Purpose,
        calendar: LocalCalendar, interruptions: [Interruption]? = nil
    ) {
        (self.id, self.start, self.end, day) = (id, start, end, calendar.day(of: start))
        (focused, planned, isCompleted) = (Int(end.milliseconds - start.milliseconds), nil, false)
        (self.purpose, hand, self.interruptions) = (purpose, .times, interruptions)
    }

    /// The same time for something else.
    init(_ record: FocusRecord, for purpose: FocusSession.Purpose) {
        (id, day, start, end) = (record.id, record.day, record.start, record.end)
        (focused, planned, isCompleted) = (record.focused, record.planned, record.isCompleted)
        (self.purpose, hand, interruptions) = (purpose, record.hand ?? .words, record.interruptions)
    }

    init(_ finished: FinishedFocus, of session: FocusSession, calendar: LocalCalendar) {
        (id, day) = (Identifier("\(session.id)-\(finished.number)"), calendar.day(of: finished.start))
        (start, end, purpose) = (finished.start, finished.end, session.purpose)
        (focused, planned, isCompleted) = (finished.focused, finished.planned, finished.isCompleted)
        (hand, interruptions) = (nil, finished.interruptions)
    }
}
