import Kernel

/// The timeline of one purchase in a sandbox. It advances to the next act or due date, whichever
/// comes first.
struct SandboxTimeline {
    private struct FailedPayment {
        let since: Instant
        let grace: Instant?
        let retry: Instant
        var isGraceOver = false
    }

    private let id: Identifier<Receipt>
    private let catalog: Catalog
    private let settings: SandboxSettings
    private let bills: PaymentCalendar
    private var entries: [LedgerEntry] = []
    private var number = 0
    private var current: Receipt?
    /// The origin of the periods, so that a subscription from the 31st does not drift to the 28th.
    private var anchor = Instant.earliest
    private var periods = 0
    private var renews = true
    private var next: Order?
    private var failedPayment: FailedPayment?
    private var isOver = false
    /// The number of uneventful renewals after which further ones are skipped.
    private static let skipThreshold = 400

    init(_ id: Identifier<Receipt>, catalog: Catalog, settings: SandboxSettings, bills: PaymentCalendar) {
        self.id = id
        self.catalog = catalog
        self.settings = settings
        self.bills = bills
    }

    /// Returns the entries that the acts lead to, up to an instant.
    mutating func run(_ acts: [SandboxAct], through now: Instant) -> [LedgerEntry] {
        var rest = acts[...]
        while true {
            let act = rest.first
            if let due = nextDueDate, due <= now, due <= act?.at ?? .latest {
                processDueDate(at: due)
                if act == nil { skip(to: now) }
            } else if let act {
                apply(act)
                rest.removeFirst()
            } else {
                return entries
            }
        }
    }

    /// The end of the current term, or of the grace or retry period of a failed payment.
    private var nextDueDate: Instant? {
        guard let current, current.kind == .autoRenewable, !isOver else { return nil }
        guard let failedPayment else { return current.expiresAt }
        return failedPayment.grace.map { failedPayment.isGraceOver ? failedPayment.retry : $0 } ?? failedPayment.retry
    }

    // MARK: - Acts

    private mutating func apply(_ act: SandboxAct) {
        switch act.kind {
        case .bought: act.order.map { buy($0, by: act) }
        case .approved: act.order.map { buy($0, by: act) }
        case .asked: entries.append(.asked(name(of: act), at: act.at, id, for: act.order?.product ?? ""))
        case .declined: entries.append(.noted(name(of: act), at: act.at, "DECLINED", of: id))
        case .renewOn, .renewOff:
            renews = act.kind == .renewOn
            entries.append(.autoRenew(name(of: act), at: act.at, id, renews))
        case .refunded, .familyRevoked:
            guard let transaction = act.transaction else { return }
            entries.append(
                .revoked(
                    name(of: act), at: act.at, transaction, of: id,
                    why: act.kind == .refunded ? "REFUND_FULL" : "FAMILY_REVOKE"))
            if transaction == current?.id { isOver = true }
        case .cardWorks: pay(at: act.at)
        case .cardFails: break
        }
    }

    private mutating func buy(_ order: Order, by act: SandboxAct) {
        guard let product = catalog.product(order.product) else { return }
        let isRunning = !isOver && (current?.expiresAt ?? .earliest) > act.at
        if isRunning, let level = product.subscription?.level, let current,
            let currentTerms = catalog.product(current.product)?.subscription
        {
            if current.product == product.id {
                next = nil
                entries.append(.renewalProduct(name(of: act), at: act.at, id, nil))
                return
            }
            if level > currentTerms.level
                || level == currentTerms.level && product.subscription?.period != currentTerms.period
            {
                next = order
                entries.append(.renewalProduct(name(of: act), at: act.at, id, product.id))
                return
            }
        }
        let why =
            current == nil
            ? "SUBSCRIBED.INITIAL_BUY" : isRunning ? "DID_CHANGE_RENEWAL_PREF.UPGRADE" : "SUBSCRIBED.RESUBSCRIBE"
        begin(product, tag: order.tag, at: act.at, isFirst: current == nil)
        grant(at: act.at, why: product.kind == .autoRenewable ? why : "ONE_TIME_CHARGE")
    }

    /// Pays the open amount. Within the grace period, the term continues without a gap. Later, it
    /// begins with the payment.
    private mutating func pay(at now: Instant) {
        guard let openPayment = failedPayment, let current, !isOver else { return }
        failedPayment = nil
        renew(from: openPayment.grace.map { now < $0 } ?? false ? openPayment.since : now, after: current)
        grant(at: now, why: "DID_RENEW.BILLING_RECOVERY")
    }

    private func name(of act: SandboxAct) -> Identifier<LedgerEntry> { Identifier("act.\(act.id)") }

    // MARK: - Due dates

