import EngineKit
import Kernel

/// Addresses that a transaction found to be free, in the order of its queries. Most are put next in
/// the same order, without a second lookup.
struct FreeAddresses {
    private var (partition, collection) = (Partition.common, "")
    private var ids: [String] = []
    /// The number of these addresses that were put.
    private var usedCount = 0

    /// Adds a free address. The list restarts unless it follows the last by length and bytes.
    mutating func append(_ address: RecordAddress) {
        let isAfterLast = ids.last.map { ($0.utf8.count, $0) < (address.id.utf8.count, address.id) } ?? true
        if !isAfterLast || !matches(address) {
            partition = address.partition
            collection = address.collection
            ids = []
            usedCount = 0
        }
        ids.append(address.id)
    }

    /// Returns whether the next record to put was found to be absent. Another record invalidates
    /// the list.
    mutating func consume(_ address: RecordAddress) -> Bool {
        guard usedCount < ids.count, matches(address), byteOrder(ids[usedCount], address.id) == 0 else {
            ids = []
            usedCount = 0
            return false
        }
        usedCount += 1
        return true
    }

    private func matches(_ address: RecordAddress) -> Bool {
        address.collection == collection && address.partition == partition
    }
}
