import EngineKit
import Kernel

/// Walks over the keys of an image in a range, past those that are hidden.
struct ShownKeys {
    private let keys: KeyImage
    private let image: TableImage
    private let places: Range<Int>
    private let descending: Bool
    private let isHidden: (Int) -> Bool
    private var place: Int

    init(keys: KeyImage, image: TableImage, range: RowRange, isHidden: @escaping (Int) -> Bool) {
        (self.keys, self.image, self.isHidden, descending) = (keys, image, isHidden, range.descending)
        places = keys.range(from: range.lower, before: range.upper)
        place = range.descending ? places.upperBound - 1 : places.lowerBound
        skipHidden()
    }

    /// The row whose turn it is.
    var next: Int? { places.contains(place) ? Int(keys.elements[place].row) : nil }

    /// Its key.
    var key: UnsafeRawBufferPointer { keys.key(at: place) }

    mutating func advance() {
        place += descending ? -1 : 1
        skipHidden()
    }

    private mutating func skipHidden() { while let row = next, isHidden(row) { place += descending ? -1 : 1 } }

    func isNext(before element: OrderedKeys.Element) -> Bool {
        guard let next else { return false }
        var (key, id) = (element.key, element.id)
        let byKey = key.withUTF8 { compare(keys.key(at: place), UnsafeRawBufferPointer($0)) }
        let order = byKey != 0 ? byKey : id.withUTF8 { compare(image.id(of: next), UnsafeRawBufferPointer($0)) }
        return descending ? order > 0 : order < 0
    }
}
