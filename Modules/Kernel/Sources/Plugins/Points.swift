/// The record kinds of a plugin, created on demand: a start without a store skips their types.
struct LazyCollections: Sendable {
    let all: @Sendable () -> [any StoredCollection]
}

extension ExtensionPoint where Contribution == LazyCollections { static var collections: Self { ExtensionPoint() } }

extension Registry {
    /// Adds the record kinds of a plugin. Plugins call it. A test checks that all names differ.
    public mutating func add(collections: @autoclosure @escaping @Sendable () -> [any StoredCollection]) {
        add(LazyCollections(all: collections), to: .collections)
    }

    /// The record kinds of an app, in the order of the plugins.
    public var collections: [any StoredCollection] { all(.collections).flatMap { $0.all() } }
}

extension ExtensionPoint where Contribution == Gate {
    /// The checks that features make before they let a person do something.
    public static var gates: Self { ExtensionPoint { $0.key } }
}
