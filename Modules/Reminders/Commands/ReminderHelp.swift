import Guidance
import Interface

/// The help texts of reminders.
enum ReminderHelp {
    static let groups = [
        CommandGroup("Reminders", order: 60, ["remind list", "remind set", "remind install"])
    ]

    static let topic = HelpTopic(
        "remind", "Reminders",
        paragraphs: [
            """
            remind list shows the reminders of this app, remind set changes a time or turns one off, remind quiet sets quiet hours and weekends. A
            daily reminder only comes when you have done nothing yet that day. remind install lets the machine check by itself.
            """
        ], commands: ["remind list", "remind set", "remind install"], isGeneral: true)
}
