import Focus
import Interface
import Kernel

/// The commands of `alarm`.
struct AlarmCommands: Sendable {
    let timerAnnouncer: TimerAnnouncer
    let timer: FocusTimer
    let effects: TimerEffects
    /// Creates the process that follows the timer.
    let follower: @Sendable () -> TimerFollower

    private enum Switch: String, CaseIterable, Sendable { case on, off }

    static let fields: [Field<AlarmSettings>] = [
        Field(
            "on", title: "Alarm", "whether the end of a round or break is announced",
            cell: { StyledText($0.isOn ? "on" : "off", $0.isOn ? .good : .muted) }
        ) { .bool($0.isOn) },
        Field(
            "repeat", title: "Again", "seconds after which it comes again until you have seen it; nothing for once",
            cell: { StyledText($0.every.map { "every \(Span(seconds: $0))" } ?? "once") }
        ) { .integer($0.every) },
        Field(
            "atMost", title: "For", "seconds after which it stops anyway",
            cell: { StyledText($0.every == nil ? "" : "at most \(Span(seconds: $0.atMost))") }
        ) { .integer($0.atMost) },
        Field(
            "hold", title: "Other reminders", "whether reminders wait while a round of focus is running",
            cell: { StyledText($0.holdsReminders ? "wait while you focus" : "come while you focus") }
        ) { .bool($0.holdsReminders) },
    ]

    var set: Command {
        Command(
            "alarm set", "Choose how the end of a round or break is announced",
            discussion: """
                The desktop shows it, also when the timer has no screen; where it can, with buttons. With --repeat it comes again until you press a \
                key on the timer, close it, or do anything with the timer. Without options, it shows your choice.
                """,
            examples: [
                .init("alarm set --repeat 20s --at-most 2m", "Again every 20 seconds, for two minutes"),
                .init("alarm set --once --hold-reminders on", "Once; and nothing else while I focus"),
            ],
            Parameter<Switch?>.option("announce", .choice("ON"), "whether it is announced"),
            .option("repeat", .duration, "how long until it comes again, 5 seconds to 10 minutes"),
            .option("at-most", .duration, "when it stops anyway, one hour at most; 5 minutes unless you change it"),
            .flag("once", "do not repeat it"),
            Parameter<Switch?>.option("hold-reminders", .choice("ON"), "whether other reminders wait while you focus"),
            returns: .one(AlarmCommands.fields), changes: true
        ) { announce, every, atMost, once, hold in
            guard !(once && every != nil) else {
                throw Failure(.onceAndAgain, "--once and --repeat cannot be used together.", kind: .usage)
            }
            guard (5...600).contains(every ?? 5), (5...3600).contains(atMost ?? 5) else {
                throw Failure(
                    .alarmOutOfRange, "An alarm comes again after 5 seconds to 10 minutes, and for one hour at most.",
                    advice: "Example: `alarm set --repeat 20s --at-most 5m`.", kind: .usage)
            }
            let before = try timerAnnouncer.settings()
            var settings = before
            if let announce { settings.isOn = announce == .on }
            if let every { settings.every = every }
            if let atMost { settings.atMost = atMost }
            if once { settings.every = nil }
            if let hold { settings.holdsReminders = hold == .on }
            if settings == before { return .one(settings, AlarmCommands.fields, next: ["alarm set --repeat 20s"]) }
            try timerAnnouncer.set(settings)
            return .changed(
                "\(AlarmCommands.announcementSummary(settings)) \(AlarmCommands.otherSettings(settings))", settings,
                AlarmCommands.fields,
                next: ["start"])
        }
    }

    /// Returns a sentence on how the end of a phase is announced.
    private static func announcementSummary(_ settings: AlarmSettings) -> String {
        guard settings.isOn else { return "The end of a round or break is not announced." }
        return settings.every.map {
            "The end of a round or break is announced every \(Span(seconds: $0)) until you have seen it."
        } ?? "The end of a round or break is announced once."
    }

    /// Returns a sentence on the other reminders.
    private static func otherSettings(_ settings: AlarmSettings) -> String {
        settings.holdsReminders ? "Other reminders wait while you focus." : "Other reminders come while you focus."
    }

    var follow: Command {
        Command(
            "alarm follow", "Announce ends, run hooks, play sounds and pause music while the timer runs",
            discussion: """
                `start` and whatever changes the timer begin this by themselves. It looks at the timer once a second, plays the chosen sound while no \
                screen does, and ends half a minute after the timer rests. Where another process does this already, it ends at once.
                """,
            examples: [.init("alarm follow", "With a running timer", runs: false)],
            returns: .one(AlarmCommands.fields)
        ) {
            try effects.withFollowerLock { try follower().follow() }
            return .one(try timerAnnouncer.settings(), AlarmCommands.fields, next: ["status"])
        }
    }
}
