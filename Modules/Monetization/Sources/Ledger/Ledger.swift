import Kernel

/// What happened to the purchases of one account, and where they stand: a pure function of the entries and of the clock.
///
/// The entries are a set: their order and how often one comes make no difference. Of two that claim one identifier the one signed first counts.
public struct Ledger: Sendable {
    /// The entries, each once, in the order in which they count.
    public let entries: [LedgerEntry]
    private let purchases: [PurchaseSeries]

    /// A ledger over entries in any order.
    public init(_ given: some Sequence<LedgerEntry>) {
        var seen: Set<Identifier<LedgerEntry>> = []
        entries = given.sorted(by: LedgerEntry.counts).filter { seen.insert($0.id).inserted }
        purchases = Ledger.gather(entries)
    }

    /// Adds the entries whose identifiers are not there yet; the first that claims an identifier keeps it, and nothing is ever changed.
    ///
    /// - Returns: those that were added, in the order given.
    @discardableResult
    public static func admit(_ given: [LedgerEntry], to records: any LedgerRecords) throws -> [LedgerEntry] {
        var added: [LedgerEntry] = []
        for entry in given where try records.entry(entry.id) == nil {
            try records.keep(entry)
            added.append(entry)
        }
        return added
    }

    /// Where each purchase stands, the one that matters most first.
    ///
    /// A clock that was set back before the last entry is taken to stand at that entry: going back in time revives nothing.
    public func statuses(at now: Instant) -> [PurchaseStatus] {
        let moment = max(now, entries.last { $0.kind != .noted && $0.kind != .unknown }?.signedAt ?? now)
        return purchases.compactMap { $0.status(at: moment) }.sorted(by: PurchaseStatus.matters)
    }

    /// Where the app stands: the purchase that matters most, or nil when nothing was ever bought.
    public func status(at now: Instant) -> PurchaseStatus? { statuses(at: now).first }

    /// Every term that was granted, the latest first.
    public var receipts: [Receipt] { purchases.flatMap(\.terms.values).sorted { Receipt.isBefore($1, $0) } }

    /// Purchases that are known here, those that still wait for an answer included.
    public var series: Set<Identifier<Receipt>> { Set(entries.compactMap(\.series)) }

    /// Sorts entries by purchase. A refund names a transaction, which may be known only from an entry that counts later.
    private static func gather(_ entries: [LedgerEntry]) -> [PurchaseSeries] {
        var owner: [Identifier<Receipt>: Identifier<Receipt>] = [:]
        for entry in entries { if let receipt = entry.receipt { owner[receipt.id] = receipt.series } }
        var found: [Identifier<Receipt>: PurchaseSeries] = [:]
        for entry in entries {
            guard let id = entry.series ?? entry.transaction.flatMap({ owner[$0] }) else { continue }
            found[id, default: PurchaseSeries(id)].take(entry)
        }
        return Array(found.values)
    }
}

extension Ledger {
    /// Whether somebody was asked about a product and has not answered.
    func isWaiting(for product: Identifier<Product>) -> Bool {
        let asked = entries.filter { $0.kind == .asked && $0.product == product }
        return asked.contains { question in
            !entries.contains {
                $0.series == question.series && $0.signedAt >= question.signedAt
                    && ($0.receipt?.product == product || $0.kind == .renewalProduct || $0.word == "DECLINED")
            }
        }
    }
}
