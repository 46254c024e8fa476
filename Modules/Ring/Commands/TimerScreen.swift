import Interface
import Kernel
import Reminders
import Ring

/// The round timer on the full screen, or line by line in a pipe and for a screen reader.
struct TimerScreen: Dialogue {
    private let time: TimeSource
    private let notifier: Notifier
    private let startedAt: Instant
    private var clock: RoundClock
    private var now: Instant
    /// The message below the clock, or empty text.
    private var message: String
    private var gapDetector = GapDetector()
    /// Whether the terminal rings with the next drawing.
    private var ringsBell = false

    init(_ plan: RoundPlan, time: TimeSource, notifier: Notifier) {
        self.time = time
        self.notifier = notifier
        now = time.now()
        startedAt = now
        clock = RoundClock(plan, at: now)
        message = plan.prepare > 0 ? "" : "Round 1."
    }

    var view: DialogueView {
        let messageBlocks: [Block] = message.isEmpty ? [] : [.gap, .paragraph(StyledText(declared: message))]
        let blocks: [Block] =
            gapDetector.hasTicked
            ? [
                .gap, .digits(StyledText(clock.clockText(at: now), clock.role)), .gap,
                .paragraph(StyledText(declared: headline, .title)),
            ] + bar
                + messageBlocks
            : [.paragraph(StyledText(declared: clock.sentence(at: now) + ".", clock.role))] + messageBlocks
        return DialogueView(
            blocks, wanted: .key(keys), tickInterval: gapDetector.interval, ringsBell: ringsBell,
            title: "\(clock.clockText(at: now)) \(clock.phaseText)", help: "timer", progress: clock.progress(at: now),
            stage: gapDetector.hasTicked ? stage : nil)
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        ringsBell = false
        now = time.now()
        switch event {
        case .tick: return try tick()
        case .end: return finishStep()
        case .line: return .stay
        case .key(let key):
            announce(clock.advance(to: now))
            message = ""
            do { return try press(key) } catch let failure as Failure {
                message = failure.description
                return .stay
            }
        }
    }

    /// Advances the clock. After a gap the clock stops where the gap began.
    private mutating func tick() throws -> DialogueStep {
        if let gapStart = gapDetector.tick(at: now), clock.isRunning {
            announce(try clock.pause(at: gapStart))
            message =
                "You were away for \(ClockText.of(milliseconds: Int(now.milliseconds - gapStart.milliseconds), runsDown: false)): the clock was stopped."
        }
        announce(clock.advance(to: now))
        return clock.phase == .over ? finishStep() : .stay
    }

    /// Performs the action of a key.
    private mutating func press(_ key: Key) throws -> DialogueStep {
        switch key {
        case .space:
            if clock.isRunning { announce(try clock.pause(at: now)) } else { try clock.resume(at: now) }
        case KeyTable.skip.key: announce(try clock.skip(at: now))
        case .character("q"): return finishStep()
        default: break
        }
        return clock.phase == .over ? finishStep() : .stay
    }

    /// Shows and rings the last of the due bells.
    private mutating func announce(_ bells: [RoundClock.Bell]) {
        guard let announcement = notifier.announce(bells) else { return }
        ringsBell = true
        message = announcement
    }

    private var keys: [KeyHint] {
        [
            KeyHint(.space, clock.isRunning ? "hold" : "go on"), KeyHint(KeyTable.skip.key, "skip to the next phase"),
            KeyTable.quit(),
        ] + (gapDetector.hasTicked ? [] : [KeyHint(.enter, "its state")])
    }

    /// The clock for the middle of the screen, as large as possible.
    private var stage: Stage {
        Stage(
            StyledText("Round timer", .title), aside: StyledText(declared: clock.phaseText, .muted),
            progress: clock.progress(at: now),
            card: [
                .digits(StyledText(clock.clockText(at: now), clock.role)), .gap,
                .paragraph(StyledText(declared: headline, clock.role)),
            ]
                + (message.isEmpty ? [] : [.gap, .paragraph(StyledText(declared: message))]), isFramed: false)
    }

    private var headline: String { clock.phaseText + (clock.isRunning || clock.phase == .over ? "" : ", stopped") }

    /// A bar with the elapsed share of the phase, or nothing if only a person ends it.
    private var bar: [Block] {
        guard let share = clock.progress(at: now) else { return [] }
        return [.bars(BarChart([BarChart.Bar("", share, figure: "\(Int(share * 100)) %")], full: 1))]
    }

    /// Returns the step that ends the screen with the result of the run.
    private func finishStep() -> DialogueStep {
        let run = TimerRun(clock: clock, startedAt: startedAt, endedAt: now)
        return .finish(.changed(run.sentence, run, TimerRun.fields, next: ["timer", "match start"]))
    }
}

/// The result of a timer run.
struct TimerRun: Sendable {
    let clock: RoundClock
    let startedAt, endedAt: Instant

    /// The number of rounds that ended or were skipped.
    var rounds: Int {
        switch clock.phase {
        case .prepare: 0
        case .round(let number): number - 1
        case .rest(let number): number
        case .over: clock.plan.rounds
        }
    }

    /// The result of the run for people.
    var sentence: String {
        guard clock.phase == .over else { return "Stopped at: \(clock.sentence(at: endedAt))." }
        return clock.plan.rounds == 1 ? "The round is over." : "All \(clock.plan.rounds) rounds are over."
    }

    static let fields: [Field<TimerRun>] = [
        Field("rounds", "how many rounds are over") { .integer($0.rounds) },
        Field("of", "how many there were to be") { .integer($0.clock.plan.rounds) },
        Field("roundSeconds", "the length of a round") { .integer($0.clock.plan.length) },
        Field("restSeconds", "the rest between two") { .integer($0.clock.plan.rest) },
        Field("startedAt", "when it began") { .instant($0.startedAt) },
        Field("endedAt", "when it was stopped, or over") { .instant($0.endedAt) },
    ]
}
