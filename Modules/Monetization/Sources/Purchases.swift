import Kernel

/// Buying, restoring, cancelling, and where that leaves a person: the rules between the shop and the ledger.
public struct Purchases: Sendable {
    /// What was paid for with a licence; nil where the app takes none.
    public let licences: Licences?
    private let sold: LazyCatalogue
    private let repository: any LedgerRepository
    private let storeFront: any StoreFront
    private let time: TimeSource

    /// The purchases of one account at a shop, and the licences of one machine.
    ///
    /// - Parameter catalogue: what the app sells; made when it is first asked for.
    public init(
        catalogue: @autoclosure @escaping @Sendable () throws -> Catalogue, repository: any LedgerRepository,
        storeFront: any StoreFront, licences: Licences? = nil, time: TimeSource
    ) {
        (sold, self.repository, self.storeFront, self.time) = (LazyCatalogue(catalogue), repository, storeFront, time)
        self.licences = licences
    }

    /// What the app sells.
    public var catalogue: Catalogue { get throws { try sold.value() } }

    /// What happened at the shop, with what fell due since it was last written down. Reading writes nothing.
    public func ledger() throws -> Ledger {
        let kept = try repository.read { try $0.entries() }
        return try kept.isEmpty ? Ledger(kept) : Ledger(kept + due(since: Ledger(kept)))
    }

    /// Where the app stands now; nil when nothing was ever bought.
    public func status() throws -> PurchaseStatus? { try statuses().first }

    /// Where each purchase stands now, the one that matters most first. What was paid for with a licence counts although the shop's ledger
    /// cannot be read.
    public func statuses() throws -> [PurchaseStatus] {
        let found = try licences?.look()
        let paid = found.map { Ledger($0.entries).statuses(at: $0.moment) } ?? []
        do {
            return (paid + (try shopStatuses())).sorted(by: PurchaseStatus.matters)
        } catch  where paid.contains(where: \.isEntitled) {
            return paid
        }
    }

    /// What happened, oldest first.
    public func history() throws -> [PurchaseEvent] {
        let paid = try licences?.look().entries ?? []
        let events = paid.map { PurchaseEvent(entry: $0, isSandbox: false) }
        return (events + (try ledger().entries.map { PurchaseEvent(entry: $0, isSandbox: storeFront.isSandbox) }))
            .sorted { LedgerEntry.counts($0.entry, before: $1.entry) }
    }

    /// Takes in a licence, or the list of what was taken back.
    ///
    /// - Throws: `notSoldHere` for a product that the app does not sell, and what `Licences.activate` throws.
    public func activate(_ bytes: [UInt8]) throws -> Licences.Activation {
        guard let licences else { throw Failure(.noSeller, "This app does not use licences.") }
        return try licences.activate(bytes) { licence in
            guard try catalogue.product(licence.product) == nil else { return }
            throw Failure(
                .notSoldHere, "This licence is for “\(licence.product)”, which this version of the app does not know.",
                advice: "Update the app.")
        }
    }

    /// What there is to buy today, with its price. The machine's clock says which day it is, whatever `--today` says.
    public func offers() throws -> [Offer] {
        let (today, catalogue) = (day, try catalogue)
        return catalogue.products.compactMap { product in
            (try? catalogue.tag(of: product, on: today)).map {
                Offer(product: product, tag: $0, promises: catalogue.schedules[product.id]?.promises ?? [])
            }
        }
    }

    /// Buys a product for today's price, which the receipt keeps for ever. Within a group a higher rank begins at once and a lower one at the
    /// renewal; the product that runs already goes on renewing where that was cancelled, or where another was to follow.
    ///
    /// - Throws: `unknownProduct`, `notOnSale`, `alreadyBought`, `purchaseWaits`, and what the shop throws.
    public func buy(_ id: Identifier<Product>) throws -> PurchaseResult {
        let (catalogue, now) = (try catalogue, time.now())
        let product = try catalogue.existing(id)
        let tag = try catalogue.tag(of: product, on: day)
        let ledger = try ledger()
        let running = try status(like: product, in: ledger, at: now)
        if ledger.isWaiting(for: id) {
            throw Failure(.purchaseWaits, "\(product.name) was already asked for and waits for an answer.", kind: .temporary)
        }
        if let running, running.isEntitled, running.product == id {
            return try goOn(running, product, tag, at: now)
        }
        let outcome = try storeFront.buy(Order(product: id, tag: tag, series: running?.series), at: now)
        return try settle(outcome, product, tag, at: now)
    }

