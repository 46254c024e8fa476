import Kernel
import Monetization
import Terminal

/// The commands of `plan`.
struct PlanDesk: Sendable {
    let entitlements: Entitlements
    /// Every gate of the app, once all its plugins are known.
    var gates: [Gate]
    let used: @Sendable (Gate) -> Int?
    let exampleGate: String

    private var purchases: Purchases { entitlements.purchases }

    var show: Command {
        Command(
            "plan show", "Show your plan, what it opens and what it costs you",
            examples: [.init("plan show", "what you have"), .init("plan show --json", "for programs")],
            returns: .one(PlanSummary.fields)
        ) {
            let access = entitlements.access()
            let summary = summary(access)
            let why = summary.gates.first.map { ["plan why \($0.gate.key)"] } ?? []
            let next = why + (access.status?.isEntitled == true ? ["plan history"] : ["plan catalogue"])
            return .one(summary, PlanSummary.fields, blocks: summary.blocks, next: next)
        }
    }

    var why: Command {
        Command(
            "plan why", "Explain why something is open or locked",
            examples: [.init("plan why \(exampleGate.isEmpty ? "export" : exampleGate)", "one gate, explained")],
            .argument("key", ValueKind<String>.text("KEY", limit: 100).completed { _ in gates.map(\.key) }, "the gate's key"),
            returns: .one(Explained.fields)
        ) { key in
            let access = entitlements.access()
            let gate = try gate(key, access)
            let explained = Explained(gate: gate, answer: access.answer(gate, used: used(gate)))
            let product = explained.answer.metadata.product
            return .one(
                explained, Explained.fields, blocks: explained.blocks, next: [product.map { "plan buy \($0)" } ?? "plan show"])
        }
    }

    var catalogue: Command {
        Command(
            "plan catalogue", "List what there is to buy, at today's prices",
            examples: [.init("plan catalogue", "products and prices")],
            returns: .list(Field.offer)
        ) {
            let offers = purchases.offers()
            return .list(
                offers, Field.offer, heading: "Catalogue", empty: "Nothing is on sale today.", footer: promises(offers),
                next: offers.first.map { ["plan buy \($0.product.id)"] } ?? [])
        }
    }

    /// What the seller promises, behind what it is promised for.
    private func promises(_ offers: [Offer]) -> [Block] {
        let promises = offers.flatMap(\.promises)
        return promises.isEmpty ? [] : [.gap] + promises.map { .paragraph(StyledText("· \($0)", .muted)) }
    }

    var buy: Command {
        let ids = purchases.catalogue.products.map(\.id.rawValue)
        return Command(
            "plan buy", "Buy a product",
            discussion: "Asks first. The receipt keeps today's price and version, whatever the price becomes.",
            examples: ids.prefix(1).map { .init("plan buy \($0) --yes", "without asking") },
            .argument(
                "product", ValueKind<String>.text("PRODUCT", limit: 200).completed { _ in ids }, "the product's identifier"),
            returns: .one(Field.purchase), changes: true
        ) { product in
            let id = Identifier<Product>(product)
            let wanted = try purchases.catalogue.existing(id)
            let price = purchases.offers().first { $0.product.id == id }.map { " for \($0.price)" } ?? ""
            return .confirm("Buy \(wanted.name)\(price)?") { try bought(id) }
        }
    }

    var restore: Command {
        Command(
            "plan restore", "Bring back what this account bought before",
            examples: [.init("plan restore", "after a new installation")], returns: .list(Field.receipt), changes: true
        ) {
            let found = try purchases.restore()
            var output = Output.list(
                found, Field.receipt, empty: "Everything that this account bought is here already.", next: ["plan show"])
            output.notice = found.isEmpty ? "Nothing new was found." : "Restored \(counted(found.count, "transaction"))."
            return output
        }
    }

