import Kernel

/// A place in a tree, from which one goes to the next cell or to the one before.
struct TreeCursor {
    private let tree: Tree
    private var path: [(page: Page, place: Int)] = []
    /// The key of the cell where it stands.
    private(set) var key: [UInt8] = []
    /// Whether it stands at a cell.
    private(set) var isValid = false

    init(_ tree: Tree) { self.tree = tree }

    /// The value of the cell where it stands.
    var value: UnsafeRawBufferPointer {
        let (page, place) = path[path.count - 1]
        return page.value(of: place)
    }

    /// Goes to the first cell whose key is not before another.
    mutating func seek(_ key: UnsafeRawBufferPointer) throws {
        try descend {
            $0.last(notBehind: key)
        } leaf: {
            $0.first(notBefore: key)
        }
        try arrive(onwards: true)
    }

    /// Goes to the last cell whose key is before another.
    mutating func seek(before key: UnsafeRawBufferPointer) throws {
        try descend {
            $0.last(notBehind: key)
        } leaf: {
            $0.first(notBefore: key)
        }
        path[path.count - 1].place -= 1
        try arrive(onwards: false)
    }

    /// Goes to the next cell; behind the last it is not valid.
    mutating func advance() throws {
        path[path.count - 1].place += 1
        try arrive(onwards: true)
    }

    /// Goes to the cell before; before the first it is not valid.
    mutating func retreat() throws {
        path[path.count - 1].place -= 1
        try arrive(onwards: false)
    }

    private mutating func descend(_ inner: (Page) -> Int, leaf: (Page) -> Int) throws {
        path.removeAll(keepingCapacity: true)
        try descend(from: tree.root.block, inner, leaf: leaf)
    }

    private mutating func descend(from block: IndexBlock, _ inner: (Page) -> Int, leaf: (Page) -> Int) throws {
        var page = try tree.source.page(block)
        while path.count < tree.root.height {
            guard page.count > 0 else { throw StaleIndex() }
            let place = inner(page)
            path.append((page, place))
            page = try tree.source.page(page.below(at: place).block)
        }
        path.append((page, leaf(page)))
    }

    /// Goes over to the page beside when it stands beyond its own, and notes the key.
    private mutating func arrive(onwards: Bool) throws {
        while let (page, place) = path.last, !(0..<page.count).contains(place) {
            // Up to where there is a page beside, and down into it.
            path.removeLast()
            while let (page, place) = path.last, !(0..<page.count).contains(onwards ? place + 1 : place - 1) { path.removeLast() }
            guard let (above, stood) = path.last else { return isValid = false }
            let next = onwards ? stood + 1 : stood - 1
            path[path.count - 1].place = next
            let block = try above.below(at: next).block
            try descend(from: block, { onwards ? 0 : $0.count - 1 }, leaf: { onwards ? 0 : $0.count - 1 })
        }
        let (page, place) = path[path.count - 1]
        isValid = true
        key.removeAll(keepingCapacity: true)
        key.append(contentsOf: page.shared)
        key.append(contentsOf: page.rest(of: place))
    }
}
