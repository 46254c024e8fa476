import Kernel

/// What has been told of the timer, and to whom: each end of a phase once, however many processes look, and each event once to those who go along with it.
public struct FocusHerald: Sendable {
    /// Something that happened to the timer.
    public struct Moment: Hashable, Sendable {
        /// What it was.
        public let event: TimerEvent
        /// The session as it left it.
        public let session: FocusSession
        /// When it happened, as well as anybody knows.
        public let at: Instant
        /// Milliseconds of focus in the session until then.
        public let focused: Int

        /// A moment from its parts.
        public init(_ event: TimerEvent, _ session: FocusSession, at: Instant, focused: Int) {
            (self.event, self.session, self.at, self.focused) = (event, session, at, focused)
        }
    }

    /// Seconds after which the end of a phase is no news any more.
    public static let stale = 600.0

    private let store: any Store
    private let time: TimeSource

    /// A herald over one profile's store.
    public init(_ store: any Store, time: TimeSource) { (self.store, self.time) = (store, time) }

    // MARK: - How it is told

    /// How the end of a phase is told.
    public func settings() throws -> AlarmSettings { try store.focusChoices().alarm ?? AlarmSettings() }

    /// Changes how the end of a phase is told.
    public func set(_ settings: AlarmSettings) throws {
        try store.choose("Changed the alarm") { $0.alarm = settings == AlarmSettings() ? nil : settings }
    }

    // MARK: - The end of a phase

    /// Whether there is news that nobody has told, which whoever asks tells now. Asked before it is told, so that a crash loses it rather than tells it twice.
    public func claim(_ session: FocusSession) throws -> (title: String, body: String)? {
        guard let news = session.news, time.now().seconds(since: session.phaseStartedAt) < FocusHerald.stale,
            try mark(FocusMark.told).phase != session.phaseName
        else { return nil }
        let isOurs = try change(FocusMark.told) { mark in
            guard mark.phase != session.phaseName else { return false }
            (mark.phase, mark.isSeen) = (session.phaseName, nil)
            return true
        }
        return isOurs ? news : nil
    }

    /// It could not be told here: somebody else may.
    public func giveBack(_ session: FocusSession) throws {
        _ = try change(FocusMark.told) { mark in
            if mark.phase == session.phaseName { mark.phase = nil }
            return true
        }
    }

    /// A person has seen that the phase came to its end.
    public func see(_ session: FocusSession) throws {
        guard try mark(FocusMark.told).phase == session.phaseName else { return }
        _ = try change(FocusMark.told) { mark in
            if mark.phase == session.phaseName { mark.isSeen = true }
            return true
        }
    }

    /// Whether there is nobody left to be told that this phase began.
    public func isSeen(_ session: FocusSession) throws -> Bool {
        let mark = try mark(FocusMark.told)
        return mark.phase != session.phaseName || mark.isSeen == true
    }

    // MARK: - Everything that happens

    /// What happened since this was asked last, each once. For one process at a time, which asks again after whatever happens.
    public func moments(until session: FocusSession?) throws -> [Moment] {
        let before = try mark(FocusMark.followed).session
        let happened = FocusSession.events(from: before, to: session)
        guard !happened.isEmpty || before?.id != session?.id else { return [] }
        _ = try change(FocusMark.followed) { mark in
            mark.session = session
            return true
        }
        // Of what is over nothing need be known: neither which of its phases was told, nor what it was for.
        if session == nil {
            _ = try change(FocusMark.told) { mark in
                (mark.phase, mark.isSeen) = (nil, nil)
                return true
            }
        }
        let now = time.now()
        return try happened.map { event, session in
            let isDated = [.start, .break, .ready].contains(event) && session.phaseStartedAt <= now
            let kept = event == .end ? try focused(in: session) : 0
            return Moment(
                event, session, at: isDated ? session.phaseStartedAt : now, focused: max(kept, session.focused(at: session.seen)))
        }
    }

    /// Milliseconds of focus that history keeps of a session.
    private func focused(in session: FocusSession) throws -> Int {
        let ids = (1...session.begun + 1).map { Identifier<FocusRecord>("\(session.id)-\($0)") }
        return try store.read { try $0.records(ids) }.compactMap { $0 }.reduce(0) { $0 + $1.focused }
    }

    // MARK: - What those who go along remember

    /// What went wrong with each program of a person's own when it ran last, by its name.
    public func troubles() throws -> [String: String] { try mark(FocusMark.followed).troubles ?? [:] }

    /// Notes what went wrong with a program, or that nothing did.
    ///
    /// - Returns: whether that is new.
    public func note(_ trouble: String?, of name: String) throws -> Bool {
        guard try troubles()[name] != trouble else { return false }
        return try change(FocusMark.followed) { mark in
            var troubles = mark.troubles ?? [:]
            troubles[name] = trouble
            mark.troubles = troubles.isEmpty ? nil : troubles
            return trouble != nil
        }
    }

    // MARK: - Within

    private func mark(_ id: Identifier<FocusMark>) throws -> FocusMark {
        try store.read { try $0.record(id) } ?? FocusMark(id: id)
    }

    private func change(_ id: Identifier<FocusMark>, _ body: (inout FocusMark) -> Bool) throws -> Bool {
        try store.write(undo: nil) { transaction in
            let before = try transaction.record(id)
            var mark = before ?? FocusMark(id: id)
            let answer = body(&mark)
            if mark == FocusMark(id: id) {
                if before != nil { try transaction.delete(id) }
            } else if mark != before {
                try transaction.put(mark)
            }
            return answer
        }
    }
}

/// How far one of those who go along with the timer has come.
struct FocusMark: Storable, Hashable {
    let id: Identifier<FocusMark>
    /// The phase whose beginning was told last.
    var phase: String?
    /// Whether a person has seen that.
    var isSeen: Bool?
    /// The session as it was seen last.
    var session: FocusSession?
    /// What went wrong with each program of a person's own.
    var troubles: [String: String]?
    /// The players of music that rest because of the timer.
    var resting: [String]?

    static let told: Identifier<FocusMark> = "told"
    static let followed: Identifier<FocusMark> = "followed"
    static let music: Identifier<FocusMark> = "music"
    static let collection = RecordCollection<FocusMark>("focus.marks")
}
