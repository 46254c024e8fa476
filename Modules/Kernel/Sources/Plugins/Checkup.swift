/// Something that `doctor` looks at: a module's own data, or a program that it needs.
public struct Checkup: Sendable {
    /// What is looked at, for a person: "photos".
    public let name: String
    /// Looks, and says what it finds; nothing when all is well.
    public let examine: @Sendable () throws -> [StoreReport.Finding]

    /// What was looked at, for whoever asks whether it was; nil when that goes without saying.
    public let seen: @Sendable () throws -> String?

    /// Something under a name that findings are told with.
    public init(
        _ name: String, seen: @escaping @Sendable () throws -> String? = { nil },
        examine: @escaping @Sendable () throws -> [StoreReport.Finding]
    ) {
        (self.name, self.seen, self.examine) = (name, seen, examine)
    }
}

extension ExtensionPoint where Contribution == Checkup {
    /// What `doctor` looks at besides the store.
    public static var checkups: Self { ExtensionPoint("checkups") { $0.name } }
}
