import Focus
import Interface
import Kernel
import Reminders
import Terminal

/// The commands of the timer.
struct TimerCommands: Sendable {
    let timer: FocusTimer
    let tasks: TaskList
    let presets: Presets
    let ambiances: AmbianceChoice
    let timerAnnouncer: TimerAnnouncer
    let notifier: Notifier
    /// Starts the background process that follows the timer.
    let startFollower: @Sendable () -> Void
    /// Creates the audio of the timer for one command.
    let makeSound: @Sendable () -> TimerSound

    var start: Command {
        Command(
            "start", "Start a session of focus",
            discussion: """
                In a terminal the timer is shown; q leaves it and it keeps running. In a pipe, or with --detach, the command returns at once. \
                Breaks end by themselves; the next round waits for you, unless you say --auto, or `rounds auto` once for all.
                """,
            examples: [
                .init("start", "Study: 25 minutes, then a break", runs: false),
                .init("start 'Deep Work'", "50 minutes", runs: false),
                .init("start --for 25m --task 'Write report'", "For a task", runs: false),
                .init("start --or-show", "Show the timer, or start one", runs: false),
                .init("start --flow", "As long as it goes well, then a break to match", runs: false),
            ],
            .optionalArgument(
                "preset", presetName, "the preset: its name or its row in `preset list`; Study if left out"),
            .option("for", .duration, "how long to focus, instead of the preset's length"),
            .flag("count-up", "no end: count up until you skip or stop it"),
            Parameter<Bool>.flag("flow", "no end, and a break of a fifth of the focus before it, at most 30 minutes"),
            Parameter<Bool>.flag("auto", "begin the next round by itself after each short break"),
            .flag("no-auto", "let the next round wait for you, whatever `rounds` says"),
            .option(
                "task", taskName, "what it is for: a task's title or a part of it, its row in `task list`, or its id"),
            .flag("or-show", "if a session is running or waiting, show it and leave it as it is"),
            detach, returns: .one(TimerMoment.fields), changes: true
        ) { name, seconds, countsUp, flow, auto, noAuto, task, orShow, detach in
            if orShow, let session = try timer.session() {
                return try timerOutput(session, "The timer goes on.", detached: detach)
            }
            let preset = try name.map { try presets.preset(named: $0).preset } ?? Preset.defaultPreset
            let purpose = try task.map { try tasks.task($0).task }
            guard !(countsUp && seconds != nil) else {
                throw Failure(.upAndDown, "--count-up and --for cannot be used together.", kind: .usage)
            }
            guard !(flow && seconds != nil) else {
                throw Failure(.flowAndFor, "--flow and --for cannot be used together.", kind: .usage)
            }
            guard !(auto && noAuto) else {
                throw Failure(.autoAndNot, "--auto and --no-auto cannot be used together.", kind: .usage)
            }
            let session = try timer.start(
                preset, focus: seconds, countingUp: countsUp, flowing: flow,
                automaticRounds: auto || noAuto ? auto : nil,
                task: purpose)
            return try timerOutput(session, "Started \(preset.name) (\(session.id)).", detached: detach)
        }
    }

    var resume: Command {
        Command(
            "resume", "Continue after a pause, a break or your absence, or show the running timer",
            examples: [.init("resume", "Continue")], .flag("count-away", "count the time you were away as focus"),
            detach, returns: .one(TimerMoment.fields), changes: true
        ) { countsAway, detach in
            guard let session = try timer.session() else {
                throw Failure(.nothingRuns, "No timer is running.", advice: "Start one with `start`.")
            }
            if session.stage == .running, !detach {
                return try timerOutput(session, "The timer runs.", detached: false)
            }
            let step = try timer.resume(countingGap: countsAway)
            return try timerOutput(
                step.session, ["Resumed (\(step.session.id)).", step.news].compactMap { $0 }.joined(separator: " "),
                detached: detach)
        }
    }

    var pause: Command {
        command("pause", "Pause the timer", { "Paused (\($0))." }, next: "resume") { try timer.pause() }
    }
    var skip: Command {
        command(
            "skip", "End this round or break now, and continue with the next", { "Skipped (\($0))." }, next: "status"
        ) {
            try timer.skip()
        }
    }
    var stop: Command {
        command("stop", "End the session and keep its focus", { "Stopped (\($0))." }, next: "history") {
            try timer.stop()
        }
    }

    var extend: Command {
        Command(
            "extend", "Make this round or break longer",
            examples: [.init("extend", "Five minutes more"), .init("extend 10m", "Ten minutes more")],
            Parameter<Int?>.optionalArgument("time", .duration, "how much longer; 5m if left out"),
            returns: .one(TimerMoment.fields), changes: true
        ) { requestedSeconds in
            let seconds = requestedSeconds ?? 300
            let step = try timer.extend(bySeconds: seconds)
            return changed(step, "Extended by \(Span(seconds: seconds)) (\(step.session.id)).", next: "status")
        }
    }

