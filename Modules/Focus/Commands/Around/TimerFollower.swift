import Focus
import Kernel
import Reminders

/// The one process beside a timer: it announces ends, lets hooks run, plays where no screen does, and looks once a second.
struct TimerFollower: Sendable {
    let timer: FocusTimer
    let herald: FocusHerald
    let music: MusicChoice
    let kit: AroundKit
    /// What is heard of it where no screen plays.
    let accompaniment: Accompaniment
    /// Who tells that a phase is over; fails where nobody sees it.
    let notifier: Notifier
    /// Waits so many seconds.
    let sleep: @Sendable (Double) -> Void

    /// Seconds of a timer that rests, after which whatever goes on with it begins this anew.
    static let patience = 30

    /// Stays as long as the timer runs, and a little longer.
    func follow() throws {
        var (idle, ringing) = (0, Ringing())
        var (before, isFirst): (FocusSession?, Bool) = (nil, true)
        var last: FocusSession?
        defer { accompaniment.end() }
        while idle < TimerFollower.patience {
            let session = try timer.session()
            // Nobody else writes down what was followed, so it is read only where something may have happened.
            if isFirst || before?.id != session?.id || !FocusSession.events(from: before, to: session).isEmpty {
                try go(along: session)
                (before, isFirst) = (session, false)
            }
            try ring(&ringing, session)
            play(beside: session, behind: last)
            last = session
            idle = session?.stage == .running || ringing.isOpen ? 0 : idle + 1
            sleep(1)
        }
        ringing.question?.withdraw()
        kit.aside.finish()
    }

    // MARK: - What is heard

    /// Sound and bells belong to the screen while there is one. One that has just come, or goes, may not have said so yet: it takes two looks without any.
    private func play(beside session: FocusSession?, behind last: FocusSession?) {
        guard let session, !session.isWatched, let last, !last.isWatched else { return accompaniment.end() }
        if let trouble = accompaniment.follow(session) { try? notifier.tell("No sound", trouble.message) }
        // What a person ended is no news to them.
        if session.news != nil, !session.isSamePhase(as: last) { accompaniment.ring(last.phase) }
    }

    // MARK: - The end of a phase

    /// What was told of a phase that is still the present one.
    private struct Ringing {
        var session: FocusSession?
        var alarm: RepeatingAlarm?
        var question: Asker.Question?
        /// A phase that could not be told here.
        var deaf: FocusSession?

        var isOpen: Bool { alarm != nil || question != nil }
        mutating func end() { (alarm, question) = (nil, nil) }
    }

    private func ring(_ ringing: inout Ringing, _ session: FocusSession?) throws {
        guard ringing.isOpen || session?.news != nil else { return }
        let settings = try herald.settings()
        if ringing.isOpen, let told = ringing.session,
            try session.map({ !$0.isSamePhase(as: told) }) ?? true || herald.isSeen(told)
        {
            ringing.question?.withdraw()
            ringing.end()
        }
        guard settings.isOn, let session else { return }
        if try answer(&ringing) { return }
        let isDeaf = ringing.deaf.map(session.isSamePhase) ?? false
        if !isDeaf, let news = try herald.claim(session) {
            (ringing.session, ringing.alarm) = (session, RepeatingAlarm(settings, at: timer.time.now()))
            try tell(news, session, &ringing)
        } else if ringing.alarm?.rings(at: timer.time.now()) == true, let news = ringing.session?.news {
            try? notifier.tell(news.title, news.body)
        }
        if ringing.alarm?.isOver(at: timer.time.now()) == true { ringing.alarm = nil }
    }

    private func tell(_ news: (title: String, body: String), _ session: FocusSession, _ ringing: inout Ringing) throws {
        do {
            let actions = TimerFollower.actions(session).map { Asker.Action(name: $0.name, label: $0.label) }
            ringing.question = try? kit.asker?.ask(news.title, news.body, actions)
            if ringing.question == nil { try notifier.tell(news.title, news.body) }
        } catch {
            try leaveToOthers(session, &ringing)
        }
    }

    private func leaveToOthers(_ session: FocusSession, _ ringing: inout Ringing) throws {
        try herald.giveBack(session)
        ringing.end()
        ringing.deaf = session
    }

    /// Does what a person chose on the desktop.
    ///
    /// - Returns: whether that changed the timer.
    private func answer(_ ringing: inout Ringing) throws -> Bool {
        guard let question = ringing.question, let told = ringing.session else { return false }
        switch question.answer() {
        case .waiting: return false
        case .failed:
            ringing.question = nil
            // Without buttons then.
            do {
                guard let news = told.news else { return false }
                try notifier.tell(news.title, news.body)
            } catch { try leaveToOthers(told, &ringing) }
            return false
        case .closed:
            ringing.question = nil
            return false
        case .chosen(let name):
            try herald.see(told)
            ringing.end()
            // Another process may have been faster; then there is nothing to do.
            guard let action = TimerFollower.actions(told).first(where: { $0.name == name }) else { return false }
            return (try? action.act(timer)) != nil
        }
    }

    private typealias Action = (name: String, label: String, act: @Sendable (FocusTimer) throws -> FocusTimer.Step)

    private static func actions(_ session: FocusSession) -> [Action] {
        let stop: Action = ("stop", "Stop", { @Sendable in try $0.stop() })
        if session.stage == .ready { return [("begin", "Begin round \(session.round)", { @Sendable in try $0.resume() }), stop] }
        guard session.phase.isBreak else { return [("pause", "Pause", { @Sendable in try $0.pause() }), stop] }
        return [
            ("skip", "Skip the break", { @Sendable in try $0.skip() }),
            ("extend", "5 minutes more", { @Sendable in try $0.extend(bySeconds: 300) }),
        ]
    }

    // MARK: - What goes along

    /// What is noted of music; no file is called that.
    private static let music = "music/"

    private func go(along session: FocusSession?) throws {
        for moment in try herald.moments(until: session) {
            let letter = try HookLetter.bytes(of: moment)
            kit.aside.run { [self] in
                play(along: moment.event)
                for (hook, trouble) in kit.hooks.run(moment.event, letter) {
                    guard (try? herald.note(trouble, of: hook.name)) == true, let trouble else { continue }
                    try? notifier.tell("A hook failed", trouble)
                }
            }
        }
    }

    private func play(along event: TimerEvent) {
        do {
            if try music.follow(event, kit.player) { _ = try herald.note(nil, of: TimerFollower.music) }
        } catch {
            let trouble = (error as? Failure)?.message ?? "Something went wrong."
            if (try? herald.note(trouble, of: TimerFollower.music)) == true {
                try? notifier.tell("Music was left alone", trouble)
            }
        }
    }
}
