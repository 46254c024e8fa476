import Focus
import Interface
import Kernel
import Reminders

/// The timer on the full screen, or line by line in a pipe and for a screen reader.
///
/// Each tick reads the session again, so the screen shows changes by other processes. An
/// interrupted screen loses nothing. Only a full screen ticks. The first tick records that a user
/// watches, and one tick a minute confirms it.
struct FocusScreen: Dialogue {
    private let timer: FocusTimer
    /// The announcements of the end of a phase.
    private var news: ScreenAnnouncements
    private let timerSound: TimerSound
    private let ambiances: AmbianceChoice
    /// The background, which only a full screen has.
    private var ambiance: CatalogItem?
    /// The session and the time at which it was last read.
    private var moment: TimerMoment
    /// The message below the timer, or empty text.
    private var message: String
    /// Whether the screen has ticked, which only a full screen does.
    private var hasTicked = false
    /// The last time at which the screen confirmed the session.
    private var lastSaved: Instant
    /// Whether the terminal rings with the next drawing.
    private var ringsBell = false

    init(
        timer: FocusTimer, session: FocusSession, news: ScreenAnnouncements, timerSound: TimerSound,
        ambiances: AmbianceChoice, notice: String
    ) {
        self.timer = timer
        self.news = news
        self.timerSound = timerSound
        self.ambiances = ambiances
        moment = TimerMoment(session: session, now: timer.time.now())
        message = notice
        lastSaved = moment.now
    }

    var view: DialogueView {
        let isLive = timer.isLive
        let timerView = TimerView(moment: moment, message: message, isLarge: hasTicked)
        return DialogueView(
            timerView.blocks, wanted: .key(keys), tickInterval: hasTicked ? 1 : 0.05, ringsBell: ringsBell,
            title: isLive ? "\(moment.clock) \(moment.session.phase.text) – \(moment.session.purpose.preset)" : nil,
            progress: isLive ? progress : nil, stage: hasTicked ? timerView.stage(progress: progress) : nil,
            background: background)
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        ringsBell = false
        let step = try process(event)
        // Sound needs ticks, and only a full screen has them.
        if case .stay = step, hasTicked, let trouble = timerSound.follow(moment.session) {
            message = trouble.message
        }
        return step
    }

    /// Handles an event, and shows the failure of a key as a message.
    private mutating func process(_ event: DialogueEvent) throws -> DialogueStep {
        switch event {
        case .tick: return try tick()
        case .key(let key):
            do {
                return try press(key)
            } catch let failure as Failure where failure.code != .nothingRuns {
                message = failure.description
                try reloadSession()
                return .stay
            }
        case .line: return .stay
        case .end: return try close()
        }
    }

    // MARK: - Time

    /// Reads the session again, and announces a phase that has ended.
    private mutating func tick() throws -> DialogueStep {
        let before = moment.session
        guard try timer.session() != nil else {
            // The session ended by itself and is now saved, or another process stopped it.
            if let step = try? timer.recordPresence(.observe) { return try apply(step) }
            return finish(before)
        }
        let isFirst = !hasTicked
        hasTicked = true
        if isFirst { ambiance = try ambiances.current() }
        try reloadSession()
        ringsBell = news.shouldRing(moment.now)
        let current = moment.session
        let hasPhaseChanged = before.phase != current.phase || before.stage != current.stage
        guard isFirst || hasPhaseChanged || moment.now.seconds(since: lastSaved) >= 60 || moment.now < lastSaved else {
            return .stay
        }
        return try apply(
            timer.recordPresence(isFirst ? .watch : .observe),
            ended: hasPhaseChanged && before.stage == .running ? before.phase : nil
        )
    }

    /// Reads the current session.
    private mutating func reloadSession() throws {
        let now = timer.time.now()
        moment = TimerMoment(session: try timer.session() ?? moment.session, now: now)
    }

