import Interface
import Kernel
import Monetization

/// The commands of `plan sandbox`. Each of their sentences says that nothing is sold.
struct SandboxCommands: Sendable {
    let sandbox: SandboxStoreFront
    let entitlements: Entitlements
    let time: TimeSource

    var commands: [Command] {
        [
            buy, takeBack("plan sandbox refund", "Refund a transaction, as the shop would", forFamily: false),
            takeBack("plan sandbox family-revoke", "Take a transaction back, as a family would", forFamily: true),
            payments, answer("plan sandbox approve", "Allow the purchase that has waited longest", isAllowed: true),
            answer("plan sandbox decline", "Refuse the purchase that has waited longest", isAllowed: false),
        ]
    }

    private var buy: Command {
        let purchases = entitlements.purchases
        return Command(
            "plan sandbox buy", "Buy without money, to try what a product opens",
            discussion: """
                Nothing is paid, and the purchase is always marked as a sandbox purchase. It keeps today's price and version, as a real receipt \
                does. reset erases it.
                """,
            examples: [
                .init("plan sandbox buy PRODUCT --yes", "a product of plan catalogue, without asking", runs: false)
            ],
            .argument(
                "product",
                ValueKind<String>.text("PRODUCT", limit: 200).completed { _ in PlanCommands.products(of: purchases) },
                "the product's identifier"),
            returns: .one(Field.purchase), changes: true
        ) { product in
            let id = Identifier<Product>(product)
            let wantedProduct = try purchases.catalog.existing(id)
            let price = try purchases.offers().first { $0.product.id == id }.map { " for \($0.price)" } ?? ""
            return .confirm("Sandbox: buy \(wantedProduct.name)\(price)? Nothing is paid.") {
                let result = try purchases.buy(id)
                let text = try sentence(result)
                return .changed("Sandbox: \(text)", result, Field.purchase, next: ["plan show"])
            }
        }
    }

    /// Returns a sentence about the effect of a purchase.
    private func sentence(_ result: PurchaseResult) throws -> String {
        guard let status = result.status else {
            return "asked for permission to buy \(result.product.name); nothing is paid yet."
        }
        if status.nextProduct == result.product.id {
            return status.expiresAt.map { "\(result.product.name) (\(status.series)) follows on \($0.shortDay)." }
                ?? "\(result.product.name) (\(status.series)) follows on the renewal."
        }
        let boughtText = "bought \(result.product.name) (\(status.series))"
        let price = status.receipt.price ?? result.tag.price
        if status.receipt.isIntroductory, let until = status.expiresAt?.shortDay {
            let introductoryPrice = price.minorUnits == 0 ? "free" : "\(price)"
            return
                "\(boughtText): \(introductoryPrice) until \(until), then \(Offer.price(of: result.product, result.tag))."
        }
        let renewing = try renewalWarning(besides: status)
        return "\(boughtText) for \(price); nothing was paid.\(renewing)"
    }

    /// Returns a warning, with the way to cancel, because a one-time purchase ends no subscription.
    private func renewalWarning(besides bought: PurchaseStatus) throws -> String {
        let purchases = entitlements.purchases
        let catalog = try entitlements.purchases.catalog
        let others = try purchases.statuses().filter { $0.isRenewing && $0.series != bought.series }
        return others.map { other in
            let name = catalog.product(other.product)?.name ?? other.product.rawValue
            return " \(name) still renews\(other.renewsAt.map { " on \($0.shortDay)" } ?? ""): `plan cancel` ends it."
        }.joined()
    }

    private var payments: Command {
        Command(
            "plan sandbox payments", "Let payments fail from now on, or work again and pay what is due",
            examples: [.init("plan sandbox payments fail", "the next renewal fails")],
            .argument("state", .choice(of: ["work", "fail"], placeholder: "STATE"), "whether payments go through"),
            returns: .one(SandboxCommands.fields), changes: true
        ) { state in
            let isWorking = state == "work"
            try sandbox.setPayments(work: isWorking, at: time.now())
            return try changed(
                isWorking ? "Sandbox: payments work from now on." : "Sandbox: payments fail from now on.")
        }
    }

    private func takeBack(_ path: String, _ summary: String, forFamily: Bool) -> Command {
        Command(
            path, summary, examples: [.init(path, "the latest transaction, when there is one", runs: false)],
            .optionalArgument("transaction", .text("TRANSACTION", limit: 200), "which one; the latest if left out"),
            returns: .one(SandboxCommands.fields), changes: true
        ) { id in
            let latest = try entitlements.purchases.ledger().receipts.first?.id
            guard let transaction = id.map({ Identifier<Receipt>($0) }) ?? latest else {
                throw Failure(
                    .nothingBought, "Sandbox: nothing was bought yet, so nothing can be taken back.",
                    advice: "`plan catalogue`")
            }
            try sandbox.revoke(transaction, forFamily: forFamily, at: time.now())
            return try changed("Sandbox: took back the transaction \(transaction).")
        }
    }

    private func answer(_ path: String, _ summary: String, isAllowed: Bool) -> Command {
        Command(
            path, summary, examples: [.init(path, "if the catalogue asks before buying", runs: false)],
            returns: .one(SandboxCommands.fields), changes: true
        ) {
            let order = try sandbox.answer(isAllowed, at: time.now())
            return try changed(
                isAllowed ? "Sandbox: allowed \(order.product)." : "Sandbox: refused \(order.product).")
        }
    }

    /// Records everything that is due, and returns the sentence.
    private func changed(_ sentence: String) throws -> Output {
        _ = try entitlements.purchases.restore()
        return .changed(sentence, entitlements.access(), SandboxCommands.fields, next: ["plan show"])
    }

    private static let fields: [Field<Access>] = [
        Field("plan", "free or pro; unpaid or paid in an app that is paid once") { .text($0.planName) },
        Field("state", "where the purchase stands now") { .text($0.status?.state.rawValue) },
        Field("entitled", "whether a purchase gives access") { .bool($0.status?.isEntitled ?? false) },
        Field("product", "the product that decides") { .text($0.status?.product.rawValue) },
        Field("expires", "when access ends or ended") { .instant($0.status?.expiresAt) },
    ]
}
