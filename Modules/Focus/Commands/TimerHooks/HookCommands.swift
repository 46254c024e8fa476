import Focus
import Interface
import Kernel

/// The commands of `hook`.
struct HookCommands: Sendable {
    let effects: TimerEffects
    let timer: FocusTimer
    let timerAnnouncer: TimerAnnouncer

    /// A hook with the error of its last run.
    struct Row: Sendable {
        let hook: HookFolder.Hook
        /// The error of the last run, or nil after a success.
        let trouble: String?
    }

    static let fields: [Field<Row>] = [
        Field("name", title: "Hook", "the file's name") { .text($0.hook.name) },
        Field("event", title: "Runs at", "start, pause, resume, break, ready or end") {
            .text($0.hook.event?.rawValue)
        },
        Field(
            "used", title: "Used", "whether it runs",
            cell: { StyledText($0.hook.obstacle == nil ? "yes" : "no", $0.hook.obstacle == nil ? .good : .warning) }
        ) { .bool($0.hook.obstacle == nil) },
        Field("trouble", title: "Trouble", "why it does not run, or what went wrong when it ran last") {
            .text($0.hook.obstacle ?? $0.trouble)
        },
    ]

    private static let fileNameHelp = """
        A hook is a program of your own that runs when something happens to the timer: an executable file named on-start, on-pause, on-resume, \
        on-break, on-ready or on-end. More letters may follow a point or a dash: on-start.py, on-start-20-lamp. Several of one event run in the \
        order of their names.
        """

    private static let inputHelp = """
        Each reads one JSON object on standard input: \(HookInput.fields.map(\.name).joined(separator: ", ")). It has \
        \(HookFolder.waitLimit) seconds and may write \(HookFolder.outputLimit >> 10) KB, which nobody reads. No shell is in between, and the timer \
        waits for none of them. What goes wrong is told once, and stands in `hook list`.
        """

    var list: Command {
        Command(
            "hook list", "List your own programs that run with the timer",
            discussion: HookCommands.fileNameHelp + "\n\n" + HookCommands.inputHelp,
            examples: [.init("hook list", "Where hooks are stored, and which of them run")],
            returns: .list(HookCommands.fields)
        ) {
            let troubles = try timerAnnouncer.hookErrors()
            let rows = effects.hooks.all().map { Row(hook: $0, trouble: troubles[$0.name]) }
            return .list(
                rows, HookCommands.fields, empty: "There are no hooks in \(effects.hooks.path).",
                footer: rows.isEmpty ? [] : [.paragraph(StyledText("They are in \(effects.hooks.path).", .muted))],
                next: ["hook test start", "hook list --help"])
        }
    }

    var test: Command {
        Command(
            "hook test", "Run the hooks of an event as if it happened now",
            discussion:
                "They receive the running session, or a sample session. The timer does not change.",
            examples: [.init("hook test start", "As if a round began")],
            Parameter<TimerEvent>.argument("event", .choice("EVENT"), "what happens"),
            returns: .list(HookCommands.fields)
        ) { event in
            let session = try timer.session() ?? HookCommands.sampleSession(timer.time.now())
            let now = timer.time.now()
            let input = try HookInput.bytes(
                of: TimerAnnouncer.Moment(event, session, at: now, focused: session.focused(at: now)))
            let rows = effects.hooks.run(event, input).map { Row(hook: $0.hook, trouble: $0.trouble) }
            var output = Output.list(
                rows, HookCommands.fields, empty: "There is no hook that runs at \(event) in \(effects.hooks.path).",
                next: ["hook list"])
            let failed = rows.compactMap(\.trouble)
            if let first = failed.first {
                output.failure = Failure(
                    .hookFailed, failed.count == 1 ? first : "\(failed.count) hooks failed. \(first)")
            }
            return output
        }
    }

    /// Returns a session for a test while no timer runs.
    private static func sampleSession(_ now: Instant) -> FocusSession {
        FocusSession(
            id: "test", plan: Preset.defaultPreset.plan,
            purpose: FocusSession.Purpose(preset: Preset.defaultPreset.name), at: now)
    }
}
