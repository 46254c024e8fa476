import Kernel

/// Buying, restoring, cancelling, and where that leaves a person: the rules between the shop and the ledger.
public struct Purchases: Sendable {
    /// What the app sells.
    public let catalogue: Catalogue
    private let repository: any LedgerRepository
    private let storeFront: any StoreFront
    private let time: TimeSource

    /// The purchases of one account.
    public init(catalogue: Catalogue, repository: any LedgerRepository, storeFront: any StoreFront, time: TimeSource) {
        (self.catalogue, self.repository, self.storeFront, self.time) = (catalogue, repository, storeFront, time)
    }

    /// What happened, with what fell due since it was last written down. Reading writes nothing.
    public func ledger() throws -> Ledger {
        let kept = try repository.read { try $0.entries() }
        return try kept.isEmpty ? Ledger(kept) : Ledger(kept + due(since: Ledger(kept)))
    }

    /// Where the app stands now; nil when nothing was ever bought.
    public func status() throws -> PurchaseStatus? { try ledger().status(at: time.now()) }

    /// What there is to buy today, with its price.
    public func offers() -> [Offer] {
        let today = time.today()
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
        let (product, now) = (try catalogue.existing(id), time.now())
        let tag = try catalogue.tag(of: product, on: time.today())
        let ledger = try ledger()
        let running = try status(like: product, in: ledger, at: now)
        if ledger.isWaiting(for: id) {
            throw Failure(.purchaseWaits, "\(product.name) was asked for already; nobody has answered yet.", kind: .temporary)
        }
        if let running, running.isEntitled, running.product == id {
            return try goOn(running, product, tag, at: now)
        }
        let outcome = try storeFront.buy(Order(product: id, tag: tag, series: running?.series), at: now)
        return try settle(outcome, product, tag, at: now)
    }

    /// Brings everything that the account bought, on whatever device, into the ledger.
    ///
    /// - Returns: the terms that were not there before.
    public func restore() throws -> [Receipt] {
        try keep(storeFront.history(through: time.now())).compactMap(\.receipt)
    }

    /// Stops renewing; access goes on until the term ends.
    ///
    /// - Throws: `nothingToCancel`.
    public func cancel() throws -> PurchaseStatus {
        let now = time.now()
        guard let running = try ledger().statuses(at: now).first(where: \.isRenewing) else {
            throw Failure(
                .nothingToCancel, "Nothing renews itself, so there is nothing to cancel.",
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
                .notificationFromTheFuture, "The notification is signed more than a day ahead of this clock.",
                advice: "Set the clock, and take it in again.", kind: .temporary)
        }
        return try !keep([notification.entry]).isEmpty
    }

    // MARK: - Steps

    /// The purchase that an order would continue: of the same product, or of the same group of subscriptions.
    private func status(like product: Product, in ledger: Ledger, at now: Instant) throws -> PurchaseStatus? {
        guard product.kind != .consumable else { return nil }
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
            throw Failure(.alreadyBought, "\(product.name) is yours already.", advice: "`plan show` shows what you have.")
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
        try ledger().statuses(at: now).first { $0.series == series }
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

/// A product with what it costs today.
public struct Offer: Hashable, Sendable {
    /// What is sold.
    public let product: Product
    /// For how much.
    public let tag: PriceTag
    /// What the seller promises with it.
    public let promises: [String]

    /// `$4.99 a month`, `$79.99 once`.
    public var price: String { Offer.price(of: product, tag) }

    /// What a product costs at a tag's price, in words.
    public static func price(of product: Product, _ tag: PriceTag) -> String {
        switch product.kind {
        case .autoRenewable:
            let period = product.subscription?.period ?? .month
            return "\(tag.price) \(period.count == 1 ? "a" : "every") \(period.phrase)"
        case .nonConsumable: return "\(tag.price) once"
        case .consumable, .nonRenewing: return "\(tag.price)"
        }
    }

    /// `1 week free first`, `$0.99 for each of 3 months first`, or nothing: what a new subscriber gets.
    public var introduction: String? {
        guard let offer = product.subscription?.introduction else { return nil }
        let length = counted(offer.periods * offer.period.count, "\(offer.period.unit)")
        return offer.payment == .free
            ? "\(length) free first" : "\(offer.price) for \(offer.payment == .payUpFront ? "" : "each of ")\(length) first"
    }
}

/// What became of a purchase.
public struct PurchaseResult: Hashable, Sendable {
    /// What was bought.
    public let product: Product
    /// For how much.
    public let tag: PriceTag
    /// Where the purchase stands; nil while somebody has yet to allow it.
    public let status: PurchaseStatus?
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
