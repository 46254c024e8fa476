import Interface
import Kernel
import Monetization

/// `plan buy` and `plan activate`: how to pay for a license, and how to activate it.
struct LicenseCommands: Sendable {
    let entitlements: Entitlements

    private var purchases: Purchases { entitlements.purchases }

    var buy: Command {
        Command(
            "plan buy", "Explain how to pay for a product",
            discussion: "This buys nothing: you pay the seller and get a licence file, which `plan activate` takes in.",
            examples: [.init("plan buy", "what you can buy, and how to pay")],
            .optionalArgument(
                "product",
                ValueKind<String>.text("PRODUCT", limit: 200).completed { _ in PlanCommands.products(of: purchases) },
                "which product; all of them if left out"),
            returns: .list(Payment.fields)
        ) { product in
            let payments = try payments(for: product.map { Identifier<Product>($0) })
            return .list(
                payments, Payment.fields, heading: "How to pay", empty: "Nothing is on sale today.",
                footer: payments.first.map { [.gap] + $0.steps } ?? [],
                next: payments.first?.isPossible == true ? ["plan activate FILE"] : ["plan show"])
        }
    }

    var activate: Command {
        Command(
            "plan activate", "Activate a licence that you paid for",
            discussion: """
                The program openssl checks the file. It is kept apart from your records, so that reset does not delete it. The command also takes the \
                seller's list of licences that were taken back.
                """,
            examples: [.init("plan activate mina.licence", "the file that you got", runs: false)],
            .argument("file", .inputFile, "the licence; - is standard input"), returns: .one(LicenseCommands.fields),
            changes: true
        ) { file in
            let activation = try purchases.activate(file.bytes(limit: SignedText.largest))
            let access = entitlements.access()
            return .changed(
                sentence(activation), ActivationSummary(activation: activation, access: access), LicenseCommands.fields,
                next: ["plan show"])
        }
    }

    /// Returns the ways to pay for all products on sale, or for one of them.
    ///
    /// - Throws: `unknownProduct`, `notOnSale`.
    func payments(for product: Identifier<Product>? = nil) throws -> [Payment] {
        let licenses = purchases.licenses
        let seller = try licenses?.seller() ?? Seller(keys: [])
        if let product {
            let catalog = try purchases.catalog
            let offers = try purchases.offers()
            guard offers.contains(where: { $0.product.id == product }) else {
                throw Failure(
                    .notForSale, "\(try catalog.existing(product).name) is not on sale today.",
                    advice: "`plan catalogue`")
            }
        }
        return try purchases.offers().filter { product == nil || $0.product.id == product }.map { offer in
            let app = licenses?.app ?? ""
            return Payment(offer: offer, app: app, contact: seller.contacts[app], isPossible: !seller.keys.isEmpty)
        }
    }

    private func sentence(_ activation: Licenses.Activation) -> String {
        switch activation {
        case .license(let license, let isNew):
            let name = (try? purchases.catalog.product(license.product)?.name) ?? license.product.rawValue
            let until = license.ends.map { " until \($0.shortDay)" } ?? ""
            let stateText = isNew ? "is yours" : "is already activated"
            return
                "\(name) \(stateText)\(until): paid \(license.price) by \(license.holder) on \(license.date) (\(license.id))."
        case .revocations(let list, let isNew):
            let count = counted(list.entries.count, "licence")
            return isNew
                ? "Added the list: \(count) taken back."
                : "This list is not newer than the one already here (\(count))."
        }
    }

    private struct ActivationSummary: Sendable {
        let activation: Licenses.Activation
        let access: Access

        var license: License? { if case .license(let license, _) = activation { license } else { nil } }
        var isNew: Bool {
            switch activation {
            case .license(_, let isNew), .revocations(_, let isNew): isNew
            }
        }
    }

    private static let fields: [Field<ActivationSummary>] = [
        Field("id", "the licence's id; null for a list of what was taken back") { .text($0.license?.id.rawValue) },
        Field("product", "what it opens") { .text($0.license?.product.rawValue) },
        Field("holder", "who paid") { .text($0.license?.holder) },
        Field("price", "what was paid") { .text($0.license?.price.description) },
        Field("date", "the day from which it is valid") { .day($0.license?.date) },
        Field("expires", "when it ends; null if it never ends") { .instant($0.license?.ends) },
        Field("new", "whether it is new here") { .bool($0.isNew) },
        Field("plan", "free or pro; unpaid or paid in an app that is paid once") { .text($0.access.planName) },
    ]
}
