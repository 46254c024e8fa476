import Kernel

/// The service that contains the rules of the list.
package struct __Module__List: Sendable {
    private let store: any Store
    private let ids: IDSource
    private let time: TimeSource

    /// Creates a list over a store.
    package init(store: any Store, ids: IDSource, time: TimeSource) {
        self.store = store
        self.ids = ids
        self.time = time
    }

    /// Returns all items, oldest first.
    package func items() throws -> [__Module__Item] { try store.read { try $0.records(__Module__Item.byAge.all) } }

    /// Returns the item with this title, regardless of case, or with this identifier.
    ///
    /// - Throws: `__module__ItemNotFound`.
    package func item(named name: String) throws -> __Module__Item {
        try store.read { transaction in
            let titled = try transaction.first(__Module__Item.byTitle.at(__Module__Title.key(name)))
            guard let item = try titled ?? transaction.record(Identifier(name)) else { throw __Module__Title.missing(name) }
            return item
        }
    }

    /// Adds an item.
    ///
    /// - Throws: `__module__TitleInvalid` or `__module__TitleTaken`.
    package func add(_ title: String) throws -> __Module__Item {
        let item = __Module__Item(id: ids.next(), title: try __Module__Title.checked(title), addedAt: time.now())
        do {
            try store.write(undo: "Added “\(item.title)”") { try $0.put(item) }
        } catch let failure as Failure where failure.code == .duplicateKey {
            throw __Module__Title.taken(item.title)
        }
        return item
    }

    /// Removes an item.
    ///
    /// - Throws: `__module__ItemNotFound`.
    package func remove(_ item: __Module__Item) throws {
        try store.write(undo: "Removed “\(item.title)”") { transaction in
            guard try transaction.delete(item.id) else { throw __Module__Title.missing(item.title) }
        }
    }
}
