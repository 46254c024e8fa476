import Kernel

/// A shop that behaves as a `.storekit` file says: its time rate, asking before buying, failing payments and grace periods. What was done is
/// kept in a store, apart from the app's ledger; renewals are computed when somebody looks.
public struct SandboxStoreFront: StoreFront {
    public var isSandbox: Bool { true }
    private let store: any Store
    private let catalogue: LazyCatalogue
    private let given: SandboxSettings?
    private let ids: IDSource

    /// A sandbox over a catalogue, which is made when it is first asked for. Give `settings` to behave otherwise than its file says.
    public init(
        _ store: any Store, catalogue: @autoclosure @escaping @Sendable () throws -> Catalogue,
        settings: SandboxSettings? = nil, ids: IDSource
    ) {
        self.store = store.scoped(to: .common)
        (self.catalogue, given, self.ids) = (LazyCatalogue(catalogue), settings, ids)
    }

    private var settings: SandboxSettings { get throws { try given ?? catalogue.value().settings } }

    public func buy(_ order: Order, at now: Instant) throws -> PurchaseOutcome {
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

    public func history(through now: Instant) throws -> [LedgerEntry] { try account().history(through: now) }

    public func setAutoRenew(_ isOn: Bool, of series: Identifier<Receipt>, at now: Instant) throws {
        try add(SandboxAct(ids.next(), at: now, isOn ? .renewOn : .renewOff, series: series))
    }

    // MARK: - What only a sandbox can do

    /// Refunds a term, or lets the family take it back.
    ///
    /// - Throws: `unknownTransaction`.
    public func takeBack(_ transaction: Identifier<Receipt>, forFamily: Bool = false, at now: Instant) throws {
        guard let receipt = try history(through: now).compactMap(\.receipt).first(where: { $0.id == transaction }) else {
            throw Failure(
                .unknownTransaction, "There is no transaction “\(transaction)”.", advice: "`plan history` lists them all.",
                kind: .usage)
        }
        let kind = forFamily ? SandboxAct.Kind.familyRevoked : .refunded
        try add(SandboxAct(ids.next(), at: now, kind, series: receipt.series, transaction: receipt.id))
    }

    /// Lets payments fail from now on, or work again; what is owed is paid then.
    public func setPayments(work: Bool, at now: Instant) throws {
        try add(SandboxAct(ids.next(), at: now, work ? .cardWorks : .cardFails))
    }

    /// Orders that wait for an answer, the oldest first.
    public func waiting() throws -> [(series: Identifier<Receipt>, order: Order)] { try account().waiting }

    /// Answers the oldest order that waits.
    ///
    /// - Throws: `nothingWaits`.
    @discardableResult public func answer(_ isAllowed: Bool, at now: Instant) throws -> Order {
        guard let first = try waiting().first else { throw Failure(.nothingWaits, "No purchase waits for an answer.") }
        try add(SandboxAct(ids.next(), at: now, isAllowed ? .approved : .declined, series: first.series, order: first.order))
        return first.order
    }

    private func account() throws -> SandboxAccount {
        let acts = try store.read { try $0.records(SandboxAct.byTime.all) }
        return SandboxAccount(acts, catalogue: try catalogue.value(), settings: try settings)
    }

    private func add(_ act: SandboxAct) throws { try store.write { try $0.put(act) } }
}