    private mutating func processDueDate(at due: Instant) {
        guard let current, let term = current.expiresAt else { return }
        if let openPayment = failedPayment {
            if openPayment.grace != nil, !openPayment.isGraceOver {
                failedPayment?.isGraceOver = true
                entries.append(.graceEnded(Identifier("\(current.id).grace-ended"), at: due, id, term: term))
            } else {
                end(at: due, term: term, why: "BILLING_RETRY")
            }
        } else if !renews {
            end(at: due, term: term, why: "VOLUNTARY")
        } else if !bills.work(at: due) {
            fail(at: due, term: term, of: current)
        } else {
            renew(from: due, after: current)
            grant(at: due, why: "DID_RENEW")
        }
    }

    /// Ends the purchase.
    private mutating func end(at due: Instant, term: Instant, why word: String) {
        isOver = true
        failedPayment = nil
        entries.append(.ended(Identifier("\(current?.id ?? id).ended"), at: due, id, term: term, why: word))
    }

    /// Records a failed renewal, with a grace period if the shop has one.
    private mutating func fail(at due: Instant, term: Instant, of current: Receipt) {
        let period = catalog.product(current.product)?.subscription?.period
        let grace = settings.hasGracePeriod ? period.map { due.adding(seconds: settings.rate.grace(after: $0)) } : nil
        failedPayment = FailedPayment(since: due, grace: grace, retry: due.adding(seconds: settings.rate.retry))
        entries.append(.renewalFailed(Identifier("\(current.id).failed"), at: due, id, term: term, grace: grace))
    }

    // MARK: - Terms

    /// Begins a series of terms, the first one with the introductory offer if there is one.
    private mutating func begin(_ product: Product, tag: PriceTag, at now: Instant, isFirst: Bool) {
        renews = true
        next = nil
        failedPayment = nil
        isOver = false
        anchor = now
        periods = 0
        let offer = isFirst ? product.subscription?.introduction : nil
        if let offer {
            anchor = settings.rate.end(of: offer.period, times: offer.periods, from: now)
            set(
                product, tag: PriceTag(price: offer.price, version: tag.version, label: tag.label), from: now,
                to: anchor, isOffer: true)
        } else {
            set(product, tag: tag, from: now, to: end(of: product), isOffer: false)
        }
    }

    /// Begins the next term, with another product if the user has chosen one.
    private mutating func renew(from start: Instant, after last: Receipt) {
        let change = next.flatMap { order in catalog.product(order.product).map { ($0, order.tag) } }
        guard let product = change?.0 ?? catalog.product(last.product) else { return }
        if change != nil || start != settings.rate.end(of: period(of: product), times: periods, from: anchor) {
            anchor = start
            periods = 0
        }
        next = nil
        let keptPrice = last.isIntroductory ? nil : last.price
        let tag =
            change?.1 ?? PriceTag(price: keptPrice ?? product.price, version: last.version, label: last.label ?? "")
        set(product, tag: tag, from: start, to: end(of: product), isOffer: false)
    }

    /// Replaces the current term.
    private mutating func set(_ product: Product, tag: PriceTag, from start: Instant, to end: Instant?, isOffer: Bool) {
        if !isOffer, product.kind == .autoRenewable { periods += 1 }
        // At the end of the calendar a term has no length, and nothing follows it.
        if let end, end <= start { isOver = true }
        current = Receipt(
            id: number == 0 ? id : Identifier("\(id).\(number)"), series: id, product: product.id, kind: product.kind,
            purchasedAt: start,
            expiresAt: end, price: tag.price, version: tag.version, label: tag.label, isIntroductory: isOffer)
        number += 1
    }

    /// Adds an entry for the current term.
    private mutating func grant(at now: Instant, why word: String) {
        guard let current else { return }
        entries.append(.granted(Identifier("\(current.id)"), at: now, current, why: word))
    }

    private func end(of product: Product) -> Instant? {
        product.kind == .autoRenewable
            ? settings.rate.end(of: period(of: product), times: periods + 1, from: anchor) : nil
    }

    private func period(of product: Product) -> BillingPeriod { product.subscription?.period ?? .month }

    /// Skips unobserved renewals, so that a fast sandbox left alone for years answers at once. A
    /// term that was just renewed continues with its length.
    private mutating func skip(to now: Instant) {
        guard failedPayment == nil, !isOver, let current, let expires = current.expiresAt,
            let product = catalog.product(current.product)
        else { return }
        let length = expires.seconds(since: current.purchasedAt)
        let missedRenewals = Int(min(now.seconds(since: expires) / (length * 1.2), 1e12))
        guard missedRenewals > SandboxTimeline.skipThreshold else { return }
        let jump = missedRenewals - SandboxTimeline.skipThreshold / 2
        periods = periods + jump - 1
        number = number + jump - 1
        let start = settings.rate.end(of: period(of: product), times: periods, from: anchor)
        let tag = PriceTag(price: current.price ?? product.price, version: current.version, label: current.label ?? "")
        set(product, tag: tag, from: start, to: end(of: product), isOffer: false)
        grant(at: start, why: "DID_RENEW")
    }
}
