import Kernel

/// An item of the list.
package struct __Module__Item: Storable, Hashable {
    /// The item's identifier.
    package let id: Identifier<__Module__Item>
    /// The title: 1–60 characters in any script, unique regardless of case.
    package let title: String
    /// The time of addition.
    package let addedAt: Instant

    /// Creates an item without validation. `__Module__List` validates the titles that users enter.
    package init(id: Identifier<__Module__Item>, title: String, addedAt: Instant) {
        self.id = id
        self.title = title
        self.addedAt = addedAt
    }

    static let byTitle = Index<__Module__Item, String>.unique("title") { __Module__Title.key($0.title) }
    static let byAge = Index<__Module__Item, IndexKey>.ordered("age") { IndexKey($0.addedAt, $0.id) }
    /// The collection that stores items.
    package static let collection = RecordCollection<__Module__Item>("__noun__.items", indexes: [byTitle, byAge])
}
