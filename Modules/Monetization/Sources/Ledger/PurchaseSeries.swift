import Kernel

/// A purchase with all its events, collected from entries in counting order.
struct PurchaseSeries {
    /// A failed payment for the term that ends at `term`.
    struct FailedPayment {
        let since: Instant
        let term: Instant
        var grace: Instant?
    }

    /// The end of a purchase, or the withdrawal of one term.
    struct End {
        let at: Instant
        let term: Instant
        let word: String
    }

    /// The time in seconds for which the shop retries: 60 days after the failure.
    static let retry = 60.0 * 86_400

    let id: Identifier<Receipt>
    private(set) var terms: [Identifier<Receipt>: Receipt] = [:]
    private var withdrawals: [Identifier<Receipt>: End] = [:]
    private var trouble: FailedPayment?
    private var end: End?
    private var autoRenew: (isOn: Bool, at: Instant)?
    private var next: (product: Identifier<Product>?, at: Instant)?

    init(_ id: Identifier<Receipt>) { self.id = id }

    /// Applies the next entry. The state is computed on demand, so an old entry that arrives late
    /// changes nothing.
    mutating func apply(_ entry: LedgerEntry) {
        switch entry.kind {
        case .granted: entry.receipt.map { add($0) }
        case .renewalFailed:
            trouble = entry.term.map { FailedPayment(since: entry.signedAt, term: $0, grace: entry.grace) }
        case .graceEnded:
            if let term = entry.term { endGrace(of: term, at: entry.signedAt) }
        case .ended: end = entry.term.map { End(at: entry.signedAt, term: $0, word: entry.word ?? "OTHER") }
        case .autoRenew: autoRenew = entry.isOn.map { ($0, entry.signedAt) }
        case .renewalProduct: next = (entry.product, entry.signedAt)
        case .revoked:
            if let id = entry.transaction {
                withdrawals[id] = End(at: entry.signedAt, term: entry.signedAt, word: entry.word ?? "REFUND")
            }
        case .reinstated: entry.transaction.map { withdrawals[$0] = nil }
        case .asked, .noted, .unknown: break
        }
    }

    /// Ends a grace period. The failure remains if its grace period was unknown.
    private mutating func endGrace(of term: Instant, at instant: Instant) {
        guard let failedPayment = trouble, failedPayment.term == term else {
            trouble = FailedPayment(since: term, term: term, grace: nil)
            return
        }
        trouble?.grace = min(failedPayment.grace ?? instant, instant)
    }

    /// Adds a term. A known term may only become longer, so an extension counts and a repeated copy
    /// does nothing.
    private mutating func add(_ receipt: Receipt) {
        if let existing = terms[receipt.id], !Receipt.isBefore(existing, receipt) { return }
        terms[receipt.id] = receipt
    }

    /// Returns the state of the purchase, or nil if no granted term opens anything.
    func status(at now: Instant) -> PurchaseStatus? {
        let entitlingTerms = terms.values.filter(\.entitles)
        guard let latest = entitlingTerms.max(by: Receipt.isBefore),
            let first = entitlingTerms.min(by: Receipt.isBefore)
        else {
            return nil
        }
        let (state, expires, word) = state(of: latest, at: now)
        let isRenewing = latest.kind == .autoRenewable && state != .expired && state != .revoked && !isCancelled(latest)
        let nextProduct = next.flatMap { $0.at >= latest.purchasedAt ? $0.product : nil }
        return PurchaseStatus(
            series: id, state: state, receipt: latest, firstReceipt: first, expiresAt: expires,
            renewsAt: isRenewing && state == .subscribed ? expires : nil, isRenewing: isRenewing,
            nextProduct: isRenewing ? nextProduct : nil, endReason: word)
    }

    private func isCancelled(_ latest: Receipt) -> Bool {
        autoRenew.map { !$0.isOn && $0.at >= latest.purchasedAt } ?? false
    }

    /// Returns the state of the latest term, the end of access, and the reason.
    private func state(of latest: Receipt, at now: Instant) -> (RenewalState, Instant?, String?) {
        if let withdrawal = withdrawals[latest.id] { return (.revoked, withdrawal.at, withdrawal.word) }
        guard let expires = latest.expiresAt else { return (.subscribed, nil, nil) }
        let ending = end.flatMap { $0.term >= expires && $0.at <= now ? $0 : nil }
        let failedPayment = trouble.flatMap { $0.term >= expires ? $0 : nil }
        let accessEnd = failedPayment?.grace.map { max($0, expires) } ?? expires
        if let ending { return (.expired, min(ending.at, accessEnd), ending.word) }
        if expires > now { return (.subscribed, expires, nil) }
        guard latest.kind == .autoRenewable, let failedPayment else {
            return (.expired, expires, isCancelled(latest) ? "VOLUNTARY" : "OTHER")
        }
        if let grace = failedPayment.grace, grace > now { return (.inGracePeriod, grace, nil) }
        if now < failedPayment.since.adding(seconds: PurchaseSeries.retry) {
            return (.inBillingRetry, accessEnd, "BILLING_RETRY")
        }
        return (.expired, accessEnd, "BILLING_RETRY")
    }
}
