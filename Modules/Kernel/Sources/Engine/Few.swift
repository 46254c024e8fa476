/// A set of mostly a few: these are looked through one by one, which costs less than to hash them.
struct Few<Element: Hashable> {
    private static var most: Int { 8 }

    private var some: [Element] = []
    private var many: Set<Element> = []

    mutating func insert(_ element: Element) {
        if !many.isEmpty {
            many.insert(element)
        } else if !some.contains(element) {
            some.append(element)
            if some.count > Few.most { (many, some) = (Set(some), []) }
        }
    }

    func contains(_ element: Element) -> Bool { many.isEmpty ? some.contains(element) : many.contains(element) }

    func isDisjoint(with others: [Element]) -> Bool { some.isEmpty && many.isEmpty || !others.contains(where: contains) }
}
