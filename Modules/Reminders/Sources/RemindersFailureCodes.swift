import Kernel

extension Failure.Code {
    /// Thrown when a notifier has an empty list of ways to notify the user.
    package static var nobodyTells: Self { Self() }
    /// Thrown when a `remind` command names an unknown reminder.
    package static var reminderNotFound: Self { Self() }
    /// Thrown when a snooze is outside 1 second to 7 days.
    package static var snoozeTooLong: Self { Self() }
}
