import Focus
import Kernel

/// The same session counted second by second, as slowly and plainly as can be: what the engine is compared with.
struct SecondBySecond {
    let plan: FocusPlan
    var phase = FocusSession.Phase.focus
    var stage = FocusSession.Stage.running
    var round = 1
    var length: Int?
    var inPhase = 0
    var focused = 0
    var completed = 0

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

    /// Whether the event makes sense now; when it does, it happens.
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
            if phase == .focus { rest() } else { wait(); stage = .running }
        case .extend(let seconds):
            guard let length, stage != .ready, stage != .over else { return false }
            self.length = length + seconds
        case .stop:
            guard stage != .over else { return false }
            stage = .over
        case .observe, .watch, .unwatch: break
        }
        return true
    }

    private mutating func endIfDue() {
        guard let length, inPhase >= length else { return }
        if phase == .focus {
            completed += 1
            rest()
        } else {
            wait()
        }
    }

    private mutating func rest() {
        phase = round < plan.rounds ? .shortBreak : .longBreak
        (stage, inPhase, length) = (.running, 0, phase == .shortBreak ? plan.shortBreak : plan.longBreak)
        endIfDue()
    }

    private mutating func wait() {
        (phase, stage, inPhase, length) = (.focus, .ready, 0, plan.focus)
        round = round < plan.rounds ? round + 1 : 1
    }
}

extension FocusSession.Event {
    /// Something that a person might do.
    static func some(_ random: inout RandomSource) -> FocusSession.Event {
        switch Int.random(in: 0..<14, using: &random) {
        case 0...2: .pause
        case 3...6: .resume(countingGap: Bool.random(using: &random))
        case 7: .skip
        case 8: .extend(seconds: Int.random(in: 1...300, using: &random))
        case 9: Int.random(in: 0..<3, using: &random) == 0 ? .stop : .observe
        case 10: .watch
        case 11: .unwatch
        default: .observe
        }
    }
}

extension FocusPlan {
    static func some(_ random: inout RandomSource, gaps: GapPolicy) throws -> FocusPlan {
        try FocusPlan(
            focus: Int.random(in: 0..<5, using: &random) == 0 ? nil : Int.random(in: 1...900, using: &random),
            shortBreak: Int.random(in: 0...200, using: &random), longBreak: Int.random(in: 0...400, using: &random),
            rounds: Int.random(in: 1...4, using: &random), gaps: gaps)
    }
}
