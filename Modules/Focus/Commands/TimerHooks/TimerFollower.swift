import Focus
import Kernel
import Reminders

/// The background process that follows a timer and checks it once a second.
///
/// It announces ends, runs hooks and plays sound while no screen does.
struct TimerFollower: Sendable {
    let timer: FocusTimer
    let timerAnnouncer: TimerAnnouncer
    let music: MusicChoice
    let effects: TimerEffects
    /// Plays sound and bells while no screen does.
    let sound: TimerSound
    /// Announces the end of a phase.
    ///
    /// It throws if no notification can be shown.
    let notifier: Notifier
    /// Waits for the given number of seconds.
    let sleep: @Sendable (Double) -> Void

    /// The seconds of a resting timer after which the process ends.
    ///
    /// A command that resumes the timer starts it again.
    static let waitLimit = 30

    /// Follows the timer until it has rested for the wait limit.
    func follow() throws {
        var idleSeconds = 0
        var announcement = Announcement()
        var (lastFollowed, isFirst): (FocusSession?, Bool) = (nil, true)
        var lastSession: FocusSession?
        defer { sound.end() }
        while idleSeconds < TimerFollower.waitLimit {
            let session = try timer.session()
            // Only this process records the followed session, so it is read only after a change.
            if isFirst || lastFollowed?.id != session?.id
                || !FocusSession.events(from: lastFollowed, to: session).isEmpty
            {
                try runEffects(of: session)
                lastFollowed = session
                isFirst = false
            }
            try updateAnnouncement(&announcement, session)
            playSound(for: session, after: lastSession)
            lastSession = session
            idleSeconds = session?.stage == .running || announcement.isOpen ? 0 : idleSeconds + 1
            sleep(1)
        }
        announcement.question?.withdraw()
        effects.worker.waitUntilDone()
    }

    // MARK: - Sound

    /// Plays sound and bells while no screen is open.
    ///
    /// A screen may be late to report that it opened or closed. Two checks in a row without a
    /// screen are therefore required.
    private func playSound(for session: FocusSession?, after last: FocusSession?) {
        guard let session, !session.isWatched, let last, !last.isWatched else { return sound.end() }
        if let trouble = sound.follow(session) { try? notifier.notify("No sound", trouble.message) }
        // A phase that the user ended needs no announcement.
        if session.news != nil, !session.isSamePhase(as: last) { sound.ring(last.phase) }
    }

    // MARK: - The end of a phase

    /// The announcement of a phase that is still current.
    private struct Announcement {
        /// The session at the announced moment.
        var session: FocusSession?
        var alarm: RepeatingAlarm?
        var question: Asker.Question?
        /// The phase that this process failed to announce.
        var failedSession: FocusSession?

        /// Whether the user has still to react to the announcement.
        var isOpen: Bool { alarm != nil || question != nil }
        /// Ends the alarm and the question.
        mutating func end() { (alarm, question) = (nil, nil) }
    }

    /// Announces the end of a phase, repeats the alarm, or ends the announcement once it is seen.
    private func updateAnnouncement(_ announcement: inout Announcement, _ session: FocusSession?) throws {
        guard announcement.isOpen || session?.news != nil else { return }
        let settings = try timerAnnouncer.settings()
        if announcement.isOpen, let announced = announcement.session,
            try session.map({ !$0.isSamePhase(as: announced) }) ?? true || timerAnnouncer.isSeen(announced)
        {
            announcement.question?.withdraw()
            announcement.end()
        }
        guard settings.isOn, let session else { return }
        if try answer(&announcement) { return }
        let hasFailed = announcement.failedSession.map(session.isSamePhase) ?? false
        if !hasFailed, let news = try timerAnnouncer.claim(session) {
            (announcement.session, announcement.alarm) = (session, RepeatingAlarm(settings, at: timer.time.now()))
            try announce(news, session, &announcement)
        } else if announcement.alarm?.rings(at: timer.time.now()) == true, let news = announcement.session?.news {
            try? notifier.notify(news.title, news.body)
        }
        if announcement.alarm?.isOver(at: timer.time.now()) == true { announcement.alarm = nil }
    }

