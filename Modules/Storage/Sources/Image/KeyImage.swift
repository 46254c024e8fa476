import Foundation
import Kernel

/// The keys of one index of an image in byte order, equal ones by identifier; never changed.
struct KeyImage {
    let elements: UnsafeBufferPointer<KeyEntry>
    let text: UnsafeRawBufferPointer
    let owner: AnyObject

    func key(at place: Int) -> UnsafeRawBufferPointer {
        let element = elements[place]
        return UnsafeRawBufferPointer(rebasing: text[Int(element.text)..<Int(element.text) + Int(element.count)])
    }

    /// The places of the keys in a range.
    func range(from lower: String?, before upper: String?) -> Range<Int> {
        let start = lower.map(position) ?? 0
        return start..<max(start, upper.map(position) ?? elements.count)
    }

    /// The first place whose key is not before a text.
    private func position(of key: String) -> Int {
        var key = key
        return key.withUTF8 { bytes in
            var (low, high) = (0, elements.count)
            while low < high {
                let middle = (low + high) / 2
                if compare(self.key(at: middle), UnsafeRawBufferPointer(bytes)) >= 0 { high = middle } else { low = middle + 1 }
            }
            return low
        }
    }
}

/// Two rows of keys become one: those of an image whose rows were moved, and those that were put since.
struct KeyMerge {
    let image: ShelfImage
    let keys: KeyImage
    /// The new number of a row of the image plus one; zero where it is hidden.
    let moved: [UInt32]
    let put: [OrderedKeys.Element]

    /// The keys of the new image, in order.
    func merged(into new: ShelfImage) -> KeyImage {
        var builder = KeyBuilder(capacity: new.liveCount)
        var place = 0
        for shown in keys.elements.indices {
            let row = Int(keys.elements[shown].row)
            guard moved[row] > 0 else { continue }
            while place < put.count, precedes(put[place], shown) {
                add(put[place], to: &builder, new)
                place += 1
            }
            builder.add(keys.key(at: shown), row: Int(moved[row]) - 1)
        }
        for element in put[place...] { add(element, to: &builder, new) }
        return builder.finish(new)
    }

    private func precedes(_ element: OrderedKeys.Element, _ shown: Int) -> Bool {
        var (key, id) = (element.key, element.id)
        let byKey = key.withUTF8 { compare(UnsafeRawBufferPointer($0), keys.key(at: shown)) }
        if byKey != 0 { return byKey < 0 }
        return id.withUTF8 { compare(UnsafeRawBufferPointer($0), image.id(of: Int(keys.elements[shown].row))) } < 0
    }

    private func add(_ element: OrderedKeys.Element, to builder: inout KeyBuilder, _ new: ShelfImage) {
        guard let row = new.find(element.id) else { return }
        var key = element.key
        key.withUTF8 { builder.add(UnsafeRawBufferPointer($0), row: row) }
    }
}

/// Collects keys and sorts them once.
struct KeyBuilder {
    private var text: [UInt8] = []
    private var elements: [KeyEntry] = []

    init(capacity: Int) { elements.reserveCapacity(capacity) }

    mutating func add(_ key: UnsafeRawBufferPointer, row: Int) {
        elements.append(KeyEntry(text: UInt64(text.count), count: UInt32(key.count), row: UInt32(row)))
        text.append(contentsOf: key)
    }

    func finish(_ shelf: ShelfImage) -> KeyImage {
        let sorted = text.withUnsafeBytes { bytes in KeyBuilder.sorted(elements, bytes, shelf) }
        let memory = OwnedKeys(elements: sorted, text: text)
        return KeyImage(elements: memory.elements, text: memory.text, owner: memory)
    }

    /// By eight bytes at a time: those behind what all keys begin with decide most comparisons. Not at all when the keys come in order, as
    /// they do from a log of dated records.
    private static func sorted(_ elements: [KeyEntry], _ text: UnsafeRawBufferPointer, _ shelf: ShelfImage) -> [KeyEntry] {
        func key(_ element: KeyEntry) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: text[Int(element.text)..<Int(element.text) + Int(element.count)])
        }
        func precedes(_ left: KeyEntry, _ right: KeyEntry) -> Bool {
            let byKey = compare(key(left), key(right))
            return byKey != 0 ? byKey < 0 : compare(shelf.id(of: Int(left.row)), shelf.id(of: Int(right.row))) < 0
        }
        guard let first = elements.first, zip(elements, elements.dropFirst()).contains(where: { !precedes($0, $1) }) else {
            return elements
        }
        let start = key(first)
        let shared = elements.reduce(start.count) { agreement(of: key($1), with: start, atMost: $0) }
        let heads = elements.map { (head: head(of: key($0), from: shared), element: $0) }
        return heads.sorted { $0.head != $1.head ? $0.head < $1.head : precedes($0.element, $1.element) }.map(\.element)
    }

    /// How many bytes a key begins with that another begins with too.
    private static func agreement(of key: UnsafeRawBufferPointer, with start: UnsafeRawBufferPointer, atMost limit: Int) -> Int {
        let most = min(limit, key.count)
        var place = 0
        while place < most, key[place] == start[place] { place += 1 }
        return place
    }

    /// Eight bytes of a key as a number; zeros where the key has ended, so that equal heads decide nothing.
    private static func head(of key: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
        (start..<start + 8).reduce(0) { $0 << 8 | ($1 < key.count ? UInt64(key[$1]) : 0) }
    }
}

private final class OwnedKeys {
    let elements: UnsafeBufferPointer<KeyEntry>
    let text: UnsafeRawBufferPointer

    init(elements: [KeyEntry], text: [UInt8]) {
        self.elements = OwnedMemory.copy(elements)
        self.text = UnsafeRawBufferPointer(OwnedMemory.copy(text))
    }

    deinit {
        elements.deallocate()
        text.deallocate()
    }
}
