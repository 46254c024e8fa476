import Kernel

extension Replica {
    /// Puts back what gave way, as a version that was written now, and lets go of it as recovered: one step, which can be undone.
    ///
    /// - Parameters:
    ///   - entries: what the indexes hold for it, as this program has them.
    ///   - label: what was done, for whoever undoes it.
    /// - Returns: whether it was still there.
    /// - Throws: `duplicateKey` where another record has its key; nothing was changed then.
    public func takeBack(_ one: Recovered, entries: [IndexEntry], undo label: String) throws -> Bool {
        try store.scoped(to: one.address.partition).write(undo: label) { transaction in
            guard try transaction.record(one.id) != nil, let lost = try one.lost.record(in: transaction.below) else {
                return false
            }
            let record = StoredRecord(
                address: lost.address, stamp: lost.stamp, payloadVersion: lost.payloadVersion, entries: entries,
                payload: lost.payload)
            try transaction.put(stored: [record], reindex: reindex)
            // Through the journal, so that undoing it brings the texts back too.
            let texts = try [one.lost, one.won].compactMap(\.place).compactMap { try transaction.below.record(at: $0) }
            try transaction.put(stored: texts.filter(\.isLive).map(\.gone))
            try transaction.delete(one.id)
            return true
        }
    }
}

extension StoredRecord {
    /// Nothing in its place.
    fileprivate var gone: StoredRecord {
        StoredRecord(address: address, stamp: stamp, payloadVersion: payloadVersion, entries: [], payload: nil)
    }
}
