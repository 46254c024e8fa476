import Kernel

/// The rules between the shop and the ledger: buying, restoring and cancelling.
package struct Purchases: Sendable {
    /// The licenses, or nil in an app that takes none.
    package let licenses: Licenses?
    private let lazyCatalog: LazyCatalog
    private let repository: any LedgerRepository
    private let storeFront: any StoreFront
    private let time: TimeSource

    /// Creates the purchases of one account at a shop, and the licenses of one machine.
    ///
    /// - Parameter catalogue: The app's products, read on first use.
    package init(
        catalogue: @autoclosure @escaping @Sendable () throws -> Catalog, repository: any LedgerRepository,
        storeFront: any StoreFront, licenses: Licenses? = nil, time: TimeSource
    ) {
        lazyCatalog = LazyCatalog(catalogue)
        self.repository = repository
        self.storeFront = storeFront
        self.time = time
        self.licenses = licenses
    }

    package var catalog: Catalog { get throws { try lazyCatalog.value() } }

    /// Returns the shop's events, including those due since the last write. Reading writes nothing.
    package func ledger() throws -> Ledger {
        let stored = try repository.read { try $0.entries() }
        return try stored.isEmpty ? Ledger(stored) : Ledger(stored + newEntries(since: Ledger(stored)))
    }

    /// Returns the state of the app, or nil if nothing was ever bought.
    package func status() throws -> PurchaseStatus? { try statuses().first }

    /// Returns the state of each purchase, most important first. Licenses count even if the shop's
    /// ledger is unreadable.
    package func statuses() throws -> [PurchaseStatus] {
        let folderContents = try licenses?.readFolder()
        let paid = folderContents.map { Ledger($0.entries).statuses(at: $0.moment) } ?? []
        do {
            return (paid + (try shopStatuses())).sorted(by: PurchaseStatus.outranks)
        } catch  where paid.contains(where: \.isEntitled) {
            return paid
        }
    }

    /// Returns the events, oldest first.
    package func history() throws -> [PurchaseEvent] {
        let paid = try licenses?.readFolder().entries ?? []
        let events = paid.map { PurchaseEvent(entry: $0, isSandbox: false) }
        return (events + (try ledger().entries.map { PurchaseEvent(entry: $0, isSandbox: storeFront.isSandbox) }))
            .sorted { LedgerEntry.precedes($0.entry, before: $1.entry) }
    }

    /// Activates a license or a list of revocations.
    ///
    /// - Throws: `notSoldHere` for a product of another app, and the errors of `Licenses.activate`.
    package func activate(_ bytes: [UInt8]) throws -> Licenses.Activation {
        guard let licenses else { throw Failure(.noSeller, "This app does not use licences.") }
        return try licenses.activate(bytes) { licence in
            guard try catalog.product(licence.product) == nil else { return }
            throw Failure(
                .notSoldHere, "This licence is for “\(licence.product)”, which this version of the app does not know.",
                advice: "Update the app.")
        }
    }

    /// Returns today's products with their prices. The machine's clock gives the day, whatever
    /// `--today` says.
    package func offers() throws -> [Offer] {
        let today = day
        let catalogue = try catalog
        return catalogue.products.compactMap { product in
            (try? catalogue.tag(of: product, on: today)).map {
                Offer(product: product, tag: $0, promises: catalogue.schedules[product.id]?.promises ?? [])
            }
        }
    }

    /// Buys a product for today's price, which the receipt keeps for ever. Within a group, a higher
    /// rank starts at once, and a lower one at the renewal. Buying the active product again resumes
    /// a cancelled renewal, or replaces a planned change.
    ///
    /// - Throws: `unknownProduct`, `notOnSale`, `alreadyBought`, `purchaseWaits`, and the shop's
    ///   errors.
    package func buy(_ id: Identifier<Product>) throws -> PurchaseResult {
        let catalogue = try catalog
        let now = time.now()
        let product = try catalogue.existing(id)
        let tag = try catalogue.tag(of: product, on: day)
        let ledger = try ledger()
        let current = try status(like: product, in: ledger, at: now)
        if ledger.isWaiting(for: id) {
            throw Failure(
                .purchaseWaits, "\(product.name) was already asked for and waits for an answer.", kind: .temporary)
        }
        if let current, current.isEntitled, current.product == id {
            return try resume(current, product, tag, at: now)
        }
        let outcome = try storeFront.buy(Order(product: id, tag: tag, series: current?.series), at: now)
        return try record(outcome, product, tag, at: now)
    }

    /// Imports all purchases of the account, from any device, into the ledger.
    ///
    /// - Returns: The valid licenses here, and the new terms from the shop.
    package func restore() throws -> [PurchaseEvent] {
        let folderContents = try licenses?.readFolder()
        let paid =
            folderContents.map { Ledger($0.entries).statuses(at: $0.moment).filter(\.isEntitled).map(\.series) } ?? []
        let licensed = (folderContents?.entries ?? []).filter { $0.receipt.map { paid.contains($0.series) } ?? false }
        let entries = try keep(storeFront.history(through: time.now())).filter { $0.receipt != nil }
        return licensed.map { PurchaseEvent(entry: $0, isSandbox: false) }
            + entries.map { PurchaseEvent(entry: $0, isSandbox: storeFront.isSandbox) }
    }

    /// Cancels the renewal. Access continues until the term ends.
    ///
    /// - Throws: `nothingToCancel`.
    package func cancel() throws -> PurchaseStatus {
        let now = time.now()
        guard let current = try shopStatuses().first(where: \.isRenewing) else {
            throw Failure(
                .nothingToCancel, "You have no subscription that renews, so there is nothing to cancel.",
                advice: "`plan show` shows what you have.")
        }
        try storeFront.setAutoRenew(false, of: current.series, at: now)
        try keep(of: current.series, through: now)
        return try status(of: current.series, at: now) ?? current
    }

    // MARK: - Steps

    private var day: Day { time.calendar.day(of: time.now()) }

    private func shopStatuses() throws -> [PurchaseStatus] {
        try ledger().statuses(at: time.now()).map { $0.marked(sandbox: storeFront.isSandbox) }
    }

    /// Returns the purchase that an order would continue: of the same product, or of the same
    /// subscription group.
    private func status(like product: Product, in ledger: Ledger, at now: Instant) throws -> PurchaseStatus? {
        guard product.kind != .consumable else { return nil }
        let catalogue = try catalog
        let related = ledger.statuses(at: now).filter { status in
            guard let group = product.subscription?.group else {
                return status.product == product.id && status.isEntitled
            }
            return catalogue.product(status.product)?.subscription?.group == group
        }
        return related.first
    }

    /// Buys the active product again: resumes its renewal, or replaces a planned change.
    private func resume(_ current: PurchaseStatus, _ product: Product, _ tag: PriceTag, at now: Instant) throws
        -> PurchaseResult
    {
        if current.nextProduct != nil {
            return try record(
                storeFront.buy(Order(product: product.id, tag: tag, series: current.series), at: now), product, tag,
                at: now)
        }
        guard product.kind == .autoRenewable, !current.isRenewing else {
            throw Failure(
                .alreadyBought, "\(product.name) is already yours.", advice: "`plan show` shows what you have.")
        }
        try storeFront.setAutoRenew(true, of: current.series, at: now)
        return try record(.bought(current.series), product, tag, at: now)
    }

    /// Stores the shop's entries of a purchase, and returns its result.
    private func record(_ outcome: PurchaseOutcome, _ product: Product, _ tag: PriceTag, at now: Instant) throws
        -> PurchaseResult
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

    /// Stores the shop's entries of a purchase up to an instant.
    private func keep(of series: Identifier<Receipt>, through now: Instant) throws {
        try keep(storeFront.history(through: now).filter { $0.series == series })
    }

    /// Stores the entries with new identifiers, and returns them.
    @discardableResult private func keep(_ entries: [LedgerEntry]) throws -> [LedgerEntry] {
        entries.isEmpty ? [] : try repository.write { try Ledger.admit(entries, to: $0) }
    }

    /// Returns the shop's entries for purchases of this ledger. Purchases of other devices arrive
    /// with `restore`.
    private func newEntries(since ledger: Ledger) throws -> [LedgerEntry] {
        let knownSeries = ledger.series
        return try storeFront.history(through: time.now()).filter { $0.series.map(knownSeries.contains) ?? false }
    }
}
