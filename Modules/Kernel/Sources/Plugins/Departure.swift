/// What has to end before everything of an app is erased, since it would outlive that or bring everything back: an account whose other devices have it all.
public struct Departure: Sendable {
    /// Its name; two of one name are a mistake.
    public let name: String
    /// What a person is told before they are asked whether everything may go: what ends, and what stays elsewhere. Nil where nothing has to end.
    public let said: @Sendable () throws -> String?
    /// Ends it.
    ///
    /// - Returns: what else is to be said, when everything is gone; nil for nothing.
    public let leave: @Sendable () throws -> String?

    /// Something that ends first.
    public init(_ name: String, said: @escaping @Sendable () throws -> String?, leave: @escaping @Sendable () throws -> String?) {
        (self.name, self.said, self.leave) = (name, said, leave)
    }
}

extension ExtensionPoint where Contribution == Departure {
    /// What `reset` ends before it erases everything.
    public static var departures: Self { ExtensionPoint("departures") { $0.name } }
}
