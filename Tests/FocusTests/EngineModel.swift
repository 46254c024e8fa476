import Focus
import Kernel

/// A model of the session that counts second by second, with which the engine is compared.
struct SecondBySecond {
    let plan: FocusPlan
    var phase = FocusSession.Phase.focus
    var stage = FocusSession.Stage.running
    var round = 1
    var length: Int?
    var inPhase = 0
    var focused = 0
    var completed = 0
    var recordedInterruptions = 0
    var currentInterruptions = 0

    init(_ plan: FocusPlan) {
        self.plan = plan
        length = plan.focus
    }

    mutating func second() {
        guard stage == .running else { return }
        inPhase += 1
        focused += phase == .focus ? 1 : 0
        endIfDue()
    }

    /// Applies the event.
    ///
    /// - Returns: Whether the event is valid in the current stage.
    mutating func take(_ event: FocusSession.Event) -> Bool {
        switch event {
        case .pause:
            guard stage == .running, phase == .focus else { return false }
            stage = .paused
        case .resume:
            guard stage == .paused || stage == .ready else { return false }
            stage = .running
        case .skip:
            guard stage != .ready, stage != .over else { return false }
            if phase == .focus { close(); rest() } else { wait(); stage = .running }
        case .extend(let seconds):
            guard let length, stage != .ready, stage != .over else { return false }
            self.length = length + seconds
        case .stop:
            guard stage != .over else { return false }
            if phase == .focus, stage != .ready { close() }
            stage = .over
        case .interrupt:
            guard phase == .focus, stage != .ready, stage != .over else { return false }
            currentInterruptions += 1
        case .observe, .watch, .unwatch: break
        }
        return true
    }

    private mutating func endIfDue() {
        guard let length, inPhase >= length else { return }
        if phase == .focus {
            completed += 1
            close()
            rest()
        } else {
            wait()
        }
    }

    private mutating func close() {
        if inPhase > 0 { recordedInterruptions += currentInterruptions }
        currentInterruptions = 0
    }

    private mutating func rest() {
        let flow = min(1800, inPhase / 5)
        phase = round < plan.rounds ? .shortBreak : .longBreak
        stage = .running
        inPhase = 0
        length = plan.flows ? flow : phase == .shortBreak ? plan.shortBreak : plan.longBreak
        endIfDue()
    }

    private mutating func wait() {
        phase = .focus
        stage = .ready
        inPhase = 0
        length = plan.focus
        round = round < plan.rounds ? round + 1 : 1
        if plan.startsRoundsAutomatically, round > 1 { stage = .running }
    }
}

extension FocusSession.Event {
    /// A random event.
    static func some(_ random: inout RandomSource) -> FocusSession.Event {
        switch Int.random(in: 0..<15, using: &random) {
        case 0...2: .pause
        case 3...6: .resume(countingGap: Bool.random(using: &random))
        case 7: .skip
        case 8: .extend(seconds: Int.random(in: 1...300, using: &random))
        case 9: Int.random(in: 0..<3, using: &random) == 0 ? .stop : .observe
        case 10: .watch
        case 11: .unwatch
        case 14: .interrupt(Bool.random(using: &random) ? .inner : .outer, note: nil)
        default: .observe
        }
    }
}

extension FocusPlan {
    static func some(_ random: inout RandomSource, gaps: GapPolicy) throws -> FocusPlan {
        let plan = try FocusPlan(
            focus: Int.random(in: 0..<5, using: &random) == 0 ? nil : Int.random(in: 1...900, using: &random),
            shortBreak: Int.random(in: 0...200, using: &random), longBreak: Int.random(in: 0...400, using: &random),
            rounds: Int.random(in: 1...4, using: &random), gaps: gaps)
        let going = Int.random(in: 0..<3, using: &random) == 0 ? plan.startingRoundsAutomatically() : plan
        return try plan.focus == nil && Bool.random(using: &random) ? going.flowing() : going
    }
}
