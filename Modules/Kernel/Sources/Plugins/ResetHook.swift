/// A step that must run before `reset` erases everything, because its subject would outlive the
/// data or restore it.
///
/// An example is an account whose other devices have all the data.
public struct ResetHook: Sendable {
    /// The name, which must be unique.
    public let name: String
    /// Returns the text that the user reads before confirming the reset: what ends, and what stays
    /// elsewhere. Nil if nothing has to end.
    public let confirmationText: @Sendable () throws -> String?
    /// Performs the step.
    ///
    /// - Returns: a further message for after the reset, or nil.
    public let perform: @Sendable () throws -> String?

    public init(
        _ name: String, confirmationText: @escaping @Sendable () throws -> String?,
        perform: @escaping @Sendable () throws -> String?
    ) {
        self.name = name
        self.confirmationText = confirmationText
        self.perform = perform
    }
}

extension ExtensionPoint where Contribution == ResetHook {
    public static var resetHooks: Self { ExtensionPoint { $0.name } }
}
