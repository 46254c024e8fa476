import Kernel
import Synchronization

/// Items for as long as the program runs.
public final class Memory__Module__Repository: __Module__Repository {
    private let kept = Mutex<[__Module__Item]>([])

    /// No items.
    public init() {}

    /// All items, as they are kept.
    public func items() throws -> [__Module__Item] { kept.withLock { $0 } }

    /// Keeps an item in its place by age.
    public func insert(_ item: __Module__Item) throws {
        try kept.withLock { items in
            guard !items.contains(where: { __Module__Title.key($0.title) == __Module__Title.key(item.title) }) else {
                throw __Module__Title.taken(item.title)
            }
            let place = items.firstIndex { ($0.addedAt, $0.id) > (item.addedAt, item.id) }
            items.insert(item, at: place ?? items.endIndex)
        }
    }

    /// Forgets an item.
    public func remove(_ item: __Module__Item) throws {
        try kept.withLock { items in
            guard let place = items.firstIndex(where: { $0.id == item.id }) else { throw __Module__Title.missing(item.title) }
            items.remove(at: place)
        }
    }
}
