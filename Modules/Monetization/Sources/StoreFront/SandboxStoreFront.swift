import Kernel

/// A shop with the behavior of a `.storekit` file: time rate, approval before buying, failing
/// payments and grace periods. Acts are stored apart from the app's ledger, and renewals are
/// computed on demand.
package struct SandboxStoreFront: StoreFront {
    package var isSandbox: Bool { true }
    private let store: any Store
    private let catalog: LazyCatalog
    private let settingsOverride: SandboxSettings?
    private let ids: IDSource

    /// Creates a sandbox over a catalog, which is read on first use. `settings` replace those of
    /// its file.
    package init(
        _ store: any Store, catalogue: @autoclosure @escaping @Sendable () throws -> Catalog,
        settings: SandboxSettings? = nil, ids: IDSource
    ) {
        self.store = store.scoped(to: .common)
        self.catalog = LazyCatalog(catalogue)
        settingsOverride = settings
        self.ids = ids
    }

    private var settings: SandboxSettings { get throws { try settingsOverride ?? catalog.value().settings } }

    package func buy(_ order: Order, at now: Instant) throws -> PurchaseOutcome {
        let settings = try settings
        guard !settings.failsTransactions else {
            throw Failure(
                .purchaseFailed, "The payment did not go through; nothing was bought.", advice: "Try again later.",
                kind: .temporary)
        }
        let id = ids.next(SandboxAct.self)
        let series = order.series ?? Identifier(id.rawValue)
        let kind = settings.asksToBuy ? SandboxAct.Kind.asked : .bought
        try add(SandboxAct(id, at: now, kind, series: series, order: order))
        return settings.asksToBuy ? .pending(series) : .bought(series)
    }

    package func history(through now: Instant) throws -> [LedgerEntry] { try account().history(through: now) }

    package func setAutoRenew(_ isOn: Bool, of series: Identifier<Receipt>, at now: Instant) throws {
        try add(SandboxAct(ids.next(), at: now, isOn ? .renewOn : .renewOff, series: series))
    }

    // MARK: - Sandbox actions

    /// Refunds a term, or revokes it for the family.
    ///
    /// - Throws: `unknownTransaction`.
    package func revoke(_ transaction: Identifier<Receipt>, forFamily: Bool = false, at now: Instant) throws {
        guard let receipt = try history(through: now).compactMap(\.receipt).first(where: { $0.id == transaction })
        else {
            throw Failure(
                .unknownTransaction, "There is no transaction “\(transaction)”.",
                advice: "`plan history` lists them all.", kind: .usage)
        }
        let kind = forFamily ? SandboxAct.Kind.familyRevoked : .refunded
        try add(SandboxAct(ids.next(), at: now, kind, series: receipt.series, transaction: receipt.id))
    }

    /// Makes payments fail from now on, or work again. Open amounts are paid then.
    package func setPayments(work: Bool, at now: Instant) throws {
        try add(SandboxAct(ids.next(), at: now, work ? .cardWorks : .cardFails))
    }

    /// Returns the orders that wait for an answer, oldest first.
    package func waiting() throws -> [(series: Identifier<Receipt>, order: Order)] { try account().waiting }

    /// Answers the oldest waiting order.
    ///
    /// - Throws: `nothingWaits`.
    @discardableResult package func answer(_ isAllowed: Bool, at now: Instant) throws -> Order {
        guard let first = try waiting().first else { throw Failure(.nothingWaits, "No purchase waits for an answer.") }
        try add(
            SandboxAct(ids.next(), at: now, isAllowed ? .approved : .declined, series: first.series, order: first.order)
        )
        return first.order
    }

    private func account() throws -> SandboxAccount {
        let acts = try store.read { try $0.records(SandboxAct.byTime.all) }
        return SandboxAccount(acts, catalog: try catalog.value(), settings: try settings)
    }

    private func add(_ act: SandboxAct) throws { try store.write { try $0.put(act) } }
}
