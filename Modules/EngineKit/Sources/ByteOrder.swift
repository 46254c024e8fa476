import Kernel

/// Returns a negative number, zero or a positive number as the bytes of the left text sort before,
/// equal or after those of the right.
///
/// `String <` does not fit, because it treats differently composed characters as equal.
@inlinable package func byteOrder(_ left: String, _ right: String) -> Int {
    let quick = left.utf8.withContiguousStorageIfAvailable { one in
        right.utf8.withContiguousStorageIfAvailable { other in
            let shared = min(one.count, other.count)
            guard shared > 0, let first = one.baseAddress, let second = other.baseAddress else {
                return one.count - other.count
            }
            let order = Int(memcmp(first, second, shared))
            return order != 0 ? order : one.count - other.count
        }
    }
    if case .some(.some(let order)) = quick { return order }
    if left.utf8.elementsEqual(right.utf8) { return 0 }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
}

/// Returns a negative number, zero or a positive number as the left bytes sort before, equal or
/// after the right ones.
@inlinable package func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let shared = min(left.count, right.count)
    if shared > 0, let one = left.baseAddress, let other = right.baseAddress {
        let order = Int(memcmp(one, other, shared))
        if order != 0 { return order }
    }
    return left.count - right.count
}

extension RecordAddress {
    /// Returns whether the left address sorts before the right one by the bytes of partition,
    /// collection and identifier. Engines return addresses in this order.
    public static func inTextOrder(_ left: RecordAddress, _ right: RecordAddress) -> Bool {
        let byPartition = byteOrder(left.partition.rawValue, right.partition.rawValue)
        if byPartition != 0 { return byPartition < 0 }
        let byCollection = byteOrder(left.collection, right.collection)
        return byCollection != 0 ? byCollection < 0 : byteOrder(left.id, right.id) < 0
    }
}

extension Array {
    /// Returns the first index whose element satisfies a predicate that holds from some index on.
    @inlinable package func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
