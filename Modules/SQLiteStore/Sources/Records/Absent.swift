import EngineKit
import Kernel

/// Addresses that a transaction has looked for in vain, in the order in which it did. Most are put next, in the same order: nobody need look again.
struct Absent {
    private var (partition, collection) = (Partition.common, "")
    private var ids: [String] = []
    /// How many of them were put.
    private var taken = 0

    /// Each grows by length, then by bytes: so that none is noted twice.
    mutating func note(_ address: RecordAddress) {
        let grows = ids.last.map { ($0.utf8.count, $0) < (address.id.utf8.count, address.id) } ?? true
        if !grows || !isOn(address) { (partition, collection, ids, taken) = (address.partition, address.collection, [], 0) }
        ids.append(address.id)
    }

    /// Whether the next one that is put was looked for in vain. Where it is another one, nothing is known any more.
    mutating func takes(_ address: RecordAddress) -> Bool {
        guard taken < ids.count, isOn(address), byteOrder(ids[taken], address.id) == 0 else {
            (ids, taken) = ([], 0)
            return false
        }
        taken += 1
        return true
    }

    private func isOn(_ address: RecordAddress) -> Bool { address.collection == collection && address.partition == partition }
}
