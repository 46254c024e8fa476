import EngineKit
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

/// One key of an index, in byte order among its like.
struct KeyEntry: BitwiseCopyable {
    /// Where its text stands among the keys of the index.
    let text: UInt64
    let count: UInt32
    let row: UInt32
}
