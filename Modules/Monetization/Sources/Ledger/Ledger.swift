import Kernel

/// The events and the state of one account's purchases: a pure function of the entries and the
/// clock.
///
/// The entries are a set, so their order and repetition make no difference. Of two entries with one
/// identifier, the one signed first counts.
package struct Ledger: Sendable {
    /// The entries, each once, in the order in which they count.
    package let entries: [LedgerEntry]
    private let purchases: [PurchaseSeries]

    package init(_ newEntries: some Sequence<LedgerEntry>) {
        var seen: Set<Identifier<LedgerEntry>> = []
        entries = newEntries.sorted(by: LedgerEntry.precedes).filter { seen.insert($0.id).inserted }
        purchases = Ledger.gather(entries)
    }

    /// Adds the entries with new identifiers. The first entry with an identifier stays, and nothing
    /// is changed.
    ///
    /// - Returns: The added entries, in the given order.
    @discardableResult
    package static func admit(_ newEntries: [LedgerEntry], to records: any LedgerRecords) throws -> [LedgerEntry] {
        var added: [LedgerEntry] = []
        for entry in newEntries where try records.entry(entry.id) == nil {
            try records.keep(entry)
            added.append(entry)
        }
        return added
    }

    /// Returns the state of each purchase, most important first.
    ///
    /// A clock before the last entry counts as the time of that entry, so setting it back revives
    /// nothing.
    package func statuses(at now: Instant) -> [PurchaseStatus] {
        let moment = max(now, entries.last { $0.kind != .noted && $0.kind != .unknown }?.signedAt ?? now)
        return purchases.compactMap { $0.status(at: moment) }.sorted(by: PurchaseStatus.outranks)
    }

    /// Returns the most important purchase state, or nil if nothing was ever bought.
    package func status(at now: Instant) -> PurchaseStatus? { statuses(at: now).first }

    /// Every granted term, latest first.
    package var receipts: [Receipt] { purchases.flatMap(\.terms.values).sorted { Receipt.isBefore($1, $0) } }

    /// The known purchases, including those that wait for an answer.
    package var series: Set<Identifier<Receipt>> { Set(entries.compactMap(\.series)) }

    /// Groups entries by purchase. A refund names a transaction that only a later entry may
    /// introduce.
    private static func gather(_ entries: [LedgerEntry]) -> [PurchaseSeries] {
        var seriesByTransaction: [Identifier<Receipt>: Identifier<Receipt>] = [:]
        for entry in entries { if let receipt = entry.receipt { seriesByTransaction[receipt.id] = receipt.series } }
        var seriesByID: [Identifier<Receipt>: PurchaseSeries] = [:]
        for entry in entries {
            guard let id = entry.series ?? entry.transaction.flatMap({ seriesByTransaction[$0] }) else { continue }
            seriesByID[id, default: PurchaseSeries(id)].apply(entry)
        }
        return Array(seriesByID.values)
    }
}

extension Ledger {
    /// Reports whether a request for a product waits for an answer.
    func isWaiting(for product: Identifier<Product>) -> Bool {
        let requests = entries.filter { $0.kind == .asked && $0.product == product }
        return requests.contains { request in
            !entries.contains {
                $0.series == request.series && $0.signedAt >= request.signedAt
                    && ($0.receipt?.product == product || $0.kind == .renewalProduct || $0.word == "DECLINED")
            }
        }
    }
}
