import Kernel

/// The service that contains the rules of the list.
package struct __Module__List: Sendable {
    private let repository: any __Module__Repository
    private let ids: IDSource
    private let time: TimeSource

    /// Creates a list over a repository.
    package init(repository: any __Module__Repository, ids: IDSource, time: TimeSource) {
        self.repository = repository
        self.ids = ids
        self.time = time
    }

    /// Returns all items, oldest first.
    package func items() throws -> [__Module__Item] { try repository.items() }

    /// Returns the item with this title, regardless of case, or with this identifier.
    ///
    /// - Throws: `__module__ItemNotFound`.
    package func item(named name: String) throws -> __Module__Item {
        let items = try repository.items()
        let titled = items.first { __Module__Title.key($0.title) == __Module__Title.key(name) }
        guard let item = titled ?? items.first(where: { $0.id.rawValue == name }) else { throw __Module__Title.missing(name) }
        return item
    }

    /// Adds an item.
    ///
    /// - Throws: `__module__TitleInvalid` or `__module__TitleTaken`.
    package func add(_ title: String) throws -> __Module__Item {
        let item = __Module__Item(id: ids.next(), title: try __Module__Title.checked(title), addedAt: time.now())
        try repository.insert(item)
        return item
    }

    /// Removes an item.
    ///
    /// - Throws: `__module__ItemNotFound`.
    package func remove(_ item: __Module__Item) throws { try repository.remove(item) }
}
