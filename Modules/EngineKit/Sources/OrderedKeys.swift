import Kernel

/// The keys of one index in byte order, each with the identifier of its record.
///
/// Equal keys are ordered by identifier. The keys are stored in pages: an insertion moves the rest
/// of one page instead of the rest of the index.
package struct OrderedKeys: Sendable {
    /// A key with the identifier of its record.
    package struct Element: Sendable {
        package let key: String
        package let id: String

        package init(key: String, id: String) {
            self.key = key
            self.id = id
        }
    }

    /// The greatest number of keys of a page.
    private static let pageSize = 512
    private var pages: [[Element]] = []

    package private(set) var count = 0

    /// Creates the keys and sorts them once. Elements that are already in order, as from a log of
    /// dated records, are not sorted.
    package init(sorting elements: [Element]) {
        let sorted = OrderedKeys.sorted(elements)
        let half = OrderedKeys.pageSize / 2
        pages = stride(from: 0, to: sorted.count, by: half).map { Array(sorted[$0..<min($0 + half, sorted.count)]) }
        count = sorted.count
    }

    package mutating func insert(_ element: Element) {
        count += 1
        guard !pages.isEmpty else {
            pages = [[element]]
            return
        }
        let position = position(of: element)
        let page = min(position.page, pages.count - 1)
        let offset = page == position.page ? position.offset : pages[page].count
        pages[page].insert(element, at: offset)
        guard pages[page].count > OrderedKeys.pageSize else { return }
        let upper = Array(pages[page][(OrderedKeys.pageSize / 2)...])
        pages[page].removeSubrange((OrderedKeys.pageSize / 2)...)
        pages.insert(upper, at: page + 1)
    }

    package mutating func remove(_ element: Element) {
        let position = position(of: element)
        guard position.page < pages.count, position.offset < pages[position.page].count,
            OrderedKeys.order(pages[position.page][position.offset], element) == 0
        else { return }
        count -= 1
        pages[position.page].remove(at: position.offset)
        if pages[position.page].isEmpty { pages.remove(at: position.page) }
    }

    /// Returns the keys of a range with their identifiers, up to a limit.
    package func elements(from lower: String?, before upper: String?, descending: Bool, limit: Int?) -> [Element] {
        let (start, end) = bounds(from: lower, before: upper)
        guard start.page <= end.page else { return [] }
        let limit = limit ?? count
        let pageRange = min(start.page, pages.count)..<min(end.page + 1, pages.count)
        var elements: [Element] = []
        for step in 0..<pageRange.count where elements.count < limit {
            let page = descending ? pageRange.upperBound - 1 - step : pageRange.lowerBound + step
            let first = page == start.page ? start.offset : 0
            let last = page == end.page ? end.offset : pages[page].count
            guard first < last else { continue }
            let slice = pages[page][first..<last]
            let remainingCount = limit - elements.count
            elements += descending ? slice.suffix(remainingCount).reversed() : Array(slice.prefix(remainingCount))
        }
        return elements
    }

    /// Returns the number of keys in a range.
    package func count(from lower: String?, before upper: String?) -> Int {
        let (start, end) = bounds(from: lower, before: upper)
        guard start.page <= end.page else { return 0 }
        let pageTotal = pages[start.page..<min(end.page, pages.count)].reduce(0) { $0 + $1.count }
        return max(0, pageTotal - start.offset + (end.page < pages.count ? end.offset : 0))
    }

    // MARK: - Search

    /// A place in the pages.
    private struct Position {
        let page: Int
        let offset: Int
    }

    /// Returns the positions between which the keys of a range are.
    private func bounds(from lower: String?, before upper: String?) -> (start: Position, end: Position) {
        let start = lower.map { position(of: Element(key: $0, id: "")) } ?? Position(page: 0, offset: 0)
        let end = upper.map { position(of: Element(key: $0, id: "")) } ?? Position(page: pages.count, offset: 0)
        return (start, end)
    }

    /// Returns the position of the first element that is not before the given one.
    private func position(of element: Element) -> Position {
        let page = pages.partitioningIndex { page in page.last.map { OrderedKeys.order($0, element) >= 0 } ?? true }
        guard page < pages.count else { return Position(page: pages.count, offset: 0) }
        return Position(page: page, offset: pages[page].partitioningIndex { OrderedKeys.order($0, element) >= 0 })
    }

    /// Sorts elements eight bytes at a time. The eight bytes after the common prefix of all keys
    /// decide most comparisons without touching a string.
    private static func sorted(_ elements: [Element]) -> [Element] {
        guard var first = elements.first?.key else { return [] }
        let sharedLength = first.withUTF8 { start in
            elements.reduce(start.count) { OrderedKeys.commonPrefixLength(of: $1.key, with: start, atMost: $0) }
        }
        let heads = elements.enumerated().map { index, element in
            (head: OrderedKeys.head(of: element.key, from: sharedLength), index: index)
        }
        return heads.sorted { left, right in
            left.head != right.head ? left.head < right.head : order(elements[left.index], elements[right.index]) < 0
        }.map { elements[$0.index] }
    }

    /// Returns the number of leading bytes that a key shares with another text.
    private static func commonPrefixLength(of key: String, with start: UnsafeBufferPointer<UInt8>, atMost limit: Int)
        -> Int
    {
        var key = key
        return key.withUTF8 { bytes in
            let maxLength = min(limit, bytes.count)
            var index = 0
            while index < maxLength, bytes[index] == start[index] { index += 1 }
            return index
        }
    }

    /// Returns eight bytes of a key as a number. Zeros fill the end of a short key, so equal heads
    /// decide nothing.
    private static func head(of key: String, from start: Int) -> UInt64 {
        var key = key
        return key.withUTF8 { bytes in
            (start..<start + 8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
        }
    }

    private static func order(_ left: Element, _ right: Element) -> Int {
        let byKey = byteOrder(left.key, right.key)
        return byKey != 0 ? byKey : byteOrder(left.id, right.id)
    }
}
