import Kernel

/// Where items are kept. Each method is one transaction; what must hold between two processes holds inside it.
public protocol __Module__Repository: Sendable {
    /// All items, oldest first; items of one instant by identifier.
    func items() throws -> [__Module__Item]
    /// Keeps an item.
    ///
    /// - Throws: `__module__TitleTaken`; nothing is changed then.
    func insert(_ item: __Module__Item) throws
    /// Lets go of the item with this one's identifier.
    ///
    /// - Throws: `__module__ItemNotFound`.
    func remove(_ item: __Module__Item) throws
}
