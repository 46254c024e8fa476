/// Something that `doctor` looks at: a module's own data, or a program that it needs.
public struct Checkup: Sendable {
    /// What is looked at, for a person: "photos".
    public let name: String
    /// Looks, and says what it finds; nothing when all is well.
    public let examine: @Sendable () throws -> [StoreReport.Finding]

    /// Something under a name that findings are told with.
    public init(_ name: String, examine: @escaping @Sendable () throws -> [StoreReport.Finding]) {
        (self.name, self.examine) = (name, examine)
    }
}

extension ExtensionPoint where Contribution == Checkup {
    /// What `doctor` looks at besides the store.
    public static var checkups: Self { ExtensionPoint("checkups") { $0.name } }
}
