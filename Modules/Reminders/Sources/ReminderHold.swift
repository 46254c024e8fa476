import Kernel

/// Something during which nothing is reminded of. What fell due meanwhile is said behind it.
public struct ReminderHold: Sendable {
    /// Its name within the app.
    public let name: String
    /// Why reminders wait now, as a sentence; nil where they do not.
    public let reason: @Sendable () throws -> String?

    /// Holds reminders for as long as there is a reason.
    public init(_ name: String, reason: @escaping @Sendable () throws -> String?) { (self.name, self.reason) = (name, reason) }
}

extension ExtensionPoint where Contribution == ReminderHold {
    /// During what the reminders of an app wait.
    public static var reminderHolds: Self { ExtensionPoint("reminderHolds") { $0.name } }
}
