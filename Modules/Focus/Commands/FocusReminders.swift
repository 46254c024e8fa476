import Focus
import Kernel
import Reminders

/// What Focus reminds of: tasks at the time that they say, and a day without focus in the evening.
struct FocusReminders: Sendable {
    let tasks: TaskList
    let history: FocusHistory

    var all: [Reminder] { [ofTasks, ofFocus] }

    /// A round of focus, where a person wants to hear of nothing else meanwhile.
    static func hold(_ timer: FocusTimer, _ herald: FocusHerald) -> ReminderHold {
        ReminderHold("focus") {
            guard try herald.settings().holdsReminders, let session = try timer.session(), session.stage == .running,
                !session.phase.isBreak
            else { return nil }
            return "Reminders wait while a round of focus is running."
        }
    }

    private var ofTasks: Reminder {
        Reminder("tasks", "tasks with a reminder, at their time", rule: .daily(at: 9 * 3600)) { day in
            try tasks.reminding(through: day).filter { $0.due == day }.map { task in
                Reminder.Occasion(key: task.id.rawValue, title: task.title, body: "Due today.", second: task.reminder)
            }
        }
    }

    private var ofFocus: Reminder {
        .onceADay(
            "focus", "a day without focus", at: 17 * 3600, saying: "Time to focus!",
            isDone: { try history.needsNothing(on: $0) }, streak: { try history.streak(before: $0) }
        ).since(history.firstStart)
    }
}
