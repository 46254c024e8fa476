/// The subject of a term; schools may add their own to the known ones, which have a display order.
package struct Category: RawRepresentable, Hashable, Comparable, Sendable {
    /// The word in a pack, for example `stances`.
    package let rawValue: String

    /// Creates a category from any word; `isKnown` reports whether it has a place in the order.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The known categories, in the order of display.
    package static let known: [Category] = [
        "basics", "commands", "numbers", "stances", "blocks", "punches", "strikes", "kicks", "tools", "sections",
        "directions", "body", "titles", "theory", "patterns", "sparring",
    ].map(Category.init)

    /// Whether it is one of `known`.
    package var isKnown: Bool { Self.known.contains(self) }

    /// Orders known categories first, then the others by name.
    package static func < (left: Category, right: Category) -> Bool {
        let orders = (orderByCategory[left] ?? known.count, orderByCategory[right] ?? known.count)
        return orders.0 == orders.1 ? left.rawValue < right.rawValue : orders.0 < orders.1
    }

    private static let orderByCategory = Dictionary(uniqueKeysWithValues: zip(known, known.indices))
}