    /// Shows the result of a timer command.
    ///
    /// - Parameter ended: the phase that ended by itself, to be announced.
    private mutating func apply(_ step: FocusTimer.Step, ended: FocusSession.Phase? = nil) throws -> DialogueStep {
        moment = TimerMoment(session: step.session, now: timer.time.now())
        lastSaved = moment.now
        news.startFollower()
        if let news = step.news { message = news }
        if let ended, step.session.stage != .away { announce(ended) }
        return step.session.stage == .over ? finish(step.session) : .stay
    }

    /// Rings and announces the end of a phase.
    private mutating func announce(_ ended: FocusSession.Phase) {
        ringsBell = true
        timerSound.ring(ended)
        let body = moment.session.news?.body ?? ""
        message = [message, body].filter { !$0.isEmpty }.joined(separator: " ")
        news.announceEnd(of: moment.session, moment.now)
    }

    // MARK: - Keys

    /// The keys that do something in the current state.
    private var keys: [KeyHint] {
        let stageKeys: [KeyHint] =
            switch moment.session.stage {
            case .away: [KeyHint(.character("c"), "count the time"), KeyHint(.character("d"), "leave it out")]
            case .ready: [KeyHint(.space, "begin round \(moment.session.round)")]
            case .paused: [KeyHint(.space, "resume")]
            case .running, .over: moment.session.phase.isBreak ? [] : [KeyHint(.space, "pause")]
            }
        // A waiting round has no phase to skip.
        let skip = moment.session.stage == .ready ? [] : [KeyTable.skip]
        return stageKeys + skip + [
            KeyHint(.character("x"), "stop"), KeyTable.quit(quitHint), KeyHint(.character("e"), "5 minutes more"),
        ] + (moment.session.phase.isBreak || moment.session.stage == .ready ? [] : interruptions)
    }

    /// The keys that record an interruption.
    private var interruptions: [KeyHint] {
        [KeyHint(.character("i"), "distracted"), KeyHint(.character("o"), "disturbed")]
    }

    /// The hint for the key that leaves the screen.
    private var quitHint: String {
        switch moment.session.stage {
        case .running, .over: "leave it running"
        case .paused: "leave it paused"
        case .away, .ready: "leave it waiting"
        }
    }

    /// Performs the action of a key, and silences the alarm.
    private mutating func press(_ key: Key) throws -> DialogueStep {
        message = ""
        news.acknowledge()
        switch key {
        case .space: return try apply(moment.session.stage == .running ? timer.pause() : timer.resume())
        case .character("c"): return try apply(timer.resume(countingGap: true))
        case .character("d"): return try apply(timer.resume(countingGap: false))
        case .character("s"): return try apply(timer.skip())
        case .character("e"): return try apply(timer.extend(bySeconds: 300))
        case .character("x"): return try apply(timer.stop())
        case .character("i"): return try recordInterruption(.inner)
        case .character("o"): return try recordInterruption(.outer)
        case .character("q"): return try close()
        default: return .stay
        }
    }

    /// Records an interruption, and shows how many there are.
    private mutating func recordInterruption(_ kind: Interruption.Kind) throws -> DialogueStep {
        let step = try timer.interrupt(kind)
        defer { message = step.session.interruptionMessage(kind) }
        return try apply(step)
    }

    /// Leaves the screen. The timer keeps its state.
    private mutating func close() throws -> DialogueStep {
        guard try timer.session() != nil else { return finish(moment.session) }
        // Without a full screen no watching was recorded.
        if hasTicked { _ = try timer.recordPresence(.unwatch) }
        try reloadSession()
        timerSound.end()
        news.startFollower()
        let isRunning = moment.session.stage == .running
        let id = moment.session.id
        // Line by line, earlier messages stay visible. A full screen clears them, so its last
        // message is repeated.
        let notice =
            message.isEmpty || !hasTicked
            ? isRunning ? "The timer keeps running (\(id))." : "The timer waits (\(id))." : message
        return .finish(
            .changed("\(notice) \(moment.sentence).", moment, TimerMoment.fields, next: ["status", "resume", "stop"]))
    }

