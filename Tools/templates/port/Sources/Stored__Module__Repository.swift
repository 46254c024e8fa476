import Kernel

/// Items in any store.
public struct Stored__Module__Repository: __Module__Repository {
    private let store: any Store

    /// Items in the partition of a store.
    public init(_ store: any Store) { self.store = store }

    /// All items, answered from an index.
    public func items() throws -> [__Module__Item] { try store.read { try $0.records(__Module__Item.byAge.all) } }

    /// Keeps an item so that `undo` can take it back; the store's unique index decides whether the title is taken.
    public func insert(_ item: __Module__Item) throws {
        do {
            try store.write(undo: "Added “\(item.title)”") { try $0.put(item) }
        } catch let failure as Failure where failure.code == .duplicateKey {
            throw __Module__Title.taken(item.title)
        }
    }

    /// Removes an item so that `undo` can bring it back.
    public func remove(_ item: __Module__Item) throws {
        try store.write(undo: "Removed “\(item.title)”") { transaction in
            guard try transaction.delete(item.id) else { throw __Module__Title.missing(item.title) }
        }
    }
}
