import Kernel

/// A position in a tree that moves to the next or previous cell.
struct TreeCursor {
    private let tree: Tree
    private var path: [(page: Page, index: Int)] = []
    private(set) var key: [UInt8] = []
    private(set) var isValid = false

    init(_ tree: Tree) { self.tree = tree }

    /// The value of the current cell.
    var value: UnsafeRawBufferPointer {
        let (page, index) = path[path.count - 1]
        return page.value(of: index)
    }

    /// Moves to the first cell whose key is not before another.
    mutating func seek(_ key: UnsafeRawBufferPointer) throws {
        try descend {
            $0.last(notAfter: key)
        } leaf: {
            $0.first(notBefore: key)
        }
        try normalizePosition(forward: true)
    }

    /// Moves to the last cell whose key is before another.
    mutating func seek(before key: UnsafeRawBufferPointer) throws {
        try descend {
            $0.last(notAfter: key)
        } leaf: {
            $0.first(notBefore: key)
        }
        path[path.count - 1].index -= 1
        try normalizePosition(forward: false)
    }

    /// Moves to the next cell. After the last one, the cursor is invalid.
    mutating func advance() throws {
        path[path.count - 1].index += 1
        try normalizePosition(forward: true)
    }

    /// Moves to the previous cell. Before the first one, the cursor is invalid.
    mutating func retreat() throws {
        path[path.count - 1].index -= 1
        try normalizePosition(forward: false)
    }

    private mutating func descend(_ inner: (Page) -> Int, leaf: (Page) -> Int) throws {
        path.removeAll(keepingCapacity: true)
        try descend(from: tree.root.block, inner, leaf: leaf)
    }

    private mutating func descend(from block: IndexBlock, _ inner: (Page) -> Int, leaf: (Page) -> Int) throws {
        var page = try tree.source.page(block)
        while path.count < tree.root.height {
            guard page.count > 0 else { throw StaleIndex() }
            let index = inner(page)
            path.append((page, index))
            page = try tree.source.page(page.child(at: index).block)
        }
        path.append((page, leaf(page)))
    }

    /// Moves to the neighboring page if the position is outside the page, and stores the key.
    private mutating func normalizePosition(forward: Bool) throws {
        while let (page, index) = path.last, !(0..<page.count).contains(index) {
            // The path ascends to a page with a neighbor and descends into that.
            path.removeLast()
            while let (page, index) = path.last, !(0..<page.count).contains(forward ? index + 1 : index - 1) {
                path.removeLast()
            }
            guard let (parent, position) = path.last else { return isValid = false }
            let next = forward ? position + 1 : position - 1
            path[path.count - 1].index = next
            let block = try parent.child(at: next).block
            try descend(from: block, { forward ? 0 : $0.count - 1 }, leaf: { forward ? 0 : $0.count - 1 })
        }
        let (page, index) = path[path.count - 1]
        isValid = true
        key.removeAll(keepingCapacity: true)
        key.append(contentsOf: page.shared)
        key.append(contentsOf: page.rest(of: index))
    }
}
