import Kernel

/// A repository over any store.
package struct Stored__Module__Repository: __Module__Repository {
    private let store: any Store

    /// Creates a repository over a store.
    package init(_ store: any Store) { self.store = store }

    /// Returns all items, oldest first, from an index.
    package func items() throws -> [__Module__Item] { try store.read { try $0.records(__Module__Item.byAge.all) } }

    /// Inserts an item. `undo` removes it again.
    ///
    /// The store's unique index detects duplicate titles.
    package func insert(_ item: __Module__Item) throws {
        do {
            try store.write(undo: "Added “\(item.title)”") { try $0.put(item) }
        } catch let failure as Failure where failure.code == .duplicateKey {
            throw __Module__Title.taken(item.title)
        }
    }

    /// Removes an item. `undo` restores it.
    package func remove(_ item: __Module__Item) throws {
        try store.write(undo: "Removed “\(item.title)”") { transaction in
            guard try transaction.delete(item.id) else { throw __Module__Title.missing(item.title) }
        }
    }
}
