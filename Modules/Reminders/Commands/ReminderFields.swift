import Interface
import Kernel
import Reminders

/// The output fields of reminders, notifications and quiet times.
enum ReminderFields {
    static let row: [Field<ReminderScheduler.ReminderWithSettings>] = [
        Field("name", title: "Name", "the name to type") { .text($0.reminder.name) },
        Field("about", title: "Of", "what it reminds you of", isTranslatable: true) { .text($0.reminder.about) },
        Field(
            "on", title: "On", "whether it is on",
            cell: { StyledText($0.rule.isOn ? "on" : "off", $0.rule.isOn ? .good : .muted) }
        ) {
            .bool($0.rule.isOn)
        },
        Field("at", title: "At", "the time of day, HH:MM") { .text(clock($0.rule.second)) },
        Field("every", title: "How often", "daily, weekdays, alternate or weekly", isTranslatable: true) {
            .text($0.rule.frequency.rawValue)
        },
        Field("snoozedUntil", "until when it is silenced") { .instant($0.snoozedUntil) },
    ]

    static let call: [Field<ReminderCall>] = [
        Field("reminder", title: "Reminder", "the reminder's name") { .text($0.reminder) },
        Field("day", title: "Day", "the day it is for") { .day($0.day) },
        Field("title", title: "What", "what is said", isTranslatable: true) { .text($0.occasion.title) },
        Field("body", title: "", "the text after the title", isTranslatable: true) { .text($0.occasion.body) },
    ]

    static let quiet: [Field<QuietTimes>] = [
        Field(
            "from", title: "Quiet from", "the time of day, HH:MM",
            cell: { $0.from.map { StyledText(clock($0)) } ?? "never" }
        ) {
            .text($0.from.map(clock))
        },
        Field("until", title: "until", "the time of day, HH:MM", cell: { StyledText($0.until.map(clock) ?? "") }) {
            .text($0.until.map(clock))
        },
        Field("weekend", title: "Weekends", "same, late (not before 10:00) or off", isTranslatable: true) {
            .text($0.weekend.rawValue)
        },
    ]

    /// Returns a second of the day as `HH:MM`.
    static func clock(_ second: Int) -> String {
        let hour = second / 3600
        let minute = second / 60 % 60
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
