import Kernel
import Programs
import Reminders
import Terminal

extension ReminderDesk {
    var due: Command {
        Command(
            "remind due", "Show what is due, once",
            discussion: """
                For cron, systemd and launchd: each reminder is shown once, no matter how often or where this runs. Reminders that are more than twelve hours \
                late are not shown.
                """,
            examples: [.init("remind due", "What is due now")], returns: .list(ReminderFields.call), changes: true
        ) {
            let calls = try tell()
            var output = Output.list(calls, ReminderFields.call, empty: "Nothing is due.", next: ["remind list"])
            output.notice = calls.isEmpty ? try held() : "Shown: \(calls.count)."
            return output
        }
    }

    var run: Command {
        Command(
            "remind run", "Keep running, and show reminders when they are due",
            discussion:
                "For a machine without cron, systemd and launchd. Ctrl-C ends it; reminders that were shown are not repeated.",
            examples: [.init("remind run --times 1", "Check once")],
            .option("every", .duration, default: 60, shown: "1m", "how often to check"),
            .option("times", .integer(1...1_000_000), "how many times to check; no end if left out"),
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
            output.notice = "Shown: \(said.count)."
            return output
        }
    }

    /// Minutes between two questions of the machine.
    private static let minutes = 5

    var install: Command {
        Command(
            "remind install", "Let the machine check every \(ReminderDesk.minutes) minutes what is due",
            discussion: """
                With systemd, this writes and starts a timer of your own; with cron, it adds a line to your crontab; \
                with launchd, on a Mac, it writes and loads an agent of your own.
                """,
            examples: [.init("remind install --with cron --print", "Show the line")],
            Parameter<Schedule.Way>.option("with", .choice, default: .usual, "which program checks"),
            .flag("print", "only show what would be installed"), changes: true
        ) { way, show in
            let schedule = try Schedule(
                "\(app)-remind", about: "Reminders of \(app)", command + ["remind", "due"],
                .every(minutes: ReminderDesk.minutes, about: "Ask \(app) what is due"),
                effect: "checks every \(ReminderDesk.minutes) minutes what is due", isSeen: true)
            if show { return .text(schedule.text(for: way)) }
            return Output(notice: try installer.install(schedule, with: way), next: ["remind list"])
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
                    .paragraph(
                        StyledText(declared: $0.occasion.title, .warning) + StyledText(declared: " " + $0.occasion.body, .muted))
                }, at: .below,
                members: [.init("open", .texts(open.map(\.occasion.title)))])
        }
    }

    /// Why nothing is told now.
    private func held() throws -> String? { try holds.lazy.compactMap { try $0.reason() }.first }

    private func tell() throws -> [ReminderCall] {
        guard try held() == nil else { return [] }
        let calls = try book.takeDue()
        for call in calls { try notifier.tell(call.occasion.title, call.occasion.body) }
        return calls
    }
}
