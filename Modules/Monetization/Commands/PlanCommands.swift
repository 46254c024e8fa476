import Interface
import Kernel
import Monetization

/// The commands of `plan`.
struct PlanCommands: Sendable {
    let entitlements: Entitlements
    /// Every gate of the app, set after all plugins are known.
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
            let summary = try summary(access)
            let whyCommands = summary.gates.first.map { ["plan why \($0.gate.key)"] } ?? []
            let next = whyCommands + (access.status?.isEntitled == true ? ["plan history"] : ["plan catalogue"])
            return .one(summary, PlanSummary.fields, blocks: summary.blocks, next: next)
        }
    }

    var why: Command {
        Command(
            "plan why", "Explain why something is open or locked",
            examples: [.init("plan why \(exampleGate.isEmpty ? "export" : exampleGate)", "one gate, explained")],
            .argument(
                "key", ValueKind<String>.text("KEY", limit: 100).completed { _ in gates.map(\.key) }, "the gate's key"),
            returns: .one(Explained.fields)
        ) { key in
            let access = entitlements.access()
            let gate = try gate(key, access)
            let explained = Explained(gate: gate, answer: access.answer(gate, used: used(gate)))
            let isWanted = explained.answer.metadata.product != nil
            return .one(
                explained, Explained.fields, blocks: explained.blocks, next: [isWanted ? "plan buy" : "plan show"])
        }
    }

    var catalog: Command {
        Command(
            "plan catalogue", "List what there is to buy, at today's prices",
            examples: [.init("plan catalogue", "products and prices")], returns: .list(Field.offer)
        ) {
            let offers = try purchases.offers()
            return .list(
                offers, Field.offer, heading: "Catalogue", empty: "Nothing is on sale today.", footer: promises(offers),
                next: offers.isEmpty ? [] : ["plan buy"])
        }
    }

    /// Returns the seller's promises, each after its price.
    private func promises(_ offers: [Offer]) -> [Block] {
        let promises = offers.flatMap(\.promises)
        return promises.isEmpty ? [] : [.gap] + promises.map { .paragraph(StyledText("· \(declared: $0)", .muted)) }
    }

    var restore: Command {
        Command(
            "plan restore", "Look again for what you bought",
            discussion: """
                Lists the valid licences on this machine. On another machine, or if a file was lost, plan activate takes the file \
                again; the seller can send it once more.
                """,
            examples: [.init("plan restore", "after a new installation")], returns: .list(Field.event), changes: true
        ) {
            let events = try purchases.restore()
            let licenseCount = events.count { !$0.isSandbox }
            let sources = [(licenseCount, "licence"), (events.count - licenseCount, "sandbox transaction")].filter {
                $0.0 > 0
            }
            var output = Output.list(
                events, Field.event,
                empty:
                    "There is no valid licence here. `plan activate FILE` takes the file that you got when you paid.",
                next: ["plan show"])
            output.notice =
                sources.isEmpty
                ? "Nothing was found." : "Found \(listed(sources.map { counted($0, $1) }))."
            return output
        }
    }

    var cancel: Command {
        Command(
            "plan cancel", "Stop renewing; you keep access until the paid time ends",
            examples: [.init("plan cancel --yes", "without asking, while something renews", runs: false)],
            returns: .one(PlanSummary.fields), changes: true
        ) {
            .confirm("Stop renewing?") {
                let status = try purchases.cancel()
                let name = name(of: status.product)
                let text =
                    status.expiresAt.map {
                        "\(name) (\(status.series)) no longer renews; you keep access until \($0.shortDay)."
                    } ?? "\(name) (\(status.series)) no longer renews."
                return .changed(
                    status.sandboxPrefix + text, try summary(entitlements.access()), PlanSummary.fields,
                    next: ["plan show"])
            }
        }
    }

    var history: Command {
        Command(
            "plan history", "List every purchase, renewal and refund",
            examples: [.init("plan history", "what happened, oldest first")], returns: .list(Field.event)
        ) {
            .list(
                try purchases.history(), Field.event, heading: "History", empty: "Nothing has been bought here.",
                next: ["plan show"])
        }
    }

    private func summary(_ access: Access) throws -> PlanSummary {
        let answers = gates.map { (gate: $0, answer: access.answer($0, used: used($0))) }
        let statuses = try? purchases.statuses()
        return PlanSummary(
            access: access, catalog: try purchases.catalog, gates: answers,
            renewing: (statuses ?? []).filter { $0.isRenewing && $0.series != access.status?.series },
            licenses: (try? purchases.licenses?.stored()) ?? [])
    }

    private func name(of product: Identifier<Product>) -> String {
        (try? purchases.catalog.product(product)?.name) ?? product.rawValue
    }

    /// Returns the product IDs for completion, or none if the catalog cannot be read.
    static func products(of purchases: Purchases) -> [String] {
        ((try? purchases.catalog.products) ?? []).map(\.id.rawValue)
    }

    /// Returns the gate of a key. If nothing is locked, every key counts as open.
    private func gate(_ key: String, _ access: Access) throws -> Gate {
        if let gate = gates.first(where: { $0.key == key }) { return gate }
        if access.locksNothing { return Gate(key, key, context: "general") }
        throw Failure(
            .unknownGate, "There is no gate called “\(key)”.", advice: "`plan show` lists every gate.", kind: .usage)
    }
}

/// One gate and its answer.
struct Explained: Sendable {
    let gate: Gate
    let answer: GateAnswer

    static let fields: [Field<Explained>] = [
        Field("key", "the gate's key") { .text($0.gate.key) },
        Field("title", "what it is about") { .text($0.gate.title) },
        Field("allowed", "whether it is open to you") { .bool($0.answer.allowed) },
        Field("used", "how much you use, if it is counted") { .integer($0.answer.used) },
        Field("limit", "the limit; null for none") { .integer($0.answer.limit) },
        Field("reason", "why") { .text($0.answer.reason) },
        Field("variant", "the plan that decided") { .text($0.answer.variant) },
        Field("context", "the paywall's context") { .text($0.gate.context) },
        Field("headline", "the paywall's headline") { .text($0.answer.metadata.headline) },
        Field("icon", "the icon beside it, the name of an SF Symbol") { .text($0.answer.metadata.icon) },
        Field("product", "the product that would open it") { .text($0.answer.metadata.product) },
    ]

    var blocks: [Block] {
        let mark = answer.allowed ? StyledText("✓ open  ", .good) : StyledText("🔒 locked  ", .warning)
        return [
            .paragraph(mark + StyledText(declared: gate.title, .title)),
            .paragraph(StyledText(declared: answer.reason)),
        ]
    }
}
