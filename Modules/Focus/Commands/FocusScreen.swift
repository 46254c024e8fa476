import Focus
import Kernel
import Reminders
import Terminal

/// The timer on the whole screen; line by line in a pipe and for a screen reader.
///
/// It holds nothing that matters: each tick reads the session anew, so what another process does shows here, and cutting it off loses
/// nothing. Ticks come only from a screen; the first one says that somebody watches, one a minute says that somebody still does.
struct FocusScreen: Dialogue {
    private let timer: FocusTimer
    private var news: ScreenNews
    private let accompaniment: Accompaniment
    private let ambiances: AmbianceChoice
    /// Only a screen has one.
    private var ambiance: CatalogueItem?
    private var moment: TimerMoment
    private var message: String
    private var hasTicked = false
    private var lastBeat: Instant
    private var rings = false

    init(
        timer: FocusTimer, session: FocusSession, news: ScreenNews, accompaniment: Accompaniment, ambiances: AmbianceChoice,
        notice: String
    ) {
        (self.timer, self.news, self.accompaniment) = (timer, news, accompaniment)
        self.ambiances = ambiances
        moment = TimerMoment(session: session, now: timer.time.now())
        (message, lastBeat) = (notice, moment.now)
    }

    var view: DialogueView {
        let isLive = timer.isLive
        let face = FocusFace(moment: moment, message: message, isLarge: hasTicked)
        return DialogueView(
            face.blocks,
            wanted: .key(keys),
            tickInterval: hasTicked ? 1 : 0.05, ringsBell: rings,
            title: isLive ? "\(moment.clock) \(moment.session.phase.words) – \(moment.session.purpose.preset)" : nil,
            progress: isLive ? share : nil, stage: hasTicked ? face.stage(progress: share) : nil, ground: ground)
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        rings = false
        let step = try met(event)
        // Only a screen has the ticks that a sound wants; line by line it would hear of nothing.
        if case .stay = step, hasTicked, let trouble = accompaniment.follow(moment.session) { message = trouble.message }
        return step
    }

    private mutating func met(_ event: DialogueEvent) throws -> DialogueStep {
        switch event {
        case .tick: return try tick()
        case .key(let key):
            do {
                return try press(key)
            } catch let failure as Failure where failure.code != .nothingRuns {
                message = failure.description
                try look()
                return .stay
            }
        case .line: return .stay
        case .end: return try leave()
        }
    }

    // MARK: - Time

    private mutating func tick() throws -> DialogueStep {
        let before = moment.session
        guard try timer.session() != nil else {
            // It came to its end by itself, which is to be kept, or another process stopped it, and then nothing runs.
            if let step = try? timer.notice(.observe) { return try take(step) }
            return finished(before)
        }
        let isFirst = !hasTicked
        hasTicked = true
        if isFirst { ambiance = try ambiances.current() }
        try look()
        rings = news.rings(moment.now)
        let now = moment.session
        let hasTurned = before.phase != now.phase || before.stage != now.stage
        guard isFirst || hasTurned || moment.now.seconds(since: lastBeat) >= 60 || moment.now < lastBeat else { return .stay }
        return try take(
            timer.notice(isFirst ? .watch : .observe), ended: hasTurned && before.stage == .running ? before.phase : nil)
    }

    /// Reads the session as it stands now.
    private mutating func look() throws {
        let now = timer.time.now()
        moment = TimerMoment(session: try timer.session() ?? moment.session, now: now)
    }

    private mutating func take(_ step: FocusTimer.Step, ended: FocusSession.Phase? = nil) throws -> DialogueStep {
        moment = TimerMoment(session: step.session, now: timer.time.now())
        lastBeat = moment.now
        news.summon()
        if let news = step.news { message = news }
        if let ended, step.session.stage != .away { announce(ended) }
        return step.session.stage == .over ? finished(step.session) : .stay
    }

    private mutating func announce(_ ended: FocusSession.Phase) {
        rings = true
        accompaniment.ring(ended)
        let body = moment.session.news?.body ?? ""
        message = [message, body].filter { !$0.isEmpty }.joined(separator: " ")
        news.tell(of: moment.session, moment.now)
    }

    // MARK: - Keys

    private var keys: [KeyHint] {
        let first: [KeyHint] =
            switch moment.session.stage {
            case .away: [KeyHint(.character("c"), "count the time"), KeyHint(.character("d"), "leave it out")]
            case .ready: [KeyHint(.space, "begin round \(moment.session.round)")]
            case .paused: [KeyHint(.space, "resume")]
            case .running, .over: moment.session.phase.isBreak ? [] : [KeyHint(.space, "pause")]
            }
        // A round that waits has nothing to skip yet.
        let skip = moment.session.stage == .ready ? [] : [KeyTable.skip]
        return first + skip + [
            KeyHint(.character("x"), "stop"), KeyTable.quit(leaving), KeyHint(.character("e"), "5 minutes more"),
        ] + (moment.session.phase.isBreak || moment.session.stage == .ready ? [] : interruptions)
    }

