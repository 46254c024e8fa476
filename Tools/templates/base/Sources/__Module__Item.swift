import Kernel

/// One thing on the list.
public struct __Module__Item: Storable, Hashable {
    /// The item's identifier.
    public let id: Identifier<__Module__Item>
    /// 1–60 characters in any script, unique without regard to case.
    public let title: String
    /// When it was added.
    public let addedAt: Instant

    /// An item from its parts; `__Module__List` makes those that people see.
    public init(id: Identifier<__Module__Item>, title: String, addedAt: Instant) {
        (self.id, self.title, self.addedAt) = (id, title, addedAt)
    }

    static let byTitle = Index<__Module__Item, String>.unique("title") { __Module__Title.key($0.title) }
    static let byAge = Index<__Module__Item, IndexKey>.ordered("age") { IndexKey($0.addedAt, $0.id) }
    /// Where items are kept.
    public static let collection = RecordCollection<__Module__Item>("__noun__.items", indexes: [byTitle, byAge])
}
