import Kernel
import Synchronization

/// A repository in memory, for the life of the process.
package final class Memory__Module__Repository: __Module__Repository {
    private let stored = Mutex<[__Module__Item]>([])

    /// Creates an empty repository.
    package init() {}

    /// Returns all items, oldest first.
    package func items() throws -> [__Module__Item] { stored.withLock { $0 } }

    /// Inserts an item at its position by age.
    package func insert(_ item: __Module__Item) throws {
        try stored.withLock { items in
            guard !items.contains(where: { __Module__Title.key($0.title) == __Module__Title.key(item.title) }) else {
                throw __Module__Title.taken(item.title)
            }
            let index = items.firstIndex { ($0.addedAt, $0.id) > (item.addedAt, item.id) }
            items.insert(item, at: index ?? items.endIndex)
        }
    }

    /// Removes an item.
    package func remove(_ item: __Module__Item) throws {
        try stored.withLock { items in
            guard let index = items.firstIndex(where: { $0.id == item.id }) else { throw __Module__Title.missing(item.title) }
            items.remove(at: index)
        }
    }
}
