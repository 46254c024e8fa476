import Interface
import Kernel
import Monetization

/// The state of the app's purchases, as shown by `plan show`.
struct PlanSummary: Sendable {
    let access: Access
    let catalog: Catalog
    let gates: [(gate: Gate, answer: GateAnswer)]
    let renewing: [PurchaseStatus]
    let licenses: [StoredLicense]

    static let fields: [Field<PlanSummary>] = [
        Field("plan", "free or pro; unpaid or paid in an app that is paid once") { .text($0.access.planName) },
        Field("state", "subscribed, inGracePeriod, inBillingRetry, expired, revoked; null if nothing was ever bought") {
            .text($0.access.status?.state.rawValue)
        },
        Field("entitled", "whether a purchase gives access") { .bool($0.access.status?.isEntitled ?? false) },
        Field("sandbox", "whether a sandbox sold it, and nothing was paid") { .bool($0.access.isSandbox) },
        Field("signedIn", "whether somebody is signed in") { .bool($0.access.user.isSignedIn) },
        Field("product", "the product that decides") { .text($0.access.status?.product.rawValue) },
        Field("renews", "when it renews; null when it does not") { .instant($0.access.status?.renewsAt) },
        Field("expires", "when access ends or ended; null when it does not") { .instant($0.access.status?.expiresAt) },
        Field("syncStatus", "active, needsSignIn or needsUpgrade; null where devices cannot keep in step") {
            .text($0.hasSync ? $0.access.user.syncStatus.rawValue : nil)
        },
        Field("alsoRenewing", "products that renew beside it") { .texts($0.renewing.map(\.product.rawValue)) },
        Field("licences", "each licence here: file, id, product, holder, price, expires, trouble") {
            .list($0.licenses.map(licenseValue))
        },
        Field("gates", "each gate: key, allowed, used, limit, reason") { .list($0.gates.map(gateValue)) },
    ]

    private static func gateValue(_ entry: (gate: Gate, answer: GateAnswer)) -> OutputValue {
        .object([
            .init("key", .text(entry.gate.key)), .init("allowed", .bool(entry.answer.allowed)),
            .init("used", .integer(entry.answer.used)),
            .init("limit", .integer(entry.answer.limit)), .init("reason", .text(entry.answer.reason)),
        ])
    }

    private static func licenseValue(_ entry: StoredLicense) -> OutputValue {
        let revocationText = entry.revocation.map { "taken back\($0.sentenceEnd)" }
        return .object([
            .init("file", .text(entry.file)), .init("id", .text(entry.license?.id.rawValue)),
            .init("product", .text(entry.license?.product.rawValue)), .init("holder", .text(entry.license?.holder)),
            .init("price", .text(entry.license?.price.description)), .init("expires", .instant(entry.license?.ends)),
            .init("trouble", .text(entry.trouble?.message ?? revocationText)),
        ])
    }

    /// Whether the app can sync devices.
    private var hasSync: Bool { gates.contains { $0.gate.context == PaywallContext.cloudSync.rawValue } }

    // MARK: - For people

    var blocks: [Block] {
        let sync = access.user.syncStatus
        let syncLine = StyledText(declared: sync.line) + StyledText("  \(declared: sync.action)", .muted)
        let mark = StyledText(
            access.isSandbox && access.status?.isEntitled == true ? "  sandbox: nothing was paid" : "", .warning)
        let facts =
            [(name: "Plan", value: StyledText(declared: access.planName, .title) + mark)] + purchaseFacts + licenseFacts
        return [.facts(facts + (hasSync ? [(name: "Sync", value: syncLine)] : []))]
            + renewing.map { .paragraph(StyledText(declared: renewalNotice($0), .warning)) }
            + (gates.isEmpty ? [] : [.gap, .table(table)])
    }

    /// The licenses with their holders, and the problem of an invalid license.
    private var licenseFacts: [(name: String, value: StyledText)] {
        licenses.map { storedLicense in
            guard let license = storedLicense.license else {
                return (name: "Licence", value: StyledText(declared: storedLicense.trouble?.message ?? "", .bad))
            }
            let revocationText = storedLicense.revocation.map { ", taken back\($0.sentenceEnd)" } ?? ""
            return (
                name: "Licence",
                value: StyledText(
                    "\(license.id), for \(license.holder)\(revocationText)", revocationText.isEmpty ? .plain : .bad)
            )
        }
    }

    private func renewalNotice(_ status: PurchaseStatus) -> String {
        let name = catalog.product(status.product)?.name ?? status.product.rawValue
        let when = status.renewsAt.map { " on \($0.shortDay)" } ?? ""
        return "\(status.sandboxPrefix)\(name) still renews\(when); `plan cancel` ends it."
    }

    private var purchaseFacts: [(name: String, value: StyledText)] {
        guard let status = access.status else { return [] }
        let name = catalog.product(status.product)?.name ?? status.product.rawValue
        var facts = [
            (name: "Product", value: StyledText(name)), (name: "State", value: StyledText(declared: status.stateText)),
        ]
        facts += status.priceLock.map { [(name: "Price lock", value: StyledText(declared: $0))] } ?? []
        facts += status.renewsAt.map { [(name: "Renews", value: day($0))] } ?? []
        if status.renewsAt == nil, let expires = status.expiresAt {
            facts.append((name: status.isEntitled ? "Access until" : "Ended", value: day(expires)))
        }
        if let next = status.nextProduct {
            facts.append((name: "Then", value: StyledText(catalog.product(next)?.name ?? next.rawValue)))
        }
        return facts
    }

    private var table: Table {
        Table(
            [Table.Column(""), Table.Column("Feature"), Table.Column("Used", alignsRight: true), Table.Column("Key")],
            rows: gates.map { entry in
                let answer = entry.answer
                let count = entry.answer.used.map { used in answer.limit.map { "\(used)/\($0)" } ?? "\(used)" } ?? ""
                return [
                    answer.allowed ? StyledText("✓ open", .good) : StyledText("🔒 locked", .warning),
                    StyledText(declared: entry.gate.title), StyledText(count), StyledText(entry.gate.key, .muted),
                ]
            })
    }

    private func day(_ instant: Instant) -> StyledText { StyledText(LocalCalendar.utc.day(of: instant).description) }
}

extension PurchaseStatus {
    var stateText: String {
        switch state {
        case .subscribed where receipt.isIntroductory && receipt.price?.minorUnits == 0:
            "free trial, nothing is paid yet"
        case .subscribed where !isSandbox && receipt.price?.minorUnits == 0: "free, nothing was paid"
        case .subscribed: isSandbox ? "bought in the sandbox" : "paid"
        case .inGracePeriod: "a payment is due, you still have access"
        case .inBillingRetry: "a payment is due, access has stopped"
        case .expired: "ended"
        case .revoked: "taken back"
        }
    }

    /// The price that this user keeps, and the version of its purchase. It is nil if nothing was
    /// paid, or if the purchase opens nothing now.
    var priceLock: String? {
        let paid = firstReceipt.isIntroductory ? receipt : firstReceipt
        guard isEntitled, let price = paid.price, !paid.isIntroductory else { return nil }
        let priceText = "\(price)\(paid.version.map { ", version \($0)" } ?? "")"
        switch receipt.kind {
        case .autoRenewable:
            return isRenewing ? "\(priceText), yours while it renews" : "\(priceText), until it ends"
        case .nonConsumable: return "\(priceText), yours for ever"
        case .consumable, .nonRenewing: return "\(priceText), for this term"
        }
    }

    var sandboxPrefix: String { isSandbox ? "Sandbox: " : "" }
}
