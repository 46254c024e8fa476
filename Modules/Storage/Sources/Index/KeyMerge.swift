import EngineKit
import Kernel

/// Two rows of keys become one: those of an image whose rows were moved, and those that were put since.
struct KeyMerge {
    let image: TableImage
    let keys: KeyImage
    /// The new number of a row of the image plus one; zero where it is hidden.
    let moved: [UInt32]
    let put: [OrderedKeys.Element]

    /// The keys of the new image, in order.
    func merged(into new: TableImage) -> KeyImage {
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

    private func add(_ element: OrderedKeys.Element, to builder: inout KeyBuilder, _ new: TableImage) {
        guard let row = new.find(element.id) else { return }
        var key = element.key
        key.withUTF8 { builder.add(UnsafeRawBufferPointer($0), row: row) }
    }
}
