/// A set for few elements, which a linear search finds faster than hashing.
struct SmallSet<Element: Hashable> {
    private static var maxLinearCount: Int { 8 }

    private var few: [Element] = []
    private var many: Set<Element> = []

    mutating func insert(_ element: Element) {
        if !many.isEmpty {
            many.insert(element)
        } else if !few.contains(element) {
            few.append(element)
            if few.count > SmallSet.maxLinearCount { (many, few) = (Set(few), []) }
        }
    }

    func contains(_ element: Element) -> Bool { many.isEmpty ? few.contains(element) : many.contains(element) }

    func isDisjoint(with others: [Element]) -> Bool {
        few.isEmpty && many.isEmpty || !others.contains(where: contains)
    }
}
