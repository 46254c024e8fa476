import Kernel
import Monetization
import Terminal

extension Field<Offer> {
    /// What is shown of a product, and its keys in `--json`.
    static var offer: [Field<Offer>] {
        [
            Field("id", title: "Product", "the product's identifier") { .text($0.product.id.rawValue) },
            Field("name", "what it is called") { .text($0.product.name) },
            Field("type", "what it is, in StoreKit's word") { .text($0.product.kind.rawValue) },
            Field(
                "price", title: "Price", "today's price, with its currency's sign",
                cell: { offer in
                    StyledText(offer.price, .good) + StyledText(offer.tag.regular.map { " instead of \($0)" } ?? "", .muted)
                }
            ) { .text($0.tag.price.description) },
            Field("minorUnits", "today's price in pence, cents or won") { .integer($0.tag.price.minorUnits) },
            Field("currency", "the price's currency, ISO 4217") { .text($0.tag.price.currency) },
            Field("period", "how often it renews, as in P1M; null when it does not") {
                .text($0.product.subscription?.period.description)
            },
            Field(
                "introduction", title: "", "what a new subscriber gets first",
                cell: { StyledText($0.introduction ?? $0.tag.label, .muted) }
            ) {
                .text($0.introduction)
            },
            Field("version", "the version of the app that the price came with") { .text($0.tag.version) },
            Field("label", "what the shop says of the price") {
                .text($0.tag.label.isEmpty ? nil : $0.tag.label)
            },
            Field("regular", "in a sale, the price that it stands in for") { .text($0.tag.regular?.description) },
            Field("through", "in a sale, its last day") { .day($0.tag.through) },
            Field("promises", "what the seller promises with it") { .texts($0.promises) },
        ]
    }
}

extension Field<PurchaseResult> {
    /// What came of a purchase, and its keys in `--json`.
    static var purchase: [Field<PurchaseResult>] {
        [
            Field("id", "the purchase's first transaction; null while it waits") { .text($0.status?.series.rawValue) },
            Field("product", "what was bought") { .text($0.product.id.rawValue) },
            Field("state", "pending, subscribed, inGracePeriod, inBillingRetry, expired, revoked") {
                .text($0.status?.state.rawValue ?? "pending")
            },
            Field("price", "what the receipt keeps") {
                .text($0.status?.receipt.price?.description ?? $0.tag.price.description)
            },
            Field("version", "the version that the price came with") { .text($0.tag.version) },
            Field("renews", "when it renews; null when it does not") { .instant($0.status?.renews) },
            Field("expires", "when access ends; null when it does not") { .instant($0.status?.expires) },
            Field("next", "what follows at the renewal; null for the same again") { .text($0.status?.nextProduct?.rawValue) },
        ]
    }
}

extension Field<Receipt> {
    /// What is shown of a term, and its keys in `--json`.
    static var receipt: [Field<Receipt>] {
        [
            Field("id", title: "Transaction", "the transaction's identifier") { .text($0.id.rawValue) },
            Field("product", title: "Product", "what was bought") { .text($0.product.rawValue) },
            Field("price", title: "Price", "what was paid", alignsRight: true) { .text($0.price?.description) },
            Field("version", title: "Version", "the version that the price came with") { .text($0.version) },
            Field("label", "what the shop said of the price") { .text($0.label) },
            Field("purchased", title: "From", "when the term begins", cell: { StyledText($0.purchasedAt.shortDay) }) {
                .instant($0.purchasedAt)
            },
            Field(
                "expires", title: "Until", "when the term ends; null for ever",
                cell: { StyledText($0.expiresAt?.shortDay ?? "for ever") }
            ) {
                .instant($0.expiresAt)
            },
            Field("introductory", "whether it is an introductory offer") { .bool($0.isIntroductory) },
            Field("ownership", "purchased or familyShared") { .text($0.ownership.rawValue) },
        ]
    }
}

extension Field<LedgerEntry> {
    /// What is shown of an entry of the ledger, and its keys in `--json`.
    static var entry: [Field<LedgerEntry>] {
        [
            Field("id", "the entry's identifier") { .text($0.id.rawValue) },
            Field("at", title: "When", "when the shop said so", cell: { StyledText($0.signedAt.shortDay) }) {
                .instant($0.signedAt)
            },
            Field(
                "kind", title: "What",
                "granted, asked, renewalFailed, graceEnded, ended, autoRenew, renewalProduct, revoked, reinstated, noted, unknown"
            ) {
                .text($0.kind.rawValue)
            },
            Field("product", title: "Product", "what it is about") { .text(($0.receipt?.product ?? $0.product)?.rawValue) },
            Field("transaction", title: "Transaction", "the term that it is about") {
                .text(($0.receipt?.id ?? $0.transaction)?.rawValue)
            },
            Field("price", title: "Price", "what was paid", alignsRight: true) { .text($0.receipt?.price?.description) },
            Field("version", "the version that the price came with") { .text($0.receipt?.version) },
            Field("label", "what the shop said of the price") { .text($0.receipt?.label) },
            Field(
                "expires", title: "Until", "when the term, or the grace period, ends",
                cell: { StyledText($0.until?.shortDay ?? "") }
            ) {
                .instant($0.until)
            },
            Field("why", title: "Why", "the shop's word", cell: { StyledText($0.why ?? "", .muted) }) { .text($0.why) },
        ]
    }
}

extension LedgerEntry {
    fileprivate var until: Instant? { receipt?.expiresAt ?? grace ?? term }
    fileprivate var why: String? { word ?? isOn.map { $0 ? "on" : "off" } }
}

extension Instant {
    /// The day in UTC, as receipts have it.
    var shortDay: String { LocalCalendar.utc.day(of: self).description }
}