    var gaps: Command {
        let field = [
            Field<FocusPlan.GapPolicy>("policy", title: "When you were away", "ask, count or stop") {
                .text($0.rawValue)
            }
        ]
        return Command(
            "gaps", "Choose what happens to time when you were away from the timer",
            discussion: """
                For when the computer sleeps, or the program is killed, while the timer is shown. ask pauses the timer where you left and asks you, count \
                counts the time as focus, stop ends the session where you left. It applies to sessions that you start from now on.
                """,
            examples: [.init("gaps stop", "End the session where I left")],
            Parameter<FocusPlan.GapPolicy?>.optionalArgument("policy", .choice("POLICY"), "ask, count or stop"),
            returns: .one(field),
            changes: true
        ) { policy in
            guard let newPolicy = policy else { return .one(try timer.gapPolicy(), field, next: ["gaps count"]) }
            try timer.setGapPolicy(newPolicy)
            return .changed("Gaps: \(newPolicy.rawValue).", newPolicy, field, next: ["start"])
        }
    }

    /// The values of `rounds`.
    private enum Rounds: String, CaseIterable, Sendable { case auto, wait }

    var rounds: Command {
        let field = [
            Field<Bool>(
                "auto", title: "The next round", "whether it begins by itself",
                cell: { $0 ? "begins by itself" : "waits" }
            ) {
                .bool($0)
            }
        ]
        return Command(
            "rounds", "Choose whether the next round begins by itself",
            discussion: """
                auto begins the next round after each short break; after the long break it waits for you, and so it does while nobody is at the screen \
                that shows the timer. wait lets every round wait. It applies to sessions that you start from now on; start --auto and start --no-auto \
                choose for one session.
                """,
            examples: [
                .init("rounds auto", "Go on after each short break"), .init("rounds wait", "I start each round"),
            ],
            Parameter<Rounds?>.optionalArgument("how", .choice("HOW"), "auto or wait"), returns: .one(field),
            changes: true
        ) { choice in
            guard let choice else {
                let startsAutomatically = try timer.startsRoundsAutomatically()
                return .one(startsAutomatically, field, next: [startsAutomatically ? "rounds wait" : "rounds auto"])
            }
            try timer.setStartsRoundsAutomatically(choice == .auto)
            return .changed(
                choice == .auto ? "The next round begins by itself after a short break." : "Each round waits for you.",
                choice == .auto, field, next: ["start"])
        }
    }

    // MARK: - Shared parameters and output

    private var detach: Parameter<Bool> { .flag("detach", "do not show the timer") }
    private var presetName: ValueKind<String> {
        ValueKind<String>.text.completed { _ in (try? presets.all().map(\.preset.name)) ?? [] }
    }
    private var taskName: ValueKind<String> {
        ValueKind<String>.text.completed { _ in
            (try? tasks.open(limit: TaskCommands.defaultLimit).map(\.task.title)) ?? []
        }
        .row(of: "task list") { (try? tasks.isTitle($0)) ?? true }
    }

    /// Returns a command without arguments that changes the timer.
    ///
    /// - Parameter act: changes the timer.
    private func command(
        _ name: String, _ summary: String, _ notice: @escaping @Sendable (Identifier<FocusSession>) -> String,
        next: String, _ act: @escaping @Sendable () throws -> FocusTimer.Step
    ) -> Command {
        Command(name, summary, examples: [.init(name, summary)], returns: .one(TimerMoment.fields), changes: true) {
            let step = try act()
            return changed(step, notice(step.session.id), next: next)
        }
    }

    /// Returns the output after a change of the timer.
    private func changed(_ step: FocusTimer.Step, _ notice: String, next: String) -> Output {
        startFollower()
        let moment = TimerMoment(session: step.session, now: timer.time.now())
        let sentences = [notice, moment.sentence + ".", step.news].compactMap { $0 }
        return .changed(
            sentences.joined(separator: " "), moment, TimerMoment.fields, next: [next])
    }

    /// Shows the timer on the screen, or returns at once if it is detached.
    private func timerOutput(_ session: FocusSession, _ notice: String, detached: Bool) throws -> Output {
        let detachedOutput = Output.changed(
            notice, TimerMoment(session: session, now: timer.time.now()), TimerMoment.fields, next: ["status", "stop"])
        startFollower()
        guard !detached else { return detachedOutput }
        return .dialogue(
            FocusScreen(
                timer: timer, session: session,
                news: ScreenAnnouncements(
                    timerAnnouncer: timerAnnouncer, notifier: notifier, startFollower: startFollower),
                timerSound: makeSound(), ambiances: ambiances, notice: notice))
    }
}
