import Kernel

/// Brings `status` to an app: what its plugins contributed to `.statusItems`, in the format of a status bar.
public struct StatusPlugin: Plugin {
    public let name = "Status"
    private let app: String
    private let glance: Glancing
    private let sleep: @Sendable (Double) -> Void

    /// The command.
    ///
    /// - Parameters:
    ///   - app: the program's name, for what is to be copied from its help.
    ///   - glance: how the items look at what they show.
    ///   - sleep: waits so many seconds; the thread's own unless a test brings one.
    public init(
        app: String, glance: @escaping Glancing = { try $0.forEach { try $0() } },
        sleep: @escaping @Sendable (Double) -> Void = Pause.seconds
    ) {
        (self.app, self.glance, self.sleep) = (app, glance, sleep)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(to: .commands) { [command($0.all(.statusItems))] }
    }

    private func command(_ items: [StatusItem]) -> Command {
        Command(
            "status", "Show a summary in one line, for status bars and prompts", discussion: discussion,
            examples: [
                .init("status", "One line for each item"), .init("status --format waybar", "An object for waybar", runs: false),
                .init("status --format tmux", "For tmux: set -g status-right '#(\(app) status --format tmux)'", runs: false),
            ],
            .option("format", StatusFormat.kind, "the format"), .flag("wait", "first wait until what is running ends"),
            returns: .list(StatusLine.fields)
        ) { format, waits in
            if waits { try waitForTheEnd(of: items) }
            let lines = try lines(of: items)
            if let format { return .text(try format.text(of: lines)) }
            return Output(
                content: .list(lines.map(StatusLine.members)),
                blocks: lines.isEmpty
                    ? [.paragraph("Nothing is running.")]
                    : lines.map { .paragraph(StyledText($0.content.text, $0.content.isActive ? .accent : .plain)) })
        }
    }

    private var discussion: String {
        """
        `--format` takes plain, json, tmux, waybar or i3blocks, or your own text, in which letters after a percent sign are filled in; \
        `status --json` shows these letters, under `values`. `%%` is a percent sign.

        `--wait` returns when what is running ends, pauses or stops, and does not wait for what comes next: \
        `\(app) status --wait && paplay bell.wav`.
        """
    }

    private func lines(of items: [StatusItem]) throws -> [StatusLine] {
        var contents: [String: StatusItem.Content] = [:]
        try glance(items.map { item in { contents[item.name] = try item.content() } })
        return items.compactMap { item in contents[item.name].map { StatusLine(item: item, content: $0) } }
    }

    /// Looks again at least every five seconds: it may be paused, extended or stopped meanwhile.
    private func waitForTheEnd(of items: [StatusItem]) throws {
        func running() throws -> [StatusLine] { try lines(of: items).filter { $0.content.run != nil } }
        var runs = try running()
        let begun = Dictionary(runs.map { ($0.item.name, $0.content.run) }, uniquingKeysWith: { first, _ in first })
        while !runs.isEmpty {
            sleep(runs.compactMap(\.content.secondsLeft).filter { $0 > 0 }.reduce(5, min))
            runs = try running().filter { begun[$0.item.name] == $0.content.run }
        }
    }
}
