/// What a term is about. A school may add its own; the known ones have an order in which lists show them.
public struct Category: RawRepresentable, Hashable, Comparable, Sendable {
    /// The word that stands in a pack: `stances`.
    public let rawValue: String

    /// Any word is a category; `isKnown` tells whether it has a place in the order.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The known categories, in the order of display.
    public static let known: [Category] = [
        "basics", "commands", "numbers", "stances", "blocks", "punches", "strikes", "kicks", "tools", "sections", "directions",
        "body",
        "titles", "theory", "patterns", "sparring",
    ].map(Category.init)

    /// Whether it is one of `known`.
    public var isKnown: Bool { Self.known.contains(self) }

    /// Known ones in their order, then the others by name.
    public static func < (left: Category, right: Category) -> Bool {
        let places = (place[left] ?? known.count, place[right] ?? known.count)
        return places.0 == places.1 ? left.rawValue < right.rawValue : places.0 < places.1
    }

    private static let place = Dictionary(uniqueKeysWithValues: zip(known, known.indices))
}