    var cancel: Command {
        Command(
            "plan cancel", "Stop renewing; access goes on until the paid time ends",
            examples: [.init("plan cancel --yes", "without asking, while something renews", runs: false)],
            returns: .one(PlanSummary.fields), changes: true
        ) {
            .confirm("Stop renewing?") {
                let status = try purchases.cancel()
                let access = entitlements.access()
                let name = purchases.catalogue.product(status.product)?.name ?? status.product.rawValue
                let until = status.expires.map { "; access goes on until \($0.shortDay)" } ?? ""
                return .changed(
                    "\(name) (\(status.series)) no longer renews\(until).", summary(access), PlanSummary.fields,
                    next: ["plan buy \(status.product)"])
            }
        }
    }

    var history: Command {
        Command(
            "plan history", "List every purchase, renewal and refund",
            examples: [.init("plan history", "what happened, oldest first")],
            returns: .list(Field.entry)
        ) {
            .list(
                try purchases.ledger().entries, Field.entry, heading: "History", empty: "Nothing was ever bought here.",
                next: ["plan show"])
        }
    }

    /// Buys, and says what that means.
    @Sendable func bought(_ id: Identifier<Product>) throws -> Output {
        let result = try purchases.buy(id)
        return .changed(sentence(result), result, Field.purchase, next: ["plan show"])
    }

    private func sentence(_ result: PurchaseResult) -> String {
        guard let status = result.status else {
            return "Asked whether \(result.product.name) may be bought; nothing is paid yet."
        }
        if status.nextProduct == result.product.id {
            return "\(result.product.name) (\(status.series)) follows on \(status.expires?.shortDay ?? "the renewal")."
        }
        let price = status.receipt.price ?? result.tag.price
        if status.receipt.isIntroductory, let until = status.expires?.shortDay {
            let first = price.minorUnits == 0 ? "free" : "\(price)"
            let then = Offer.price(of: result.product, result.tag)
            return "Bought \(result.product.name) (\(status.series)): \(first) until \(until), then \(then)."
        }
        return "Bought \(result.product.name) (\(status.series)) for \(price)."
    }

    private func summary(_ access: Access) -> PlanSummary {
        let answers = gates.map { (gate: $0, answer: access.answer($0, used: used($0))) }
        return PlanSummary(access: access, catalogue: purchases.catalogue, gates: answers)
    }

    /// Where nothing is locked, whatever is asked about is open.
    private func gate(_ key: String, _ access: Access) throws -> Gate {
        if let gate = gates.first(where: { $0.key == key }) { return gate }
        if access.locksNothing { return Gate(key, key, context: "general") }
        throw Failure(
            .unknownGate, "Nothing here is called “\(key)”.", advice: "`plan show` lists every gate.", kind: .usage)
    }
}

/// One gate and its answer.
struct Explained: Sendable {
    let gate: Gate
    let answer: GateAnswer

    static let fields: [Field<Explained>] = [
        Field("key", "the gate's key") { .text($0.gate.key) },
        Field("title", "what it is about") { .text($0.gate.title) },
        Field("allowed", "whether you may go on") { .bool($0.answer.allowed) },
        Field("used", "how much is in use, where it counts") { .integer($0.answer.used) },
        Field("limit", "how much there may be; null for no limit") { .integer($0.answer.limit) },
        Field("reason", "why") { .text($0.answer.reason) },
        Field("variant", "the plan that decided") { .text($0.answer.variant) },
        Field("context", "the paywall's context") { .text($0.gate.context) },
        Field("headline", "the paywall's headline") { .text($0.answer.metadata.headline) },
        Field("icon", "the icon beside it, the name of an SF Symbol") { .text($0.answer.metadata.icon) },
        Field("product", "the product that would open it") { .text($0.answer.metadata.product) },
    ]

    var blocks: [Block] {
        let mark = answer.allowed ? StyledText("✓ open  ", .good) : StyledText("🔒 locked  ", .warning)
        return [.paragraph(mark + StyledText(gate.title, .title)), .paragraph(StyledText(answer.reason))]
    }
}
