import Focus
import Kernel
import Reminders

/// The reminders of Focus: tasks at their time, and an evening reminder on a day without focus.
struct FocusReminders: Sendable {
    let tasks: TaskList
    let history: FocusHistory

    var all: [Reminder] { [taskReminder, eveningReminder] }

    /// Creates a hold that delays reminders during a round, if the user wants that.
    static func hold(_ timer: FocusTimer, _ timerAnnouncer: TimerAnnouncer) -> ReminderHold {
        ReminderHold("focus") {
            guard try timerAnnouncer.settings().holdsReminders, let session = try timer.session(),
                session.stage == .running,
                !session.phase.isBreak
            else { return nil }
            return "Reminders wait while a round of focus is running."
        }
    }

    /// A reminder for each task due on the day, at the task's own time.
    private var taskReminder: Reminder {
        Reminder("tasks", "tasks with a reminder, at their time", rule: .daily(at: 9 * 3600)) { day in
            try tasks.tasksWithReminder(through: day).filter { $0.due == day }.map { task in
                Reminder.Occasion(key: task.id.rawValue, title: task.title, body: "Due today.", second: task.reminder)
            }
        }
    }

    /// A reminder at five in the afternoon of a day without focus.
    private var eveningReminder: Reminder {
        .onceADay(
            "focus", "a day without focus", at: 17 * 3600, saying: "Time to focus!",
            isDone: { try history.isFocusedOrExcused(on: $0) }, streak: { try history.streak(before: $0) }
        ).since(history.firstStart)
    }
}
