import EngineKit

/// Identifiers that a transaction has looked for in vain, in the order in which it did. Most are put next, in the same order: nobody need look again.
struct Absent {
    private var section = 0
    private var ids: [String] = []
    /// How many of them were put.
    private var taken = 0

    /// Each grows by length, then by bytes: so that none is noted twice.
    mutating func note(_ id: String, on section: Int) {
        let grows = ids.last.map { ($0.utf8.count, $0) < (id.utf8.count, id) } ?? true
        if self.section != section || !grows { (self.section, ids, taken) = (section, [], 0) }
        ids.append(id)
    }

    /// Whether the next one that is put was looked for in vain. Where it is another one, nothing is known any more.
    mutating func takes(_ id: String, on section: Int) -> Bool {
        guard self.section == section, taken < ids.count, byteOrder(ids[taken], id) == 0 else {
            (ids, taken) = ([], 0)
            return false
        }
        taken += 1
        return true
    }
}
