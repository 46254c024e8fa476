import Kernel
import Monetization
import Terminal

/// The commands of `plan sandbox`: what only a shop that is none can do.
struct SandboxDesk: Sendable {
    let sandbox: SandboxStoreFront
    let entitlements: Entitlements
    let time: TimeSource

    var commands: [Command] {
        [
            takeBack("plan sandbox refund", "Refund a transaction, as the shop would", forFamily: false),
            takeBack("plan sandbox family-revoke", "Take a transaction back, as a family would", forFamily: true),
            payments, answer("plan sandbox approve", "Allow the purchase that waits longest", isAllowed: true),
            answer("plan sandbox decline", "Refuse the purchase that waits longest", isAllowed: false),
        ]
    }

    private var payments: Command {
        Command(
            "plan sandbox payments", "Let payments fail from now on, or work again and pay what is owed",
            examples: [.init("plan sandbox payments fail", "the next renewal fails")],
            .argument("state", .choice(of: ["work", "fail"], placeholder: "STATE"), "whether payments go through"),
            returns: .one(SandboxDesk.fields), changes: true
        ) { works in
            let isWorking = works == "work"
            try sandbox.setPayments(work: isWorking, at: time.now())
            return try changed("Payments \(isWorking ? "work" : "fail") from now on.")
        }
    }

    private func takeBack(_ path: String, _ summary: String, forFamily: Bool) -> Command {
        Command(
            path, summary, examples: [.init(path, "the latest transaction, when there is one", runs: false)],
            .optionalArgument("transaction", .text("TRANSACTION", limit: 200), "which; the latest when left out"),
            returns: .one(SandboxDesk.fields),
            changes: true
        ) { id in
            let latest = try entitlements.purchases.ledger().receipts.first?.id
            guard let transaction = id.map({ Identifier<Receipt>($0) }) ?? latest else {
                throw Failure(
                    .nothingBought, "Nothing was bought yet, so nothing can be taken back.", advice: "`plan catalogue`")
            }
            try sandbox.takeBack(transaction, forFamily: forFamily, at: time.now())
            return try changed("Took back the transaction \(transaction).")
        }
    }

    private func answer(_ path: String, _ summary: String, isAllowed: Bool) -> Command {
        Command(
            path, summary, examples: [.init(path, "where the catalogue asks before buying", runs: false)],
            returns: .one(SandboxDesk.fields), changes: true
        ) {
            let order = try sandbox.answer(isAllowed, at: time.now())
            return try changed("\(isAllowed ? "Allowed" : "Refused") \(order.product).")
        }
    }

    /// What fell due is written down, as after every change.
    private func changed(_ sentence: String) throws -> Output {
        _ = try entitlements.purchases.restore()
        return .changed(sentence, entitlements.access(), SandboxDesk.fields, next: ["plan show"])
    }

    private static let fields: [Field<Access>] = [
        Field("plan", "free or pro; unpaid or paid in an app that is paid once") { .text($0.planName) },
        Field("state", "where the purchase stands now") { .text($0.status?.state.rawValue) },
        Field("entitled", "whether a purchase gives access") { .bool($0.status?.isEntitled ?? false) },
        Field("product", "the product that decides") { .text($0.status?.product.rawValue) },
        Field("expires", "when access ends or ended") { .instant($0.status?.expires) },
    ]
}
