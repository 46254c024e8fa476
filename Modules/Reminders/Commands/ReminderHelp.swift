import Guidance
import Terminal

/// What the page of help says of reminders.
enum ReminderHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup("Reminders", order: 60, ["remind list", "remind set", "remind install"])
    ]

    static let topic = HelpTopic(
        "remind", "Reminders",
        paragraphs: [
            """
            remind list has the reminders of this app, remind set changes the time or turns one off, remind quiet keeps hours and weekends free. They
            speak up only when nothing was done that day. remind install lets the machine ask by itself.
            """
        ], commands: ["remind list", "remind set", "remind install"], isGeneral: true)
}
