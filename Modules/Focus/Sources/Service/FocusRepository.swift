import Kernel

/// Where the timer and its history are kept. Each method is one transaction; what must hold between two processes holds inside it.
public protocol FocusRepository: Sendable {
    /// The session that runs or waits, as it was last written; nil when there is none.
    func current() throws -> FocusSession?
    /// Begins a session at the moment it says. A session that has come to its end by then gives way, and its records are kept.
    ///
    /// - Throws: `sessionRuns` when another goes on.
    func begin(_ session: FocusSession) throws
    /// Lets an event happen to the session at a moment, and keeps what ended with it. A record that is there already is not kept twice. When
    /// the session is over it is forgotten.
    ///
    /// - Parameter label: what `undo` calls it; nil for what a person did not do.
    /// - Throws: `nothingRuns`, and what the event throws; nothing is changed then.
    func handle(_ event: FocusSession.Event, at now: Instant, label: String?) throws -> FocusStep
    /// The records of days, latest first.
    func records(from first: Day, through last: Day, limit: Int?) throws -> [FocusRecord]
    /// The sums of days, earliest first; days without focus have none.
    func days(from first: Day, through last: Day) throws -> [FocusDay]
    /// How many days have focus.
    func countDays(from first: Day, through last: Day) throws -> Int
    /// Own and changed presets, by name.
    func presets() throws -> [Preset]
    /// Keeps a preset in the place of the one with its name.
    func keep(_ preset: Preset, label: String) throws
    /// Forgets a preset; whether there was one.
    func removePreset(named name: String, label: String) throws -> Bool
    /// What was chosen.
    func choices() throws -> FocusChoices
    /// Keeps what was chosen.
    func keep(_ choices: FocusChoices, label: String) throws
}

/// What an event made of a session.
public struct FocusStep: Hashable, Sendable {
    /// The session after it.
    public let session: FocusSession
    /// The stretches of focus that ended with it and were not kept before.
    public let records: [FocusRecord]
    /// Whether these are the first that were ever kept.
    public let isFirstFocus: Bool

    /// A step.
    public init(session: FocusSession, records: [FocusRecord], isFirstFocus: Bool) {
        (self.session, self.records, self.isFirstFocus) = (session, records, isFirstFocus)
    }
}

/// What a person chose for the whole app.
public struct FocusChoices: Storable, Hashable {
    /// There is one.
    public var id: Identifier<FocusChoices> { FocusChoices.only }
    /// The theme.
    public var theme: String?
    /// What becomes of gaps in new sessions.
    public var gaps: FocusPlan.GapPolicy?

    /// Choices.
    public init(theme: String? = nil, gaps: FocusPlan.GapPolicy? = nil) { (self.theme, self.gaps) = (theme, gaps) }

    static let only: Identifier<FocusChoices> = "choices"
    /// Where they are kept.
    public static let collection = RecordCollection<FocusChoices>("focus.choices")
}
