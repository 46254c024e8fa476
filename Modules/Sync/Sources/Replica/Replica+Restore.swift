import Kernel

extension Replica {
    /// Restores a superseded version as a new version and removes it from the list. The transaction
    /// can be undone.
    ///
    /// - Parameters:
    ///   - entries: The version's index entries in this program.
    ///   - label: The description for undo.
    /// - Returns: Whether the superseded version still existed.
    /// - Throws: `duplicateKey` if another record has its unique key. Then nothing was changed.
    package func restore(_ recovered: Recovered, entries: [IndexEntry], undo label: String) throws -> Bool {
        try store.scoped(to: recovered.address.partition).write(undo: label) { transaction in
            guard try transaction.record(recovered.id) != nil,
                let lost = try recovered.lost.record(in: transaction.below)
            else {
                return false
            }
            let record = StoredRecord(
                address: lost.address, stamp: lost.stamp, payloadVersion: lost.payloadVersion, entries: entries,
                payload: lost.payload)
            try transaction.put(stored: [record], reindex: reindex)
            // Through the journal, so that an undo restores the texts too.
            let texts = try [recovered.lost, recovered.won].compactMap(\.place).compactMap {
                try transaction.below.record(at: $0)
            }
            try transaction.put(stored: texts.filter(\.isLive).map(\.asDeletion))
            try transaction.delete(recovered.id)
            return true
        }
    }
}

extension StoredRecord {
    /// The tombstone that deletes this record.
    fileprivate var asDeletion: StoredRecord {
        StoredRecord(address: address, stamp: stamp, payloadVersion: payloadVersion, entries: [], payload: nil)
    }
}
