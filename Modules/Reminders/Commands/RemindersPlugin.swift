import Guidance
import Kernel
import Programs
import Reminders
import Terminal

/// Brings `remind …` to an app, and the line on the home screen about what is still to be done today.
public struct RemindersPlugin: Plugin {
    public let name = "Reminders"
    private let desk: @Sendable (_ reminders: [Reminder], _ holds: [ReminderHold]) -> ReminderDesk

    /// The commands over what the plugins of an app remind of.
    ///
    /// - Parameters:
    ///   - store: where lies what this person has set, and what was said.
    ///   - notifier: who tells what is due.
    ///   - installer: who makes the machine ask by itself; `.none` with `--dry-run`.
    ///   - command: the program's absolute path and the options that lead it to this data, for schedules.
    ///   - app: the app's name.
    ///   - sleep: waits so many seconds, for `remind run`.
    public init(
        _ store: any Store, notifier: Notifier, installer: ScheduleInstaller, app: String, command: [String], time: TimeSource,
        sleep: @escaping @Sendable (Double) -> Void
    ) {
        desk = { reminders, holds in
            ReminderDesk(
                book: ReminderBook(store, reminders: { reminders }, time: time), holds: holds, notifier: notifier,
                installer: installer, app: app, command: command, example: reminders.last?.name ?? "NAME", sleep: sleep)
        }
    }

    public func contribute(to registry: inout Registry) {
        registry.add(ReminderBook.belongings)
        registry.add(ReminderHelp.topic, to: .helpTopics)
        registry.add(all: ReminderHelp.groups, to: .commandGroups)
        registry.add(to: .commands) { [desk] whole in
            let desk = desk(whole.all(.reminders), whole.all(.reminderHolds))
            return [desk.list, desk.set, desk.snooze, desk.quiet, desk.due, desk.run, desk.install]
        }
        registry.add(to: .homeCards) { [desk] whole in [desk(whole.all(.reminders), whole.all(.reminderHolds)).card] }
    }
}
