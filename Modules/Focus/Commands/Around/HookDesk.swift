import Focus
import Kernel
import Terminal

/// The commands of `hook`.
struct HookDesk: Sendable {
    let kit: AroundKit
    let timer: FocusTimer
    let herald: FocusHerald

    struct Row: Sendable {
        let hook: HookFolder.Hook
        let trouble: String?
    }

    static let fields: [Field<Row>] = [
        Field("name", title: "Hook", "the file's name") { .text($0.hook.name) },
        Field("event", title: "Runs at", "start, pause, resume, break, ready or end") { .text($0.hook.event?.rawValue) },
        Field(
            "used", title: "Used", "whether it runs",
            cell: { StyledText($0.hook.obstacle == nil ? "yes" : "no", $0.hook.obstacle == nil ? .good : .warning) }
        ) { .bool($0.hook.obstacle == nil) },
        Field("trouble", title: "Trouble", "why it does not run, or what went wrong when it ran last") {
            .text($0.hook.obstacle ?? $0.trouble)
        },
    ]

    private static let explained = """
        A hook is a program of your own that runs when something happens to the timer: an executable file named on-start, on-pause, on-resume, \
        on-break, on-ready or on-end. More letters may follow a point or a dash: on-start.py, on-start-20-lamp. Several of one event run in the \
        order of their names.
        """

    private static let read = """
        Each reads one JSON object on standard input: \(HookLetter.fields.map(\.name).joined(separator: ", ")). It has \
        \(HookFolder.patience) seconds and may write \(HookFolder.outputLimit >> 10) KB, which nobody reads. No shell is in between, and the timer \
        waits for none of them. What goes wrong is told once, and stands in `hook list`.
        """

    var list: Command {
        Command(
            "hook list", "List your own programs that run with the timer",
            discussion: HookDesk.explained + "\n\n" + HookDesk.read,
            examples: [.init("hook list", "Where they lie, and which run")],
            returns: .list(HookDesk.fields)
        ) {
            let troubles = try herald.troubles()
            let rows = kit.hooks.all().map { Row(hook: $0, trouble: troubles[$0.name]) }
            return .list(
                rows, HookDesk.fields, empty: "There are no hooks in \(kit.hooks.path).",
                footer: rows.isEmpty ? [] : [.paragraph(StyledText("They lie in \(kit.hooks.path).", .muted))],
                next: ["hook test start", "hook list --help"])
        }
    }

    var test: Command {
        Command(
            "hook test", "Run the hooks of an event as if it happened now",
            discussion: "They are told of the session that is running, or of one that is made up. The timer does not change.",
            examples: [.init("hook test start", "As if a round began")],
            Parameter<TimerEvent>.argument("event", .choice("EVENT"), "what happens"), returns: .list(HookDesk.fields)
        ) { event in
            let session = try timer.session() ?? HookDesk.madeUp(timer.time.now())
            let now = timer.time.now()
            let letter = try HookLetter.bytes(
                of: FocusHerald.Moment(event, session, at: now, focused: session.focused(at: now)))
            let rows = kit.hooks.run(event, letter).map { Row(hook: $0.hook, trouble: $0.trouble) }
            var output = Output.list(
                rows, HookDesk.fields, empty: "There is no hook that runs at \(event) in \(kit.hooks.path).", next: ["hook list"])
            let failed = rows.compactMap(\.trouble)
            if let first = failed.first {
                output.failure = Failure(.hookFailed, failed.count == 1 ? first : "\(failed.count) hooks failed. \(first)")
            }
            return output
        }
    }

    private static func madeUp(_ now: Instant) -> FocusSession {
        FocusSession(id: "test", plan: Preset.first.plan, purpose: FocusSession.Purpose(preset: Preset.first.name), at: now)
    }
}
