import Kernel
import Reminders
import Terminal

extension ReminderDesk {
    var due: Command {
        Command(
            "remind due", "Say what is due, once",
            discussion: """
                For cron and systemd: each thing is said once, however often and from wherever this is run. What is more than twelve hours late is \
                not said any more.
                """,
            examples: [.init("remind due", "What is due now")], returns: .list(ReminderFields.call), changes: true
        ) {
            let calls = try tell()
            var output = Output.list(calls, ReminderFields.call, empty: "Nothing is due.", next: ["remind list"])
            output.notice = calls.isEmpty ? "Nothing was due." : "Said \(calls.count)."
            return output
        }
    }

    var run: Command {
        Command(
            "remind run", "Stay and say what is due when it is due",
            discussion: "For a machine without cron and systemd. Ctrl-C ends it; what was said stays said.",
            examples: [.init("remind run --times 1", "Look once")],
            .option("every", .duration, default: 60, shown: "1m", "how often to look"),
            .option("times", .integer(1...1_000_000), "how often to look before it ends; for ever when left out"),
            returns: .list(ReminderFields.call),
            changes: true
        ) { every, times in
            var said: [ReminderCall] = []
            var left = times
            while true {
                // Only what a bounded run says is kept to be shown: an unbounded one would grow.
                let calls = try tell()
                if left != nil { said += calls }
                left = left.map { $0 - 1 }
                if left == 0 { break }
                sleep(Double(every))
            }
            var output = Output.list(said, ReminderFields.call, empty: "Nothing is due.", next: ["remind install"])
            output.notice = "Said \(said.count)."
            return output
        }
    }

    var install: Command {
        Command(
            "remind install", "Let the machine ask every \(ReminderSchedule.minutes) minutes what is due",
            discussion: "With systemd a timer of your own is written and started; with cron a line is put into your crontab.",
            examples: [.init("remind install --with cron --print", "Show the line")],
            Parameter<Way>.option("with", .choice, default: .systemd, "who asks"),
            .flag("print", "only show what would be installed"), changes: true
        ) { with, show in
            let schedule = try ReminderSchedule(app: app, command: command)
            if show {
                return .text(
                    with == .cron
                        ? schedule.cronLine + "\n"
                        : schedule.units.map { "# ~/.config/systemd/user/\($0.name)\n\($0.text)" }.joined(separator: "\n"))
            }
            return Output(
                notice: try with == .cron ? installer.cron(schedule) : installer.systemd(schedule), next: ["remind list"])
        }
    }

    /// How many the first screen names.
    static let shown = 3

    /// What has not been done today although its time has come.
    var card: HomeCard {
        HomeCard("reminders", order: 90) {
            let open = try book.open()
            return HomeCard.Content(
                blocks: open.prefix(ReminderDesk.shown).map {
                    .paragraph(StyledText($0.occasion.title, .warning) + StyledText(" " + $0.occasion.body, .muted))
                },
                members: [.init("open", .texts(open.map(\.occasion.title)))])
        }
    }

    private enum Way: String, CaseIterable, Sendable { case systemd, cron }

    private func tell() throws -> [ReminderCall] {
        let calls = try book.takeDue()
        for call in calls { try notifier.tell(call.occasion.title, call.occasion.body) }
        return calls
    }
}
