import Kernel

/// Returns a negative number, zero or a positive number as the bytes of the left text sort before,
/// equal or after those of the right.
///
/// `String <` does not fit, because it treats differently composed characters as equal.
@inlinable package func byteOrder(_ left: String, _ right: String) -> Int {
    let fastOrder = left.utf8.withContiguousStorageIfAvailable { leftBytes in
        right.utf8.withContiguousStorageIfAvailable { rightBytes in
            let sharedCount = min(leftBytes.count, rightBytes.count)
            guard sharedCount > 0, let leftStart = leftBytes.baseAddress, let rightStart = rightBytes.baseAddress else {
                return leftBytes.count - rightBytes.count
            }
            let order = Int(memcmp(leftStart, rightStart, sharedCount))
            return order != 0 ? order : leftBytes.count - rightBytes.count
        }
    }
    if case .some(.some(let order)) = fastOrder { return order }
    if left.utf8.elementsEqual(right.utf8) { return 0 }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
}

/// Returns a negative number, zero or a positive number as the left bytes sort before, equal or
/// after the right ones.
@inlinable package func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let sharedCount = min(left.count, right.count)
    if sharedCount > 0, let leftStart = left.baseAddress, let rightStart = right.baseAddress {
        let order = Int(memcmp(leftStart, rightStart, sharedCount))
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
    @inlinable package func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
