import Interface
import Kernel
import Programs
import Reminders

/// The commands of `remind`.
struct ReminderCommands: Sendable {
    let scheduler: ReminderScheduler
    /// The holds of other features, which delay all reminders while they last.
    let holds: [ReminderHold]
    let notifier: Notifier
    let installer: ScheduleInstaller
    let app: String
    /// The program's absolute path and options, which the machine's schedule runs.
    let command: [String]
    /// The name of a reminder of this app, for the examples in help texts.
    let example: String
    /// Waits for the given number of seconds.
    let sleep: @Sendable (Double) -> Void

    var list: Command {
        Command(
            "remind list", "List the reminders of this app", examples: [.init("remind list", "All of them")],
            returns: .list(ReminderFields.row)
        ) {
            .list(
                try scheduler.rows(), ReminderFields.row, empty: "This app has no reminders.",
                footer: try quietTimesBlocks(),
                next: ["remind set \(example) --at 18:30", "remind install"])
        }
    }

    var set: Command {
        Command(
            "remind set", "Change the time of a reminder, or turn it on or off",
            examples: [.init("remind set \(example) --at 18:30", "At half past six")], reminder,
            .flag("on", "turn it on"), .flag("off", "turn it off"), .option("at", .time, "the time of day"),
            Parameter<ReminderRule.Frequency?>.option("every", .choice, "how often"), returns: .one(ReminderFields.row),
            changes: true
        ) { reminder, on, off, at, every in
            guard on || off || at != nil || every != nil else {
                throw Failure(
                    .nothingToChange, "No change was given.", advice: "Give --on, --off, --at or --every.", kind: .usage
                )
            }
            guard !(on && off) else {
                throw Failure(.onAndOff, "--on and --off cannot be used together.", kind: .usage)
            }
            let row = try scheduler.change(reminder) { rule in
                rule = ReminderRule(
                    isOn: on || !off && rule.isOn, second: at ?? rule.second, frequency: every ?? rule.frequency)
            }
            return .changed(
                "Changed the reminder \(row.reminder.name).", row, ReminderFields.row, next: ["remind list"])
        }
    }

    var snooze: Command {
        Command(
            "remind snooze", "Silence a reminder for a while",
            examples: [.init("remind snooze \(example)", "Ten minutes")], reminder,
            .option("for", .duration, default: 600, shown: "10m", "how long"), returns: .one(ReminderFields.row),
            changes: true
        ) { reminder, span in
            let row = try scheduler.snooze(reminder, seconds: span)
            return .changed(
                "Snoozed the reminder \(row.reminder.name).", row, ReminderFields.row, next: ["remind list"])
        }
    }

    var quiet: Command {
        Command(
            "remind quiet", "Choose quiet hours and quiet weekends",
            discussion:
                "Reminders that fall into quiet hours are shown when they end. Without options, it shows your choice.",
            examples: [
                .init(
                    "remind quiet --from 22:00 --until 07:00 --weekend late", "Not at night, and not early at weekends")
            ],
            .option("from", .time, "when quiet hours begin"),
            .option("until", .time, "when quiet hours end; can be the next morning"),
            Parameter<QuietTimes.Weekend?>.option(
                "weekend", .choice, "reminders at weekends; late means not before 10:00"),
            .flag("never", "no quiet hours"), returns: .one(ReminderFields.quiet), changes: true
        ) { from, until, weekend, never in
            let current = try scheduler.quietTimes()
            let start = from ?? current.from
            let end = until ?? current.until
            guard (start == nil) == (end == nil) else {
                throw Failure(
                    .halfQuiet, "Quiet hours need a beginning and an end.", advice: "Give both --from and --until.",
                    kind: .usage)
            }
            let newTimes = QuietTimes(
                from: never ? nil : start, until: never ? nil : end, weekend: weekend ?? current.weekend)
            if newTimes == current {
                return .one(current, ReminderFields.quiet, next: ["remind quiet --from 22:00 --until 07:00"])
            }
            try scheduler.setQuietTimes(newTimes)
            return .changed("Changed the quiet times.", newTimes, ReminderFields.quiet, next: ["remind list"])
        }
    }

    // MARK: - Shared parameters

    /// The argument that names a reminder, with completions.
    var reminder: Parameter<String> {
        .argument(
            "name", ValueKind<String>.text.completed { _ in (try? scheduler.rows().map(\.reminder.name)) ?? [] },
            "the reminder's name"
        )
    }

    /// Returns one paragraph for quiet hours and one for quiet weekends, each only if it is set.
    private func quietTimesBlocks() throws -> [Block] {
        let quiet = try scheduler.quietTimes()
        let hours = quiet.from.flatMap { from in
            quiet.until.map { "Quiet from \(ReminderFields.clock(from)) to \(ReminderFields.clock($0))." }
        }
        let weekend =
            quiet.weekend == .same
            ? nil : quiet.weekend == .off ? "No reminders at weekends." : "Not before 10:00 at weekends."
        return [hours, weekend].compactMap { $0 }.map { .paragraph(StyledText($0, .muted)) }
    }
}
