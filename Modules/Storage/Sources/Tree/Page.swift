import EngineKit
import Kernel

/// Cells in the order of their keys, a value behind each, as they stand in a file or in memory.
///
/// Two numbers (how many cells, how long the beginning is that all keys share), where each key and each value ends, the shared beginning, and
/// the cells without it.
final class Page {
    let count: Int
    /// What all keys begin with.
    let shared: UnsafeRawBufferPointer
    private let ends: UnsafeRawPointer
    private let cells: UnsafeRawPointer
    private let owner: AnyObject

    static let headSize = 8
    static let endsSize = 8

    /// - Parameter owner: what keeps the memory.
    /// - Returns: nil for what is no page.
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
        let room = bytes.count - head - sharedCount
        var last = 0
        for place in 0..<count * 2 {
            let end = Int(ends.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self))
            guard end >= last, end <= room else { return nil }
            last = end
        }
    }

    private func end(_ number: Int) -> Int {
        number < 0 ? 0 : Int(ends.loadUnaligned(fromByteOffset: number * 4, as: UInt32.self))
    }

    /// What a key goes on with behind the beginning that all share.
    func rest(of place: Int) -> UnsafeRawBufferPointer {
        let start = end(place * 2 - 1)
        return UnsafeRawBufferPointer(start: cells + start, count: end(place * 2) - start)
    }

    func value(of place: Int) -> UnsafeRawBufferPointer {
        let start = end(place * 2)
        return UnsafeRawBufferPointer(start: cells + start, count: end(place * 2 + 1) - start)
    }

    /// The first place whose key is not before another.
    func first(notBefore key: UnsafeRawBufferPointer) -> Int { first(notBefore: key, orEqual: true) }

    /// The last place whose key is not behind another; the first place where there is none.
    func last(notBehind key: UnsafeRawBufferPointer) -> Int { max(0, first(notBefore: key, orEqual: false) - 1) }

    /// - Parameter orEqual: whether an equal key counts as one that is not before it.
    private func first(notBefore key: UnsafeRawBufferPointer, orEqual: Bool) -> Int {
        let common = min(key.count, shared.count)
        let order = compare(UnsafeRawBufferPointer(rebasing: key[..<common]), UnsafeRawBufferPointer(rebasing: shared[..<common]))
        guard order == 0 else { return order < 0 ? 0 : count }
        guard key.count >= shared.count else { return 0 }
        let wanted = UnsafeRawBufferPointer(rebasing: key[shared.count...])
        let least = orEqual ? 0 : 1
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if compare(rest(of: middle), wanted) >= least { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Whether a key stands at a place.
    func holds(_ key: UnsafeRawBufferPointer, at place: Int) -> Bool {
        place < count && key.count >= shared.count
            && compare(UnsafeRawBufferPointer(rebasing: key[..<shared.count]), shared) == 0
            && compare(UnsafeRawBufferPointer(rebasing: key[shared.count...]), rest(of: place)) == 0
    }
}

extension UnsafeRawBufferPointer {
    /// No bytes.
    static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    /// Eight bytes as a number; zeros where there are no more, so that equal heads decide nothing.
    func head(from start: Int) -> UInt64 {
        if start + 8 <= count { return UInt64(bigEndian: loadUnaligned(fromByteOffset: start, as: UInt64.self)) }
        return (start..<start + 8).reduce(0) { $0 << 8 | ($1 < count ? UInt64(self[$1]) : 0) }
    }

    /// How many bytes it begins with that another begins with too; eight at a time.
    func agreement(with other: UnsafeRawBufferPointer) -> Int {
        let most = Swift.min(count, other.count)
        var place = 0
        while place + 8 <= most {
            let difference =
                loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
                ^ other.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
            guard difference == 0 else { return place + difference.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < most, self[place] == other[place] { place += 1 }
        return place
    }

    /// Where a byte stands first, from a place on.
    func first(_ byte: UInt8, from start: Int) -> Int? {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - base
    }
}
