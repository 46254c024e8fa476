import Interface
import Kernel
import Reminders
import Ring

/// The command `timer`, which times rounds without scoring a match.
struct TimerCommand: Sendable {
    let table: @Sendable () throws -> MatchTable
    let time: TimeSource
    /// Announces bells while a screen shows the clock.
    let notifier: Notifier
    /// Announces bells without a screen, for `--announce`.
    let announcer: Notifier
    /// Waits for the given number of seconds.
    let sleep: @Sendable (Double) -> Void

    var timer: Command {
        Command(
            "timer", "Time rounds of sparring, with rests between them and a bell",
            discussion: """
                In a terminal the clock is shown; space stops and starts it, n skips to the next round or rest, q leaves. In a pipe, each line is a key. \
                When the machine sleeps, the clock stops where you left. 0 means no rest, no warning, or no time to get ready.
                """,
            examples: [
                .init("timer", "two rounds of two minutes, as in the ITF"),
                .init("timer --rounds 5 --length 90s --rest 30s", "five shorter ones"),
                .init("timer --length 2m --announce", "without a screen", runs: false),
            ],
            .option("rules", .ruleSet(table), default: "itf", "the rules that set the rounds"),
            .option("rounds", .integer(RoundPlan.roundLimits), "how many rounds"),
            .option("length", .span, "how long a round is"),
            .option("rest", .span, "the rest between two rounds"),
            .option("warning", .span, "how long before the end the bell warns"),
            .option("prepare", .span, "the time to get ready"),
            .flag("announce", "no screen: a bell and a line for each event, until all rounds are over"),
            returns: .one(TimerRun.fields)
        ) { rules, rounds, length, rest, warning, prepare, announce in
            let rulesPlan = try table().rules(named: rules).plan
            let roundLength = length ?? rulesPlan.length
            // The default warning is dropped if the round is too short for it.
            let warningSeconds = warning ?? rulesPlan.warning(fitting: roundLength)
            let plan = try RoundPlan(
                rounds: rounds ?? rulesPlan.rounds, length: roundLength, rest: rest ?? rulesPlan.rest,
                warning: warningSeconds,
                prepare: prepare ?? rulesPlan.prepare)
            return try announce ? runWithoutScreen(plan) : .dialogue(TimerScreen(plan, time: time, notifier: notifier))
        }
    }

    /// Runs the whole plan without a screen.
    private func runWithoutScreen(_ plan: RoundPlan) throws -> Output {
        let start = time.now()
        var clock = RoundClock(plan, at: start)
        try announcer.notify(clock.sentence(at: start), "")
        while clock.phase != .over {
            let remaining = clock.remaining(at: time.now()).map { Double($0) / 1000 } ?? 1
            sleep(min(0.5, max(0.01, remaining)))
            for bell in clock.advance(to: time.now()) { try announcer.notify(bell.announcement, "") }
        }
        let run = TimerRun(clock: clock, startedAt: start, endedAt: time.now())
        return .changed(run.sentence, run, TimerRun.fields, next: ["timer"])
    }
}

extension ValueKind where Value == Int {
    /// A duration that may be zero.
    static var span: Self {
        let duration = ValueKind<Int>.duration
        return ValueKind(duration.placeholder, values: "0, 30s, 2m") { word, context in
            try ["0", "0s", "0m"].contains(word) ? 0 : duration.parse(word, context)
        }
    }
}

extension ValueKind where Value == String {
    /// Returns the kind of a value that is the ID of rules.
    static func ruleSet(_ table: @escaping @Sendable () throws -> MatchTable) -> Self {
        ValueKind<String>.text("RULES", limit: RuleSet.longestID).completed { typed in
            ((try? table().rules()) ?? []).map(\.id).filter { $0.hasPrefix(typed) }
        }
    }
}
