import Kernel

extension FeedbackJournal {
    /// The sync policies of every record kind of a journal.
    ///
    /// Each device counts the shares of an entry from its share events.
    package static var syncPolicies: [SyncPolicy] {
        [
            SyncPolicy(.feedback, [FeedbackEntry.collection, ShareEvent.collection], reconcile: recountShares),
            SyncPolicy(.feedback, [FeedbackTemplate.collection, Person.collection]),
            SyncPolicy(.settings, [Sender.collection, FeedbackSettings.collection]),
        ]
    }

    /// Recounts the shares of every touched entry.
    @Sendable private static func recountShares(_ received: ReceivedRecords, in store: any Store) throws {
        let shares = try store.read { try $0.records(received.ids(of: ShareEvent.collection)) }
        var touched = Set(received.ids(of: FeedbackEntry.collection)).union(shares.compactMap { $0?.entryId })
        if shares.contains(where: { $0 == nil }) {
            // A share is deleted with its entry. If the entry remains, the entry of a deleted share
            // is unknown.
            touched.formUnion(try store.read { try $0.records(FeedbackEntry.bySharing.prefix(true)) }.map(\.id))
        }
        let entries = touched.sorted()
        for start in stride(from: 0, to: entries.count, by: 500) {
            let batch = entries[start..<min(start + 500, entries.count)]
            try store.write { transaction in
                for case var entry? in try transaction.records(Array(batch)) {
                    entry.recount(
                        try transaction.records(ShareEvent.byEntry.prefix(IndexKey(entry.id, IndexKey(text: "")))))
                    try transaction.putDerived(entry)
                }
            }
        }
    }
}
