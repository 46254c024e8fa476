import Kernel

extension FeedbackJournal {
    /// Every kind of record that a journal keeps. What an entry says of its shares is counted from them on each device.
    public static var belongings: [Belongings] {
        [
            Belongings(.feedback, [FeedbackEntry.collection, ShareEvent.collection], settle: settle),
            Belongings(.feedback, [FeedbackTemplate.collection, Person.collection]),
            Belongings(.settings, [Sender.collection, FeedbackSettings.collection]),
        ]
    }

    @Sendable private static func settle(_ touched: Touched, in store: any Store) throws {
        let shares = try store.read { try $0.records(touched.ids(of: ShareEvent.collection)) }
        var entries = Set(touched.ids(of: FeedbackEntry.collection)).union(shares.compactMap { $0?.entryId })
        if shares.contains(where: { $0 == nil }) {
            // A share goes with its entry. Where the entry stands nevertheless, nothing says any more whose share it was.
            entries.formUnion(try store.read { try $0.records(FeedbackEntry.bySharing.prefix(true)) }.map(\.id))
        }
        for start in stride(from: 0, to: entries.count, by: 500) {
            let some = entries.sorted()[start..<min(start + 500, entries.count)]
            try store.write { transaction in
                for case var entry? in try transaction.records(Array(some)) {
                    entry.recount(try transaction.records(ShareEvent.byEntry.prefix(IndexKey(entry.id, IndexKey(text: "")))))
                    try transaction.amend(entry)
                }
            }
        }
    }
}
