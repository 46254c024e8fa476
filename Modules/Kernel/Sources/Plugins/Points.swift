/// The kinds of record that a plugin keeps, made when somebody asks: a start that looks into no store pays for none of their types.
struct KeptCollections: Sendable {
    let all: @Sendable () -> [any StoredCollection]
}

extension ExtensionPoint where Contribution == KeptCollections {
    static var collections: Self { ExtensionPoint("collections") }
}

extension Registry {
    /// Adds the kinds of record that a plugin keeps; called by plugins. A test of the app sees to it that no two share a name.
    public mutating func add(collections: @autoclosure @escaping @Sendable () -> [any StoredCollection]) {
        add(KeptCollections(all: collections), to: .collections)
    }

    /// The kinds of record that an app keeps, in the order of the plugins.
    public var collections: [any StoredCollection] { all(.collections).flatMap { $0.all() } }
}

extension ExtensionPoint where Contribution == Gate {
    /// The questions that features ask before they let a person do something.
    public static var gates: Self { ExtensionPoint("gates") { $0.key } }
}
