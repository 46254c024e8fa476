import Kernel

/// A register of announced timer events, shared by all processes.
///
/// Each end of a phase is announced once. Each event reaches the follower of the timer once.
package struct TimerAnnouncer: Sendable {
    /// An event of the timer.
    package struct Moment: Hashable, Sendable {
        package let event: TimerEvent
        package let session: FocusSession
        /// The time of the event.
        package let at: Instant
        /// Milliseconds of focus in the session before the event.
        package let focused: Int

        package init(_ event: TimerEvent, _ session: FocusSession, at: Instant, focused: Int) {
            self.event = event
            self.session = session
            self.at = at
            self.focused = focused
        }
    }

    /// The seconds after which the end of a phase is no longer announced.
    package static let staleSeconds = 600.0

    private let store: any Store
    private let time: TimeSource

    package init(_ store: any Store, time: TimeSource) {
        self.store = store
        self.time = time
    }

    // MARK: - Settings

    /// Returns the settings for announcing the end of a phase.
    package func settings() throws -> AlarmSettings { try store.focusChoices().alarm ?? AlarmSettings() }

    /// Stores the settings for announcing the end of a phase.
    package func set(_ settings: AlarmSettings) throws {
        try store.updateChoices("Changed the alarm") { $0.alarm = settings == AlarmSettings() ? nil : settings }
    }

    // MARK: - The end of a phase

    /// Claims an announcement that no process has made yet, or returns nil.
    ///
    /// The caller then makes it. The claim comes first, so a crash loses the announcement and never
    /// repeats it.
    package func claim(_ session: FocusSession) throws -> (title: String, body: String)? {
        guard let news = session.news, time.now().seconds(since: session.phaseStartedAt) < TimerAnnouncer.staleSeconds,
            try mark(AnnouncementMark.announced).phase != session.phaseName
        else { return nil }
        let isClaimed = try change(AnnouncementMark.announced) { mark in
            guard mark.phase != session.phaseName else { return false }
            (mark.phase, mark.isSeen) = (session.phaseName, nil)
            return true
        }
        return isClaimed ? news : nil
    }

    /// Releases a claim after the announcement failed, so that another process can make it.
    package func releaseClaim(_ session: FocusSession) throws {
        _ = try change(AnnouncementMark.announced) { mark in
            if mark.phase == session.phaseName { mark.phase = nil }
            return true
        }
    }

    /// Records that the user has seen the end of the phase.
    package func markSeen(_ session: FocusSession) throws {
        guard try mark(AnnouncementMark.announced).phase == session.phaseName else { return }
        _ = try change(AnnouncementMark.announced) { mark in
            if mark.phase == session.phaseName { mark.isSeen = true }
            return true
        }
    }

    /// Returns whether the user has seen the announcement, or another one has replaced it.
    package func isSeen(_ session: FocusSession) throws -> Bool {
        let mark = try mark(AnnouncementMark.announced)
        return mark.phase != session.phaseName || mark.isSeen == true
    }

    // MARK: - Events

    /// Returns the events since the last call, each once.
    ///
    /// Only one process may call it, and it must call it again after each event.
    package func takeEvents(upTo session: FocusSession?) throws -> [Moment] {
        let before = try mark(AnnouncementMark.followed).session
        let events = FocusSession.events(from: before, to: session)
        guard !events.isEmpty || before?.id != session?.id else { return [] }
        _ = try change(AnnouncementMark.followed) { mark in
            mark.session = session
            return true
        }
        // The session has ended, so its announcement is forgotten.
        if session == nil {
            _ = try change(AnnouncementMark.announced) { mark in
                (mark.phase, mark.isSeen) = (nil, nil)
                return true
            }
        }
        let now = time.now()
        return try events.map { event, session in
            let beganWithPhase = [.start, .break, .ready].contains(event) && session.phaseStartedAt <= now
            let recordedFocus = event == .end ? try focused(in: session) : 0
            // History may contain focus after the last reading, and lacks focus that is not stored
            // yet.
            return Moment(
                event, session, at: beganWithPhase ? session.phaseStartedAt : now,
                focused: max(recordedFocus, session.focused(at: session.seen)))
        }
    }

    /// Returns the milliseconds of focus that history stores of a session.
    private func focused(in session: FocusSession) throws -> Int {
        let ids = (1...session.begun + 1).map { Identifier<FocusRecord>("\(session.id)-\($0)") }
        return try store.read { try $0.records(ids) }.compactMap { $0 }.reduce(0) { $0 + $1.focused }
    }

    // MARK: - Hook errors

    /// Returns the error of each hook's last run, by the name of the hook.
    package func hookErrors() throws -> [String: String] { try mark(AnnouncementMark.followed).troubles ?? [:] }

    /// Records the error of a hook, or nil after a success.
    ///
    /// - Returns: whether this is a new error.
    package func recordHookError(_ errorText: String?, of name: String) throws -> Bool {
        guard try hookErrors()[name] != errorText else { return false }
        return try change(AnnouncementMark.followed) { mark in
            var errors = mark.troubles ?? [:]
            errors[name] = errorText
            mark.troubles = errors.isEmpty ? nil : errors
            return errorText != nil
        }
    }

    // MARK: - Storage

    /// Returns a stored mark, or an empty one.
    private func mark(_ id: Identifier<AnnouncementMark>) throws -> AnnouncementMark {
        try store.read { try $0.record(id) } ?? AnnouncementMark(id: id)
    }

    /// Changes a mark in one transaction, and returns the result of the body. An empty mark is
    /// deleted.
    private func change(_ id: Identifier<AnnouncementMark>, _ body: (inout AnnouncementMark) -> Bool) throws -> Bool {
        try store.write(undo: nil) { transaction in
            let before = try transaction.record(id)
            var mark = before ?? AnnouncementMark(id: id)
            let answer = body(&mark)
            if mark == AnnouncementMark(id: id) {
                if before != nil { try transaction.delete(id) }
            } else if mark != before {
                try transaction.put(mark)
            }
            return answer
        }
    }
}

/// The progress of a process that follows the timer.
struct AnnouncementMark: Storable, Hashable {
    let id: Identifier<AnnouncementMark>
    /// The name of the last announced phase.
    var phase: String?
    /// Whether the user has seen that announcement.
    var isSeen: Bool?
    /// The session as the follower of the timer last read it.
    var session: FocusSession?
    /// The error of each hook's last run, by the name of the hook.
    var troubles: [String: String]?
    /// The names of the players that paused because of the timer.
    var resting: [String]?

    /// The mark of the last announcement.
    static let announced: Identifier<AnnouncementMark> = "told"
    /// The mark of the process that runs hooks.
    static let followed: Identifier<AnnouncementMark> = "followed"
    /// The mark of the paused players.
    static let music: Identifier<AnnouncementMark> = "music"
    static let collection = RecordCollection<AnnouncementMark>("focus.marks")
}
