import Kernel

/// A repository of items.
///
/// Each method is one transaction, so its guarantees also hold between processes.
package protocol __Module__Repository: Sendable {
    /// Returns all items, oldest first. Items of the same instant are ordered by identifier.
    func items() throws -> [__Module__Item]
    /// Inserts an item.
    ///
    /// - Throws: `__module__TitleTaken`. Then the repository is unchanged.
    func insert(_ item: __Module__Item) throws
    /// Removes the item with the same identifier.
    ///
    /// - Throws: `__module__ItemNotFound`.
    func remove(_ item: __Module__Item) throws
}
