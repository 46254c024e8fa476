import Interface
import Kernel

/// A plugin that adds `status`, which shows the contributions to `.statusItems` in the format of a
/// status bar.
public struct StatusPlugin: Plugin {
    public let name = "Status"
    private let app: String
    private let readSnapshot: SnapshotReading
    private let program: @Sendable () -> String?
    private let sleep: @Sendable (Double) -> Void

    /// Creates the plugin.
    ///
    /// - Parameters:
    ///   - app: the program's name, for examples in its help.
    ///   - readSnapshot: runs the reads of the items.
    ///   - program: the path of the program, for a menu that starts it, or its name if the path is
    ///     unknown.
    ///   - sleep: waits for a number of seconds. Tests replace the thread's own sleep.
    public init(
        app: String, readSnapshot: @escaping SnapshotReading = { try $0.forEach { try $0() } },
        program: @escaping @Sendable () -> String? = { ProcessArguments.program },
        sleep: @escaping @Sendable (Double) -> Void = Pause.seconds
    ) {
        self.app = app
        self.readSnapshot = readSnapshot
        self.program = program
        self.sleep = sleep
    }

    public func contribute(to registry: inout Registry) {
        registry.add(to: .commands) { [command($0.all(.statusItems))] }
    }

    private func command(_ items: [StatusItem]) -> Command {
        Command(
            "status", "Show a summary in one line, for status bars and prompts", discussion: discussion,
            examples: [
                .init("status", "One line for each item"),
                .init("status --format waybar", "An object for waybar", runs: false),
                .init(
                    "status --format tmux", "For tmux: set -g status-right '#(\(app) status --format tmux)'",
                    runs: false),
                .init("status --format starship", "For a prompt", runs: false),
                .init("status --follow --format polybar", "For polybar, which reads on", runs: false),
            ],
            .option("format", StatusFormat.kind, "the format"), .flag("wait", "first wait until what is running ends"),
            .flag("follow", "go on, and write a line whenever it changes"), returns: .list(StatusLine.fields)
        ) { format, waits, follows in
            if waits { try waitForTheEnd(of: items) }
            if follows { return Output(continuation: .stream { show in try follow(items, as: format, show) }) }
            let lines = try lines(of: items)
            return try format.map { .text(try $0.text(of: lines, program: program() ?? app)) } ?? overview(lines)
        }
    }

    private func overview(_ lines: [StatusLine]) -> Output {
        Output(
            content: .list(FieldRows(lines.map(StatusLine.members))),
            blocks: lines.isEmpty
                ? [.paragraph("Nothing is running.")]
                : lines.map {
                    .paragraph(StyledText(declared: $0.content.text, $0.content.isActive ? .accent : .plain))
                })
    }

    /// Follows the items with at most one read a second, because status bars show nothing
    /// shorter and reads access the disk.
    private func follow(_ items: [StatusItem], as format: StatusFormat?, _ show: (Output?) throws -> Void) throws {
        var lastText: String?
        while true {
            let lines = try lines(of: items)
            let text = try (format ?? .plain).piece(of: lines, program: program() ?? app)
            // It is called without a change too, because it throws once the reader has closed the
            // output.
            try show(text == lastText ? nil : format == nil ? overview(lines) : .text(text))
            lastText = text
            sleep(1)
        }
    }

    private var discussion: String {
        """
        `--format` takes plain, json, tmux, waybar, i3blocks, polybar, swiftbar or starship, or your own text, in which letters after a percent sign are filled in; \
        `status --json` shows these letters, under `values`. `%%` is a percent sign.

        `--wait` returns when what is running ends, pauses or stops, and does not wait for what comes next: \
        `\(app) status --wait && paplay bell.wav`. `--follow` goes on until a signal, or until nobody reads it any more: it looks once a second, \
        and writes a line when something has changed.

        polybar, in a module of type custom/script: tail = true, and exec = \(app) status --follow --format polybar. Focus, break, paused and \
        ready have colours of their own there, in i3blocks and in SwiftBar, and are classes in waybar.

        SwiftBar and xbar, in a script of their plugin folder: exec \(app) status --format swiftbar. In SwiftBar add --follow if the script says \
        <swiftbar.type>streamable</swiftbar.type>.

        starship, under [custom.\(app)]: when = true, and command = "\(app) status --format starship".
        """
    }

    private func lines(of items: [StatusItem]) throws -> [StatusLine] {
        var contents: [String: StatusItem.Content] = [:]
        try readSnapshot(items.map { item in { contents[item.name] = try item.content() } })
        return items.compactMap { item in contents[item.name].map { StatusLine(item: item, content: $0) } }
    }

    /// Waits for the end of an activity.
    ///
    /// It reads again at least every five seconds, because the activity may be paused, extended or
    /// stopped.
    private func waitForTheEnd(of items: [StatusItem]) throws {
        func running() throws -> [StatusLine] { try lines(of: items).filter { $0.content.activityName != nil } }
        var runningLines = try running()
        let activityAtStart = Dictionary(
            runningLines.map { ($0.item.name, $0.content.activityName) }, uniquingKeysWith: { first, _ in first })
        while !runningLines.isEmpty {
            sleep(runningLines.compactMap(\.content.secondsLeft).filter { $0 > 0 }.reduce(5, min))
            runningLines = try running().filter { activityAtStart[$0.item.name] == $0.content.activityName }
        }
    }
}
