import Kernel
import Monetization
import Terminal

/// Where the app stands, as `plan show` says it.
struct PlanSummary: Sendable {
    let access: Access
    let catalogue: Catalogue
    let gates: [(gate: Gate, answer: GateAnswer)]

    static let fields: [Field<PlanSummary>] = [
        Field("plan", "free or pro; unpaid or paid in an app that is paid once") { .text($0.access.planName) },
        Field("state", "subscribed, inGracePeriod, inBillingRetry, expired, revoked; null when nothing was ever bought") {
            .text($0.access.status?.state.rawValue)
        },
        Field("entitled", "whether a purchase gives access") { .bool($0.access.status?.isEntitled ?? false) },
        Field("signedIn", "whether somebody is signed in") { .bool($0.access.user.isSignedIn) },
        Field("product", "the product that decides") { .text($0.access.status?.product.rawValue) },
        Field("renews", "when it renews; null when it does not") { .instant($0.access.status?.renews) },
        Field("expires", "when access ends or ended; null when it does not") { .instant($0.access.status?.expires) },
        Field("syncStatus", "active, needsSignIn or needsUpgrade") { .text($0.access.user.syncStatus.rawValue) },
        Field("gates", "each gate: key, allowed, used, limit, reason") { .list($0.gates.map(gateValue)) },
    ]

    private static func gateValue(_ one: (gate: Gate, answer: GateAnswer)) -> FieldValue {
        .object([
            .init("key", .text(one.gate.key)), .init("allowed", .bool(one.answer.allowed)),
            .init("used", .integer(one.answer.used)),
            .init("limit", .integer(one.answer.limit)), .init("reason", .text(one.answer.reason)),
        ])
    }

    // MARK: - For people

    var blocks: [Block] {
        let sync = access.user.syncStatus
        let syncLine = StyledText(sync.line) + StyledText("  \(sync.action)", .muted)
        let facts = [(name: "Plan", value: StyledText(access.planName, .title))] + purchase
        return [.facts(facts + (gates.isEmpty ? [] : [(name: "Sync", value: syncLine)]))]
            + (gates.isEmpty ? [] : [.gap, .table(table)])
    }

    private var purchase: [(name: String, value: StyledText)] {
        guard let status = access.status else { return [] }
        let name = catalogue.product(status.product)?.name ?? status.product.rawValue
        var facts = [(name: "Product", value: StyledText(name)), (name: "State", value: StyledText(status.state.words))]
        facts += status.lock.map { [(name: "Price lock", value: StyledText($0))] } ?? []
        facts += status.renews.map { [(name: "Renews", value: day($0))] } ?? []
        if status.renews == nil, let expires = status.expires {
            facts.append((name: status.isEntitled ? "Access until" : "Ended", value: day(expires)))
        }
        if let next = status.nextProduct {
            facts.append((name: "Then", value: StyledText(catalogue.product(next)?.name ?? next.rawValue)))
        }
        return facts
    }

    private var table: Table {
        Table(
            [Table.Column(""), Table.Column("Feature"), Table.Column("Used", alignsRight: true), Table.Column("Key")],
            rows: gates.map { one in
                let answer = one.answer
                let count = one.answer.used.map { used in answer.limit.map { "\(used)/\($0)" } ?? "\(used)" } ?? ""
                return [
                    answer.allowed ? StyledText("✓ open", .good) : StyledText("🔒 locked", .warning), StyledText(one.gate.title),
                    StyledText(count), StyledText(one.gate.key, .muted),
                ]
            })
    }

    private func day(_ instant: Instant) -> StyledText { StyledText(LocalCalendar.utc.day(of: instant).description) }
}

extension RenewalState {
    /// The state for a person.
    var words: String {
        switch self {
        case .subscribed: "paid"
        case .inGracePeriod: "a payment is due, access goes on"
        case .inBillingRetry: "a payment is due, access has stopped"
        case .expired: "ended"
        case .revoked: "taken back"
        }
    }
}

extension PurchaseStatus {
    /// The price that this person keeps, and the version that it came with; nil while nothing was paid.
    var lock: String? {
        let paid = first.isIntroductory ? receipt : first
        guard let price = paid.price, !paid.isIntroductory else { return nil }
        let version = paid.version.map { ", version \($0)" } ?? ""
        return "\(price)\(version), yours for ever\(receipt.kind == .autoRenewable ? " while it renews" : "")"
    }
}