    private var interruptions: [KeyHint] {
        [KeyHint(.character("i"), "distracted"), KeyHint(.character("o"), "disturbed")]
    }

    private var leaving: String {
        switch moment.session.stage {
        case .running, .over: "leave it running"
        case .paused: "leave it paused"
        case .away, .ready: "leave it waiting"
        }
    }

    private mutating func press(_ key: Key) throws -> DialogueStep {
        message = ""
        news.see()
        switch key {
        case .space: return try take(moment.session.stage == .running ? timer.pause() : timer.resume())
        case .character("c"): return try take(timer.resume(countingGap: true))
        case .character("d"): return try take(timer.resume(countingGap: false))
        case .character("s"): return try take(timer.skip())
        case .character("e"): return try take(timer.extend(bySeconds: 300))
        case .character("x"): return try take(timer.stop())
        case .character("i"): return try note(.inner)
        case .character("o"): return try note(.outer)
        case .character("q"): return try leave()
        default: return .stay
        }
    }

    private mutating func note(_ kind: Interruption.Kind) throws -> DialogueStep {
        let step = try timer.interrupt(kind)
        defer { message = step.session.noted(kind) }
        return try take(step)
    }

    private mutating func leave() throws -> DialogueStep {
        guard try timer.session() != nil else { return finished(moment.session) }
        // Without a screen nobody said that somebody watches.
        if hasTicked { _ = try timer.notice(.unwatch) }
        try look()
        accompaniment.end()
        news.summon()
        let (isRunning, id) = (moment.session.stage == .running, moment.session.id)
        // What was said line by line stands there still; what a screen said went with it.
        let notice =
            message.isEmpty || !hasTicked ? isRunning ? "The timer keeps running (\(id))." : "The timer waits (\(id))." : message
        return .finish(.changed("\(notice) \(moment.sentence).", moment, TimerMoment.fields, next: ["status", "resume", "stop"]))
    }

    private func finished(_ session: FocusSession) -> DialogueStep {
        accompaniment.end()
        let moment = TimerMoment(session: session, now: timer.time.now())
        let notice = message.isEmpty ? "The session (\(session.id)) is over." : message
        return .finish(.changed(notice, moment, TimerMoment.fields, next: ["history", "start"]))
    }

    /// What lies under it: darker while it rests, and in the last minute of a phase, so that one sees the end coming.
    private var ground: Ground? {
        guard let ambiance else { return nil }
        let session = moment.session
        let left = session.planned.map { Double($0 - session.elapsed(at: moment.now)) / 60_000 } ?? 1
        let light = session.stage == .running ? 0.4 + 0.6 * min(1, max(0, left)) : 0.5
        return Ground(ambiance, share: Float(light), seed: UInt64(bitPattern: Int64(session.startedAt.milliseconds)))
    }

    private var share: Double? {
        moment.session.planned.map { Double(moment.session.elapsed(at: moment.now)) / Double($0) }
    }
}

/// What the timer looks like.
struct FocusFace {
    let moment: TimerMoment
    let message: String
    let isLarge: Bool

    var blocks: [Block] {
        let clock: [Block] =
            isLarge
            ? [.gap, .digits(StyledText(moment.clock, role)), .gap]
            : [.paragraph(StyledText(declared: moment.sentence + ".", role))]
        return clock + (isLarge ? [.paragraph(StyledText(declared: headline, .title))] + bar : []) + facts
            + (message.isEmpty ? [] : [.gap, .paragraph(StyledText(declared: message))])
    }

    /// The clock in the middle, as large as it can be.
    func stage(progress: Double?) -> Stage {
        let session = moment.session
        return Stage(
            StyledText(session.purpose.title ?? session.purpose.preset, .title),
            aside: StyledText("round \(session.round) of \(session.plan.rounds)", .muted), progress: progress,
            card: [.digits(StyledText(moment.clock, role)), .gap, .paragraph(StyledText(declared: headline, role))]
                + (message.isEmpty ? [] : [.gap, .paragraph(StyledText(declared: message))]),
            isFramed: false)
    }

    private var role: TextRole {
        let session = moment.session
        return session.stage == .paused || session.stage == .away ? .muted : session.phase.isBreak ? .good : .accent
    }

    private var headline: String {
        let session = moment.session
        switch session.stage {
        case .ready: return "Round \(session.round) of \(session.plan.rounds) is ready"
        case .paused: return "Paused"
        case .away: return "You were away for \(Span.minutes(milliseconds: session.awayFor ?? 0)). Was it focus?"
        case .running, .over: return "\(session.phase.words), round \(session.round) of \(session.plan.rounds)"
        }
    }

    private var bar: [Block] {
        guard let planned = moment.session.planned else { return [] }
        let done = moment.session.elapsed(at: moment.now)
        let figure = "\(done * 100 / planned) %"
        return [.bars(BarChart([BarChart.Bar("", Double(done), figure: figure)], full: Double(planned))), .gap]
    }

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
