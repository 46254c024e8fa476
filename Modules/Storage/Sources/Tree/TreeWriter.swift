import Kernel

/// Writes a tree from its first cell to its last: a page of each level is in memory, and no more.
struct TreeWriter {
    private static let usualPage = 4096

    /// A page that is being filled.
    fileprivate struct Draft {
        /// How many pages of this level are written.
        var written = 0
        /// The last key of the page that was written before.
        var last: [UInt8] = []
        var keys: [UInt8] = []
        var values: [UInt8] = []
        var ends: [(key: Int, value: Int)] = []
        var total = 0

        var size: Int { keys.count + values.count + ends.count * Page.endsSize }
    }

    private var levels = [Draft()]

    /// Takes the next cell.
    ///
    /// - Parameter value: in two parts, the first of which begins with what the cell counts for.
    mutating func add(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer = .empty,
        into blocks: BlockWriter
    ) throws {
        try add(key, value, rest, total: Int(value.loadUnaligned(as: Int32.self)), at: 0, into: blocks)
    }

    /// Writes what is left.
    mutating func finish(into blocks: BlockWriter) throws -> Tree.Root {
        var level = 0
        while levels[level].written > 0 {
            try pass(level, into: blocks)
            level += 1
        }
        let block = try blocks.write(levels[level].bytes)
        return Tree.Root(block: block, height: level, total: levels[level].total)
    }

    private mutating func add(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer, total: Int, at level: Int,
        into blocks: BlockWriter
    ) throws {
        let size = key.count + value.count + rest.count + Page.endsSize
        if !levels[level].ends.isEmpty, levels[level].size + size > TreeWriter.usualPage {
            try pass(level, into: blocks)
        }
        levels[level].keys.append(contentsOf: key)
        levels[level].values.append(contentsOf: value)
        levels[level].values.append(contentsOf: rest)
        levels[level].ends.append((levels[level].keys.count, levels[level].values.count))
        levels[level].total += total
    }

    /// Writes the page of a level, and tells the level above.
    private mutating func pass(_ level: Int, into blocks: BlockWriter) throws {
        let below = Tree.Below(block: try blocks.write(levels[level].bytes), total: levels[level].total)
        if level + 1 == levels.count { levels.append(Draft()) }
        let first = levels[level].firstKey(isCut: level > 0)
        levels[level].beginNext(keepingLast: level == 0)
        try first.withUnsafeBytes { first in
            try withUnsafeBytes(of: below) { try add(first, $0, .empty, total: below.total, at: level + 1, into: blocks) }
        }
    }
}

extension TreeWriter.Draft {
    /// The page.
    fileprivate var bytes: [UInt8] {
        let shared = sharedCount
        var numbers: [UInt32] = [UInt32(ends.count), UInt32(shared)]
        var end = 0
        var (key, value) = (0, 0)
        for ends in ends {
            end += ends.key - key - shared
            numbers.append(UInt32(end))
            end += ends.value - value
            numbers.append(UInt32(end))
            (key, value) = ends
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 128)
        numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
        keys.withUnsafeBytes { keys in
            values.withUnsafeBytes { values in
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: keys[..<shared]))
                (key, value) = (0, 0)
                for ends in ends {
                    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: keys[key + shared..<ends.key]))
                    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: values[value..<ends.value]))
                    (key, value) = ends
                }
            }
        }
        return bytes
    }

    /// Forgets the page that has been written.
    fileprivate mutating func beginNext(keepingLast: Bool) {
        last = keepingLast ? lastKey : []
        keys.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        (written, total) = (written + 1, 0)
    }

    /// Of its first key as much as tells it from the last one before; further up it has been cut already. Before the first page of all
    /// stands nothing.
    fileprivate func firstKey(isCut: Bool) -> [UInt8] {
        guard written > 0 else { return [] }
        let first = keys[..<(ends.first?.key ?? 0)]
        let shared = isCut ? first.count : first.withUnsafeBytes { first in last.withUnsafeBytes(first.agreement) }
        return Array(first.prefix(shared + 1))
    }

    /// The last key.
    fileprivate var lastKey: [UInt8] { Array(keys[(ends.count > 1 ? ends[ends.count - 2].key : 0)...]) }

    /// How many bytes its first and its last key begin with, and so all of them.
    private var sharedCount: Int {
        guard let first = ends.first?.key else { return 0 }
        let last = ends.count > 1 ? ends[ends.count - 2].key : 0
        return keys.withUnsafeBytes { keys in
            UnsafeRawBufferPointer(rebasing: keys[..<first]).agreement(with: UnsafeRawBufferPointer(rebasing: keys[last...]))
        }
    }
}
