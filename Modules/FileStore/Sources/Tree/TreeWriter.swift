import Kernel

/// A writer of a tree from the first cell to the last. Only one page of each level is in memory.
struct TreeWriter {
    private static let targetPageSize = 4096

    /// A page that is being filled.
    fileprivate struct Draft {
        /// The number of written pages of this level.
        var written = 0
        var last: [UInt8] = []
        var keys: [UInt8] = []
        var values: [UInt8] = []
        var ends: [(key: Int, value: Int)] = []
        var total = 0

        var size: Int { keys.count + values.count + ends.count * Page.endsSize }
    }

    private var levels = [Draft()]

    /// Adds the next cell.
    ///
    /// - Parameter value: the first part of the value, which begins with the cell's worth.
    mutating func add(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer = .empty,
        into blocks: BlockWriter
    ) throws {
        try add(key, value, rest, total: Int(value.loadUnaligned(as: Int32.self)), at: 0, into: blocks)
    }

    /// Writes the remaining pages.
    mutating func finish(into blocks: BlockWriter) throws -> Tree.Root {
        var level = 0
        while levels[level].written > 0 {
            try closePage(level, into: blocks)
            level += 1
        }
        let block = try blocks.write(levels[level].bytes)
        return Tree.Root(block: block, height: level, total: levels[level].total)
    }

    private mutating func add(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer, total: Int,
        at level: Int, into blocks: BlockWriter
    ) throws {
        let size = key.count + value.count + rest.count + Page.endsSize
        if !levels[level].ends.isEmpty, levels[level].size + size > TreeWriter.targetPageSize {
            try closePage(level, into: blocks)
        }
        levels[level].keys.append(contentsOf: key)
        levels[level].values.append(contentsOf: value)
        levels[level].values.append(contentsOf: rest)
        levels[level].ends.append((levels[level].keys.count, levels[level].values.count))
        levels[level].total += total
    }

    /// Writes the page of a level and adds it to the level above.
    private mutating func closePage(_ level: Int, into blocks: BlockWriter) throws {
        let childEntry = Tree.ChildEntry(block: try blocks.write(levels[level].bytes), total: levels[level].total)
        if level + 1 == levels.count { levels.append(Draft()) }
        let first = levels[level].firstKey(isCut: level > 0)
        levels[level].beginNext(keepingLast: level == 0)
        try first.withUnsafeBytes { first in
            try withUnsafeBytes(of: childEntry) {
                try add(first, $0, .empty, total: childEntry.total, at: level + 1, into: blocks)
            }
        }
    }
}

extension TreeWriter.Draft {
    fileprivate var bytes: [UInt8] {
        let shared = sharedCount
        var numbers: [UInt32] = [UInt32(ends.count), UInt32(shared)]
        var end = 0
        var key = 0
        var value = 0
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
                key = 0
                value = 0
                for ends in ends {
                    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: keys[key + shared..<ends.key]))
                    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: values[value..<ends.value]))
                    (key, value) = ends
                }
            }
        }
        return bytes
    }

    /// Resets the draft after its page was written.
    fileprivate mutating func beginNext(keepingLast: Bool) {
        last = keepingLast ? lastKey : []
        keys.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        written = written + 1
        total = 0
    }

    /// Returns the shortest prefix of the first key that differs from the previous page's last key.
    ///
    /// On upper levels the key is already cut. The first page of all needs no key.
    fileprivate func firstKey(isCut: Bool) -> [UInt8] {
        guard written > 0 else { return [] }
        let first = keys[..<(ends.first?.key ?? 0)]
        let sharedLength =
            isCut ? first.count : first.withUnsafeBytes { first in last.withUnsafeBytes(first.commonPrefixLength) }
        return Array(first.prefix(sharedLength + 1))
    }

    fileprivate var lastKey: [UInt8] { Array(keys[(ends.count > 1 ? ends[ends.count - 2].key : 0)...]) }

    /// The length of the common prefix of the first and last key, and so of all keys.
    private var sharedCount: Int {
        guard let first = ends.first?.key else { return 0 }
        let last = ends.count > 1 ? ends[ends.count - 2].key : 0
        return keys.withUnsafeBytes { keys in
            UnsafeRawBufferPointer(rebasing: keys[..<first]).commonPrefixLength(
                with: UnsafeRawBufferPointer(rebasing: keys[last...]))
        }
    }
}
