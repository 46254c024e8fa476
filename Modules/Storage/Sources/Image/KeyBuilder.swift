import EngineKit
import Kernel

/// Collects keys and sorts them once.
struct KeyBuilder {
    private var text: [UInt8] = []
    private var elements: [KeyEntry] = []

    init(capacity: Int) { elements.reserveCapacity(capacity) }

    mutating func add(_ key: UnsafeRawBufferPointer, row: Int) {
        elements.append(KeyEntry(text: UInt64(text.count), count: UInt32(key.count), row: UInt32(row)))
        text.append(contentsOf: key)
    }

    func finish(_ image: TableImage) -> KeyImage {
        let sorted = text.withUnsafeBytes { bytes in KeyBuilder.sorted(elements, bytes, image) }
        let memory = OwnedKeys(elements: sorted, text: text)
        return KeyImage(elements: memory.elements, text: memory.text, owner: memory)
    }

    /// By eight bytes at a time: those behind what all keys begin with decide most comparisons. Not at all when the keys come in order, as
    /// they do from a log of dated records.
    private static func sorted(_ elements: [KeyEntry], _ text: UnsafeRawBufferPointer, _ image: TableImage) -> [KeyEntry] {
        func key(_ element: KeyEntry) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: text[Int(element.text)..<Int(element.text) + Int(element.count)])
        }
        func precedes(_ left: KeyEntry, _ right: KeyEntry) -> Bool {
            let byKey = compare(key(left), key(right))
            return byKey != 0 ? byKey < 0 : compare(image.id(of: Int(left.row)), image.id(of: Int(right.row))) < 0
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
