import Kernel

/// Cells in the order of their keys, in pages, and above them pages that say with which key each of these begins: a B+ tree that is written
/// once, from its first cell to its last.
///
/// A value begins with a number of 32 bits, what it counts for; pages know the sums of those below them, so that a range is counted without
/// looking at what lies in it.
struct Tree {
    /// The root, how many levels of pages stand above those with the cells, and what all cells count for.
    struct Root: BitwiseCopyable {
        let block: IndexBlock
        let height: Int
        let total: Int
    }

    /// What a page says of one below it.
    struct Below: BitwiseCopyable {
        let block: IndexBlock
        let total: Int
    }

    static let greatestHeight = 12
    /// Of what any sum may be: greater ones are no sums, and could not be added.
    static let totals = -1 << 50...1 << 50

    let root: Root
    let source: PageSource

    /// The value of a key.
    func value(of key: UnsafeRawBufferPointer) throws -> (value: UnsafeRawBufferPointer, page: Page)? {
        var block = root.block
        for _ in 0..<root.height {
            let page = try source.page(block)
            guard page.count > 0 else { throw StaleIndex() }
            block = try page.below(at: page.last(notBehind: key)).block
        }
        let page = try source.page(block)
        let place = page.first(notBefore: key)
        return page.holds(key, at: place) ? (page.value(of: place), page) : nil
    }

    /// What the cells count for whose keys are before another.
    func total(before key: UnsafeRawBufferPointer) throws -> Int {
        var (block, total) = (root.block, 0)
        for _ in 0..<root.height {
            let page = try source.page(block)
            guard page.count > 0 else { throw StaleIndex() }
            let place = page.last(notBehind: key)
            for left in 0..<place { total += try page.below(at: left).total }
            block = try page.below(at: place).block
        }
        let page = try source.page(block)
        for left in 0..<page.first(notBefore: key) { total += try page.worth(at: left) }
        return total
    }
}

extension Page {
    /// What it says of a page below it.
    func below(at place: Int) throws -> Tree.Below {
        let value = value(of: place)
        guard value.count == MemoryLayout<Tree.Below>.size else { throw StaleIndex() }
        let below = value.loadUnaligned(as: Tree.Below.self)
        guard below.block.isPlausible, Tree.totals.contains(below.total) else { throw StaleIndex() }
        return below
    }

    /// What a cell counts for.
    func worth(at place: Int) throws -> Int {
        let value = value(of: place)
        guard value.count >= 4 else { throw StaleIndex() }
        return Int(value.loadUnaligned(as: Int32.self))
    }
}
