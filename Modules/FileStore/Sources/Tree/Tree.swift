import Kernel

/// A B+ tree of cells in the order of their keys, written once from the first cell to the last.
///
/// Upper pages contain the first key of each lower page. A value begins with the cell's worth, the
/// 32-bit number by which the cell changes a count. Pages contain the sums of lower pages, so that
/// counting a range does not visit its cells.
struct Tree {
    /// The root page, the number of levels above the cells, and the worth of all cells.
    struct Root: BitwiseCopyable {
        let block: IndexBlock
        let height: Int
        let total: Int
    }

    /// The entry for a lower page.
    struct ChildEntry: BitwiseCopyable {
        let block: IndexBlock
        let total: Int
    }

    static let greatestHeight = 12
    /// The range of valid sums. Sums outside it could overflow.
    static let totals = -1 << 50...1 << 50

    let root: Root
    let source: PageSource

    /// Returns the value of a key.
    func value(of key: UnsafeRawBufferPointer) throws -> (value: UnsafeRawBufferPointer, page: Page)? {
        var block = root.block
        for _ in 0..<root.height {
            let page = try source.page(block)
            guard page.count > 0 else { throw StaleIndex() }
            block = try page.child(at: page.last(notAfter: key)).block
        }
        let page = try source.page(block)
        let index = page.first(notBefore: key)
        return page.holds(key, at: index) ? (page.value(of: index), page) : nil
    }

    /// Returns the worth of the cells before a key.
    func total(before key: UnsafeRawBufferPointer) throws -> Int {
        var block = root.block
        var total = 0
        for _ in 0..<root.height {
            let page = try source.page(block)
            guard page.count > 0 else { throw StaleIndex() }
            let index = page.last(notAfter: key)
            for cell in 0..<index { total += try page.child(at: cell).total }
            block = try page.child(at: index).block
        }
        let page = try source.page(block)
        for cell in 0..<page.first(notBefore: key) { total += try page.worth(at: cell) }
        return total
    }
}

extension Page {
    func child(at index: Int) throws -> Tree.ChildEntry {
        let value = value(of: index)
        guard value.count == MemoryLayout<Tree.ChildEntry>.size else { throw StaleIndex() }
        let entry = value.loadUnaligned(as: Tree.ChildEntry.self)
        guard entry.block.isPlausible, Tree.totals.contains(entry.total) else { throw StaleIndex() }
        return entry
    }

    func worth(at index: Int) throws -> Int {
        let value = value(of: index)
        guard value.count >= 4 else { throw StaleIndex() }
        return Int(value.loadUnaligned(as: Int32.self))
    }
}