    /// Announces the end of a phase, with buttons if the machine has them.
    private func announce(
        _ news: (title: String, body: String), _ session: FocusSession, _ announcement: inout Announcement
    ) throws {
        do {
            let actions = TimerFollower.actions(session).map { Asker.Action(name: $0.name, label: $0.label) }
            announcement.question = try? effects.asker?.ask(news.title, news.body, actions)
            if announcement.question == nil { try notifier.notify(news.title, news.body) }
        } catch {
            // This process could not announce it. Another one may.
            try releaseClaim(session, &announcement)
        }
    }

    /// Lets another process announce the end of the phase.
    private func releaseClaim(_ session: FocusSession, _ announcement: inout Announcement) throws {
        try timerAnnouncer.releaseClaim(session)
        announcement.end()
        announcement.failedSession = session
    }

    /// Performs the action that the user chose on the desktop.
    ///
    /// - Returns: whether the timer changed.
    private func answer(_ announcement: inout Announcement) throws -> Bool {
        guard let question = announcement.question, let announced = announcement.session else { return false }
        switch question.answer() {
        case .waiting: return false
        case .failed:
            announcement.question = nil
            // Announces it again without buttons.
            do {
                guard let news = announced.news else { return false }
                try notifier.notify(news.title, news.body)
            } catch { try releaseClaim(announced, &announcement) }
            return false
        case .closed:
            announcement.question = nil
            return false
        case .chosen(let name):
            try timerAnnouncer.markSeen(announced)
            announcement.end()
            // Another process may have acted first. The action is then gone.
            guard let action = TimerFollower.actions(announced).first(where: { $0.name == name }) else { return false }
            return (try? action.act(timer)) != nil
        }
    }

    /// A button: its name, its label and the change of the timer.
    private typealias Action = (name: String, label: String, act: @Sendable (FocusTimer) throws -> FocusTimer.Step)

    /// Returns the buttons that fit the state of the timer.
    private static func actions(_ session: FocusSession) -> [Action] {
        let stop: Action = ("stop", "Stop", { @Sendable in try $0.stop() })
        if session.stage == .ready {
            return [("begin", "Begin round \(session.round)", { @Sendable in try $0.resume() }), stop]
        }
        guard session.phase.isBreak else { return [("pause", "Pause", { @Sendable in try $0.pause() }), stop] }
        return [
            ("skip", "Skip the break", { @Sendable in try $0.skip() }),
            ("extend", "5 minutes more", { @Sendable in try $0.extend(bySeconds: 300) }),
        ]
    }

    // MARK: - Hooks and music

    /// The record name for music, which no file can have.
    private static let music = "music/"

    /// Runs the hooks and updates the music for each event since the last call.
    private func runEffects(of session: FocusSession?) throws {
        for moment in try timerAnnouncer.takeEvents(upTo: session) {
            let input = try HookInput.bytes(of: moment)
            effects.worker.run { [self] in
                updateMusic(at: moment.event)
                for (hook, trouble) in effects.hooks.run(moment.event, input) {
                    guard (try? timerAnnouncer.recordHookError(trouble, of: hook.name)) == true, let trouble else {
                        continue
                    }
                    try? notifier.notify("A hook failed", trouble)
                }
            }
        }
    }

    /// Pauses or resumes music, and shows an error once.
    private func updateMusic(at event: TimerEvent) {
        do {
            if try music.follow(event, effects.player) {
                _ = try timerAnnouncer.recordHookError(nil, of: TimerFollower.music)
            }
        } catch {
            let trouble = (error as? Failure)?.message ?? "Something went wrong."
            if (try? timerAnnouncer.recordHookError(trouble, of: TimerFollower.music)) == true {
                try? notifier.notify("Music was left alone", trouble)
            }
        }
    }
}
