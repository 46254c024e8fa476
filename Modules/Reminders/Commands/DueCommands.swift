import Interface
import Kernel
import Programs
import Reminders

extension ReminderCommands {
    var due: Command {
        Command(
            "remind due", "Show what is due, once",
            discussion: """
                For cron, systemd and launchd: each reminder is shown once, no matter how often or where this runs. Reminders that are more than twelve hours \
                late are not shown.
                """,
            examples: [.init("remind due", "What is due now")], returns: .list(ReminderFields.call), changes: true
        ) {
            let calls = try notifyDue()
            var output = Output.list(calls, ReminderFields.call, empty: "Nothing is due.", next: ["remind list"])
            output.notice = calls.isEmpty ? try holdReason() : "Shown: \(calls.count)."
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
            var shownCalls: [ReminderCall] = []
            var remainingRuns = times
            while true {
                // Only a bounded run collects the notifications for display, because an unbounded
                // run would grow without limit.
                let calls = try notifyDue()
                if remainingRuns != nil { shownCalls += calls }
                remainingRuns = remainingRuns.map { $0 - 1 }
                if remainingRuns == 0 { break }
                sleep(Double(every))
            }
            var output = Output.list(
                shownCalls, ReminderFields.call, empty: "Nothing is due.", next: ["remind install"])
            output.notice = "Shown: \(shownCalls.count)."
            return output
        }
    }

    /// The interval between two scheduled runs of `remind due`, in minutes.
    private static let checkInterval = 5

    var install: Command {
        Command(
            "remind install", "Let the machine check every \(ReminderCommands.checkInterval) minutes what is due",
            discussion: """
                With systemd, this writes and starts a timer of your own; with cron, it adds a line to your crontab; \
                with launchd, on a Mac, it writes and loads an agent of your own.
                """,
            examples: [.init("remind install --with cron --print", "Show the line")],
            Parameter<Schedule.Scheduler>.option("with", .choice, default: .platformDefault, "which program checks"),
            .flag("print", "only show what would be installed"), changes: true
        ) { schedulerKind, onlyShows in
            let schedule = try Schedule(
                "\(app)-remind", about: "Reminders of \(app)", command + ["remind", "due"],
                .every(minutes: ReminderCommands.checkInterval, about: "Ask \(app) what is due"),
                effect: "checks every \(ReminderCommands.checkInterval) minutes what is due", showsOnDesktop: true)
            if onlyShows { return .text(schedule.text(for: schedulerKind)) }
            return Output(notice: try installer.install(schedule, with: schedulerKind), next: ["remind list"])
        }
    }

    /// The maximum number of reminders on the home card.
    static let shown = 3

    /// The home card of due reminders that are not done today.
    var card: HomeCard {
        HomeCard("reminders", order: 90) {
            let open = try scheduler.open()
            return HomeCard.Content(
                blocks: open.prefix(ReminderCommands.shown).map {
                    .paragraph(
                        StyledText(declared: $0.occasion.title, .warning)
                            + StyledText(declared: " " + $0.occasion.body, .muted))
                }, at: .below,
                members: [.init("open", .texts(open.map(\.occasion.title)))])
        }
    }

    /// Returns the reason of the first active hold.
    private func holdReason() throws -> String? { try holds.lazy.compactMap { try $0.reason() }.first }

    /// Shows the due notifications, and returns them. During a hold it shows none.
    private func notifyDue() throws -> [ReminderCall] {
        guard try holdReason() == nil else { return [] }
        let calls = try scheduler.takeDue()
        for call in calls { try notifier.notify(call.occasion.title, call.occasion.body) }
        return calls
    }
}
