import Interface
import Kernel
import Monetization

extension Field<Offer> {
    /// The fields of a product, with their `--json` keys.
    static var offer: [Field<Offer>] {
        [
            Field("id", title: "Product", "the product's identifier") { .text($0.product.id.rawValue) },
            Field("name", "what it is called") { .text($0.product.name) },
            Field("type", "its kind, as StoreKit names it") { .text($0.product.kind.rawValue) },
            Field(
                "price", title: "Price", "today's price, with its currency's sign",
                cell: { offer in
                    offer.styledPrice(.good) + StyledText(offer.tag.regular.map { " instead of \($0)" } ?? "", .muted)
                }
            ) { .text($0.tag.price.description) },
            Field("minorUnits", "today's price in pence, cents or won") { .integer($0.tag.price.minorUnits) },
            Field("currency", "the price's currency, ISO 4217") { .text($0.tag.price.currency) },
            Field("period", "how often it renews, as in P1M; null when it does not") {
                .text($0.product.subscription?.period.description)
            },
            Field(
                "introduction", title: "", "what a new subscriber gets first",
                cell: { StyledText(declared: $0.introduction ?? $0.tag.label, .muted) }
            ) {
                .text($0.introduction)
            },
            Field("version", "the version of the app that the price came with") { .text($0.tag.version) },
            Field("label", "what the shop says of the price") {
                .text($0.tag.label.isEmpty ? nil : $0.tag.label)
            },
            Field("regular", "in a sale, the normal price") { .text($0.tag.regular?.description) },
            Field("through", "in a sale, its last day") { .day($0.tag.through) },
            Field("promises", "what the seller promises with it") { .texts($0.promises) },
        ]
    }
}

extension Offer {
    /// Returns the price for people, such as "$4.99 a month".
    func styledPrice(_ role: TextRole = .plain) -> StyledText {
        guard product.kind == .autoRenewable else {
            return product.kind == .nonConsumable ? StyledText("\(tag.price) once", role) : StyledText(price, role)
        }
        let period = product.subscription?.period ?? .month
        return switch (period.count, period.unit) {
        case (1, .day): StyledText("\(tag.price) a day", role)
        case (1, .week): StyledText("\(tag.price) a week", role)
        case (1, .month): StyledText("\(tag.price) a month", role)
        case (1, .year): StyledText("\(tag.price) a year", role)
        default: StyledText("\(tag.price) every \(period.phrase)", role)
        }
    }
}

extension Field<PurchaseResult> {
    /// The fields of a purchase result, with their `--json` keys.
    static var purchase: [Field<PurchaseResult>] {
        [
            Field("id", "the purchase's first transaction; null while it waits") { .text($0.status?.series.rawValue) },
            Field("product", "what was bought") { .text($0.product.id.rawValue) },
            Field("state", "pending, subscribed, inGracePeriod, inBillingRetry, expired, revoked") {
                .text($0.status?.state.rawValue ?? "pending")
            },
            Field("price", "the price on the receipt") {
                .text($0.status?.receipt.price?.description ?? $0.tag.price.description)
            },
            Field("version", "the version that the price came with") { .text($0.tag.version) },
            Field("renews", "when it renews; null when it does not") { .instant($0.status?.renewsAt) },
            Field("expires", "when access ends; null when it does not") { .instant($0.status?.expiresAt) },
            Field("next", "the product at the next renewal; null for the same") {
                .text($0.status?.nextProduct?.rawValue)
            },
        ]
    }
}

extension Field<PurchaseEvent> {
    /// The fields of a purchase event, with their `--json` keys.
    static var event: [Field<PurchaseEvent>] {
        [
            Field("id", "the entry's identifier") { .text($0.entry.id.rawValue) },
            Field("at", title: "When", "when it was said or signed", cell: { StyledText($0.entry.signedAt.shortDay) }) {
                .instant($0.entry.signedAt)
            },
            Field(
                "from", title: "From", "licence, or sandbox: nothing was paid there",
                cell: { StyledText($0.source, $0.isSandbox ? .warning : .plain) }
            ) { .text($0.source) },
            Field(
                "kind", title: "What",
                "granted, asked, renewalFailed, graceEnded, ended, autoRenew, renewalProduct, revoked, reinstated, noted, unknown"
            ) {
                .text($0.entry.kind.rawValue)
            },
            Field("product", title: "Product", "what it is about") {
                .text(($0.entry.receipt?.product ?? $0.entry.product)?.rawValue)
            },
            Field("transaction", title: "Transaction", "the term that it is about") {
                .text(($0.entry.receipt?.id ?? $0.entry.transaction)?.rawValue)
            },
            Field("price", title: "Price", "what was paid, or would have been", alignsRight: true) {
                .text($0.entry.receipt?.price?.description)
            },
            Field("version", "the version that the price came with") { .text($0.entry.receipt?.version) },
            Field("label", "what the shop said of the price") { .text($0.entry.receipt?.label) },
            Field(
                "expires", title: "Until", "when the term or the grace period ends; null if it never ends",
                cell: { StyledText($0.entry.until?.shortDay ?? "") }
            ) {
                .instant($0.entry.until)
            },
            Field("why", title: "Why", "the shop's word", cell: { StyledText($0.entry.why ?? "", .muted) }) {
                .text($0.entry.why)
            },
        ]
    }
}

extension PurchaseEvent { fileprivate var source: String { isSandbox ? "sandbox" : "licence" } }

extension LedgerEntry {
    fileprivate var until: Instant? { receipt?.expiresAt ?? grace ?? term }
    fileprivate var why: String? { word ?? isOn.map { $0 ? "on" : "off" } }
}

extension Instant {
    /// The day in UTC, as on receipts.
    var shortDay: String { LocalCalendar.utc.day(of: self).description }
}
