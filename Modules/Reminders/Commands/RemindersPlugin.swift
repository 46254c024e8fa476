import Guidance
import Interface
import Kernel
import Programs
import Reminders

/// A plugin that adds `remind …` and a home screen line of open reminders to an app.
package struct RemindersPlugin: Plugin {
    package let name = "Reminders"
    /// Creates the commands for the reminders and holds of all plugins.
    ///
    /// A hold is a reason to delay all reminders, such as a running focus session.
    private let makeCommands: @Sendable (_ reminders: [Reminder], _ holds: [ReminderHold]) -> ReminderCommands

    /// Creates the plugin for the reminders that the app's plugins contribute.
    ///
    /// - Parameters:
    ///   - store: the store of the user's settings and the shown notifications.
    ///   - notifier: the notifier for due reminders.
    ///   - installer: the installer of the schedule on the machine, or `.none` with `--dry-run`.
    ///   - command: the program's absolute path and its options for this data, used in schedules.
    ///   - app: the app's name.
    ///   - time: the source of the current time and of local days.
    ///   - sleep: a function that waits the given number of seconds, for `remind run`.
    package init(
        _ store: any Store, notifier: Notifier, installer: ScheduleInstaller, app: String, command: [String],
        time: TimeSource, sleep: @escaping @Sendable (Double) -> Void
    ) {
        makeCommands = { reminders, holds in
            ReminderCommands(
                scheduler: ReminderScheduler(store, reminders: { reminders }, time: time), holds: holds,
                notifier: notifier,
                installer: installer, app: app, command: command, example: reminders.last?.name ?? "NAME", sleep: sleep)
        }
    }

    package func contribute(to registry: inout Registry) {
        registry.add(ReminderScheduler.syncPolicies)
        registry.add(ReminderHelp.topic, to: .helpTopics)
        registry.add(all: ReminderHelp.groups, to: .commandGroups)
        registry.add(to: .commands) { [makeCommands] registry in
            let commands = makeCommands(registry.all(.reminders), registry.all(.reminderHolds))
            return [
                commands.list, commands.set, commands.snooze, commands.quiet, commands.due, commands.run,
                commands.install,
            ]
        }
        registry.add(to: .homeCards) { [makeCommands] registry in
            [makeCommands(registry.all(.reminders), registry.all(.reminderHolds)).card]
        }
    }
}
