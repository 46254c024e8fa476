import EngineKit
import Kernel

/// Cells with their values in the order of their keys, in the layout of the file.
///
/// A page begins with the number of cells and the length of the shared prefix. The ends of keys and
/// values, the prefix, and the cells without it follow.
final class Page {
    let count: Int
    /// The common prefix of all keys.
    let shared: UnsafeRawBufferPointer
    private let ends: UnsafeRawPointer
    private let cells: UnsafeRawPointer
    private let owner: AnyObject

    static let headSize = 8
    static let endsSize = 8

    /// Opens a page.
    ///
    /// - Parameter owner: the object that keeps the memory alive.
    /// - Returns: nil for malformed bytes.
    init?(_ bytes: UnsafeRawBufferPointer, owner: AnyObject) {
        guard let start = bytes.baseAddress, bytes.count >= Page.headSize else { return nil }
        count = Int(start.loadUnaligned(as: UInt32.self))
        let sharedCount = Int(start.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        let head = Page.headSize + count * Page.endsSize
        guard sharedCount <= bytes.count, head + sharedCount <= bytes.count else { return nil }
        ends = start + Page.headSize
        shared = UnsafeRawBufferPointer(start: start + head, count: sharedCount)
        cells = start + head + sharedCount
        self.owner = owner
        let cellBytes = bytes.count - head - sharedCount
        var last = 0
        for index in 0..<count * 2 {
            let end = Int(ends.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
            guard end >= last, end <= cellBytes else { return nil }
            last = end
        }
    }

    private func end(_ number: Int) -> Int {
        number < 0 ? 0 : Int(ends.loadUnaligned(fromByteOffset: number * 4, as: UInt32.self))
    }

    /// Returns the part of a key after the shared prefix.
    func rest(of index: Int) -> UnsafeRawBufferPointer {
        let start = end(index * 2 - 1)
        return UnsafeRawBufferPointer(start: cells + start, count: end(index * 2) - start)
    }

    func value(of index: Int) -> UnsafeRawBufferPointer {
        let start = end(index * 2)
        return UnsafeRawBufferPointer(start: cells + start, count: end(index * 2 + 1) - start)
    }

    /// Returns the index of the first cell whose key is not before another.
    func first(notBefore key: UnsafeRawBufferPointer) -> Int { first(notBefore: key, orEqual: true) }

    /// Returns the index of the last cell whose key is not after another, or 0 if there is none.
    func last(notAfter key: UnsafeRawBufferPointer) -> Int { max(0, first(notBefore: key, orEqual: false) - 1) }

    /// Searches for the first cell whose key is not before another.
    ///
    /// - Parameter orEqual: whether an equal key counts.
    private func first(notBefore key: UnsafeRawBufferPointer, orEqual: Bool) -> Int {
        let commonCount = min(key.count, shared.count)
        let order = compare(
            UnsafeRawBufferPointer(rebasing: key[..<commonCount]),
            UnsafeRawBufferPointer(rebasing: shared[..<commonCount]))
        guard order == 0 else { return order < 0 ? 0 : count }
        guard key.count >= shared.count else { return 0 }
        let suffix = UnsafeRawBufferPointer(rebasing: key[shared.count...])
        let minOrder = orEqual ? 0 : 1
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if compare(rest(of: middle), suffix) >= minOrder { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns whether the cell at an index has a key.
    func holds(_ key: UnsafeRawBufferPointer, at index: Int) -> Bool {
        index < count && key.count >= shared.count
            && compare(UnsafeRawBufferPointer(rebasing: key[..<shared.count]), shared) == 0
            && compare(UnsafeRawBufferPointer(rebasing: key[shared.count...]), rest(of: index)) == 0
    }
}

extension UnsafeRawBufferPointer {
    static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    /// Returns eight bytes as a number, padded with zeros. Different keys may have equal heads.
    func head(from start: Int) -> UInt64 {
        if start + 8 <= count { return UInt64(bigEndian: loadUnaligned(fromByteOffset: start, as: UInt64.self)) }
        return (start..<start + 8).reduce(0) { $0 << 8 | ($1 < count ? UInt64(self[$1]) : 0) }
    }

    /// Returns the length of the common prefix with another text, compared eight bytes at a time.
    func commonPrefixLength(with other: UnsafeRawBufferPointer) -> Int {
        let length = Swift.min(count, other.count)
        var index = 0
        while index + 8 <= length {
            let difference =
                loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
                ^ other.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            guard difference == 0 else { return index + difference.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < length, self[index] == other[index] { index += 1 }
        return index
    }

    /// Returns the first position of a byte from a start on.
    func first(_ byte: UInt8, from start: Int) -> Int? {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - base
    }
}
