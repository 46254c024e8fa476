/// A check of `doctor`: a module's own data, or a program that it needs.
public struct DoctorCheck: Sendable {
    /// The name of the checked thing for people: "photos".
    public let name: String
    /// Runs the check and returns its findings, which are empty if everything is in order.
    public let examine: @Sendable () throws -> [StoreReport.Finding]

    /// Returns the description of what was checked, or nil if it is obvious.
    public let describe: @Sendable () throws -> String?

    public init(
        _ name: String, describe: @escaping @Sendable () throws -> String? = { nil },
        examine: @escaping @Sendable () throws -> [StoreReport.Finding]
    ) {
        self.name = name
        self.describe = describe
        self.examine = examine
    }
}

extension ExtensionPoint where Contribution == DoctorCheck {
    public static var doctorChecks: Self { ExtensionPoint { $0.name } }
}