    /// Returns the last step of the screen for a session that is over.
    private func finish(_ session: FocusSession) -> DialogueStep {
        timerSound.end()
        let moment = TimerMoment(session: session, now: timer.time.now())
        let notice = message.isEmpty ? "The session (\(session.id)) is over." : message
        return .finish(.changed(notice, moment, TimerMoment.fields, next: ["history", "start"]))
    }

    /// The background of the screen.
    ///
    /// It is darker while the timer rests and in the last minute of a phase, which announces the
    /// end.
    private var background: AnimatedBackground? {
        guard let ambiance else { return nil }
        let session = moment.session
        let minutesLeft = session.planned.map { Double($0 - session.elapsed(at: moment.now)) / 60_000 } ?? 1
        let brightness = session.stage == .running ? 0.4 + 0.6 * min(1, max(0, minutesLeft)) : 0.5
        return AnimatedBackground(
            ambiance, share: Float(brightness), seed: UInt64(bitPattern: Int64(session.startedAt.milliseconds)))
    }

    /// The elapsed share of the phase, 0…1, or nil if it counts up.
    private var progress: Double? {
        moment.session.planned.map { Double(moment.session.elapsed(at: moment.now)) / Double($0) }
    }
}

/// The drawing of the timer.
struct TimerView {
    let moment: TimerMoment
    let message: String
    /// Whether the clock is drawn in large digits, for a full screen.
    let isLarge: Bool

    var blocks: [Block] {
        let clock: [Block] =
            isLarge
            ? [.gap, .digits(StyledText(moment.clock, role)), .gap]
            : [.paragraph(StyledText(declared: moment.sentence + ".", role))]
        return clock + (isLarge ? [.paragraph(StyledText(declared: headline, .title))] + bar : []) + facts
            + (message.isEmpty ? [] : [.gap, .paragraph(StyledText(declared: message))])
    }

    /// Returns the stage with the clock in the center, as large as possible.
    func stage(progress: Double?) -> Stage {
        let session = moment.session
        return Stage(
            StyledText(session.purpose.title ?? session.purpose.preset, .title),
            aside: StyledText("round \(session.round) of \(session.plan.rounds)", .muted), progress: progress,
            card: [.digits(StyledText(moment.clock, role)), .gap, .paragraph(StyledText(declared: headline, role))]
                + (message.isEmpty ? [] : [.gap, .paragraph(StyledText(declared: message))]),
            isFramed: false)
    }

    /// The color of the clock.
    private var role: TextRole {
        let session = moment.session
        return session.stage == .paused || session.stage == .away ? .muted : session.phase.isBreak ? .good : .accent
    }

    /// The phase and its round, or the question about an absence.
    private var headline: String {
        let session = moment.session
        switch session.stage {
        case .ready: return "Round \(session.round) of \(session.plan.rounds) is ready"
        case .paused: return "Paused"
        case .away:
            return "You were away for \(Span.minutes(milliseconds: session.awayMilliseconds ?? 0)). Was it focus?"
        case .running, .over: return "\(session.phase.text), round \(session.round) of \(session.plan.rounds)"
        }
    }

    /// A bar with the elapsed share of the phase, or nothing if it counts up.
    private var bar: [Block] {
        guard let planned = moment.session.planned else { return [] }
        let elapsed = moment.session.elapsed(at: moment.now)
        let figure = "\(elapsed * 100 / planned) %"
        return [.bars(BarChart([BarChart.Bar("", Double(elapsed), figure: figure)], full: Double(planned))), .gap]
    }

    /// The task, the preset and the focus of the session.
    private var facts: [Block] {
        let focused = moment.session.focused(at: moment.now)
        let lines = [
            moment.session.purpose.title.map { (name: "Task", value: StyledText($0)) },
            (name: "Preset", value: StyledText(moment.session.purpose.preset)),
            focused >= 60_000 ? (name: "Focus", value: StyledText(Span.minutes(milliseconds: focused))) : nil,
        ]
        return [.facts(lines.compactMap { $0 })]
    }
}
