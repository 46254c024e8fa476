import Kernel

/// The list, and its rules.
public struct __Module__List: Sendable {
    private let repository: any __Module__Repository
    private let ids: IDSource
    private let time: TimeSource

    /// The list that a repository keeps.
    public init(repository: any __Module__Repository, ids: IDSource, time: TimeSource) {
        (self.repository, self.ids, self.time) = (repository, ids, time)
    }

    /// All items, oldest first.
    public func items() throws -> [__Module__Item] { try repository.items() }

    /// The item with this title, without regard to case, or with this identifier.
    ///
    /// - Throws: `__module__ItemNotFound`.
    public func item(named name: String) throws -> __Module__Item {
        let items = try repository.items()
        let titled = items.first { __Module__Title.key($0.title) == __Module__Title.key(name) }
        guard let item = titled ?? items.first(where: { $0.id.rawValue == name }) else { throw __Module__Title.missing(name) }
        return item
    }

    /// Adds an item.
    ///
    /// - Throws: `__module__TitleInvalid`, `__module__TitleTaken`.
    public func add(_ title: String) throws -> __Module__Item {
        let item = __Module__Item(id: ids.next(), title: try __Module__Title.checked(title), addedAt: time.now())
        try repository.insert(item)
        return item
    }

    /// Removes an item.
    ///
    /// - Throws: `__module__ItemNotFound`.
    public func remove(_ item: __Module__Item) throws { try repository.remove(item) }
}