    /// Brings everything that the account bought, on whatever device, into the ledger.
    ///
    /// - Returns: the licences that lie here and count, and the terms of the shop that were not there before.
    public func restore() throws -> [PurchaseEvent] {
        let found = try licences?.look()
        let paid = found.map { Ledger($0.entries).statuses(at: $0.moment).filter(\.isEntitled).map(\.series) } ?? []
        let licensed = (found?.entries ?? []).filter { $0.receipt.map { paid.contains($0.series) } ?? false }
        let entries = try keep(storeFront.history(through: time.now())).filter { $0.receipt != nil }
        return licensed.map { PurchaseEvent(entry: $0, isSandbox: false) }
            + entries.map { PurchaseEvent(entry: $0, isSandbox: storeFront.isSandbox) }
    }

    /// Stops renewing; access goes on until the term ends.
    ///
    /// - Throws: `nothingToCancel`.
    public func cancel() throws -> PurchaseStatus {
        let now = time.now()
        guard let running = try shopStatuses().first(where: \.isRenewing) else {
            throw Failure(
                .nothingToCancel, "You have no subscription that renews, so there is nothing to cancel.",
                advice: "`plan show` shows what you have.")
        }
        try storeFront.setAutoRenew(false, of: running.series, at: now)
        try keep(of: running.series, through: now)
        return try status(of: running.series, at: now) ?? running
    }

    /// Takes in a server notification: once, in whatever order it comes.
    ///
    /// - Returns: whether it was new.
    /// - Throws: `notificationFromTheFuture` when it is signed more than a day ahead of the clock.
    @discardableResult public func receive(_ notification: ServerNotification) throws -> Bool {
        guard notification.signedAt <= time.now().adding(seconds: 86_400) else {
            throw Failure(
                .notificationFromTheFuture, "The notification is dated more than a day ahead of this clock.",
                advice: "Set the clock, and take it in again.", kind: .temporary)
        }
        return try !keep([notification.entry]).isEmpty
    }

    // MARK: - Steps

    private var day: Day { time.calendar.day(of: time.now()) }

    private func shopStatuses() throws -> [PurchaseStatus] {
        try ledger().statuses(at: time.now()).map { $0.marked(sandbox: storeFront.isSandbox) }
    }

    /// The purchase that an order would continue: of the same product, or of the same group of subscriptions.
    private func status(like product: Product, in ledger: Ledger, at now: Instant) throws -> PurchaseStatus? {
        guard product.kind != .consumable else { return nil }
        let catalogue = try catalogue
        let alike = ledger.statuses(at: now).filter { status in
            guard let group = product.subscription?.group else { return status.product == product.id && status.isEntitled }
            return catalogue.product(status.product)?.subscription?.group == group
        }
        return alike.first
    }

    private func goOn(_ running: PurchaseStatus, _ product: Product, _ tag: PriceTag, at now: Instant) throws -> PurchaseResult {
        if running.nextProduct != nil {
            return try settle(
                storeFront.buy(Order(product: product.id, tag: tag, series: running.series), at: now), product, tag, at: now)
        }
        guard product.kind == .autoRenewable, !running.isRenewing else {
            throw Failure(.alreadyBought, "\(product.name) is already yours.", advice: "`plan show` shows what you have.")
        }
        try storeFront.setAutoRenew(true, of: running.series, at: now)
        return try settle(.bought(running.series), product, tag, at: now)
    }

    private func settle(_ outcome: PurchaseOutcome, _ product: Product, _ tag: PriceTag, at now: Instant) throws -> PurchaseResult
    {
        switch outcome {
        case .pending(let series):
            try keep(of: series, through: now)
            return PurchaseResult(product: product, tag: tag, status: nil)
        case .bought(let series):
            try keep(of: series, through: now)
            return PurchaseResult(product: product, tag: tag, status: try status(of: series, at: now))
        }
    }

    private func status(of series: Identifier<Receipt>, at now: Instant) throws -> PurchaseStatus? {
        try ledger().statuses(at: now).first { $0.series == series }?.marked(sandbox: storeFront.isSandbox)
    }

    private func keep(of series: Identifier<Receipt>, through now: Instant) throws {
        try keep(storeFront.history(through: now).filter { $0.series == series })
    }

    @discardableResult private func keep(_ entries: [LedgerEntry]) throws -> [LedgerEntry] {
        entries.isEmpty ? [] : try repository.write { try Ledger.admit(entries, to: $0) }
    }

    /// What the shop knows of the purchases that this ledger knows. Purchases of other devices come with `restore`.
    private func due(since ledger: Ledger) throws -> [LedgerEntry] {
        let known = ledger.series
        return try storeFront.history(through: time.now()).filter { $0.series.map(known.contains) ?? false }
    }
}
