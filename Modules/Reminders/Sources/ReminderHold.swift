import Kernel

/// A hold that delays all reminders. Reminders that become due meanwhile are shown afterwards.
package struct ReminderHold: Sendable {
    /// The unique name among the holds of an app.
    package let name: String
    /// The reason for the hold as a sentence, or `nil` if there is no hold now.
    package let reason: @Sendable () throws -> String?

    package init(_ name: String, reason: @escaping @Sendable () throws -> String?) {
        self.name = name
        self.reason = reason
    }
}

extension ExtensionPoint where Contribution == ReminderHold {
    /// The extension point for holds on an app's reminders.
    package static var reminderHolds: Self { ExtensionPoint { $0.name } }
}
