import Kernel
import Reminders
import Terminal

/// Brings `remind …` to an app, and the line on the home screen about what is still to be done today.
public struct RemindersPlugin: Plugin {
    public let name = "Reminders"
    private let desk: ReminderDesk

    /// The commands over a book of reminders.
    ///
    /// - Parameters:
    ///   - notifier: who tells what is due.
    ///   - installer: who makes the machine ask by itself; `.none` with `--dry-run`.
    ///   - command: the program's absolute path and the options that lead it to this data, for schedules.
    ///   - app: the app's name.
    ///   - example: the name of a reminder, for examples that run.
    ///   - sleep: waits so many seconds, for `remind run`.
    public init(
        book: ReminderBook, notifier: Notifier, installer: ScheduleInstaller, app: String, command: [String],
        example: String, sleep: @escaping @Sendable (Double) -> Void
    ) {
        desk = ReminderDesk(
            book: book, notifier: notifier, installer: installer, app: app, command: command, example: example, sleep: sleep)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(collections: StoredReminderRepository.collections)
        for command in [desk.list, desk.set, desk.snooze, desk.quiet, desk.due, desk.run, desk.install] {
            registry.add(command, to: .commands)
        }
        registry.add(desk.card, to: .homeCards)
    }
}
