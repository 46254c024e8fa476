import Interface
import Kernel
import Monetization

/// `hub licence`: the seller's key, and the licenses that it signs.
struct SellerCommands: Sendable {
    let office: LicenseOffice

    var commands: [Command] { [key, products, issue, list, show, revoke, revocations] }

    // MARK: - The key

    private static let keyFields: [Field<LicenseKey>] = [
        Field("key", title: "Key", "the public half, in base 64") { .text($0.description) }
    ]

    private var key: Command {
        Command(
            "licence key", "Show the public half of the seller's key, or make the key",
            discussion: """
                The private half stays in this app's folder, and only you can read it: back it up, and never give it away. Put the public half \
                into Modules/Monetization/Data/seller.json, under "keys"; apps that are built after that accept your licences. An older key \
                that stays in that list remains valid.
                """,
            examples: [.init("licence key", "make the pair, or show it", runs: false)],
            returns: .one(SellerCommands.keyFields),
            changes: true
        ) {
            let existingKey = try office.key.publicHalf()
            let key = try existingKey ?? office.key.make()
            var output = Output.one(
                key, SellerCommands.keyFields,
                next: ["licence products", "licence issue PRODUCT 'Mina Park' --out mina.licence"])
            output.notice =
                existingKey == nil
                ? "Made the seller's key \(key.short)…; put the public half into seller.json and build the apps."
                : "The seller's key \(key.short)… was made before."
            return output
        }
    }

    private var products: Command {
        Command(
            "licence products", "List what the apps sell, at today's prices",
            examples: [.init("licence products", "every product of every app")],
            returns: .list(SellerCommands.productFields)
        ) {
            .list(
                try office.offers().map { AppOffer(app: $0.app, offer: $0.offer) }, SellerCommands.productFields,
                empty: "The apps sell nothing.", next: ["licence issue PRODUCT 'Mina Park' --out mina.licence"])
        }
    }

    private struct AppOffer: Sendable {
        let app: String
        let offer: Offer
    }

    private static let productFields: [Field<AppOffer>] = [
        Field("product", title: "Product", "the product's identifier") { .text($0.offer.product.id.rawValue) },
        Field("app", title: "App", "the app that sells it") { .text($0.app) },
        Field("price", title: "Price", "today's price", cell: { $0.offer.styledPrice() }) { .text($0.offer.price) },
        Field("label", title: "", "what the shop says of the price", isTranslatable: true) {
            .text($0.offer.tag.label.isEmpty ? nil : $0.offer.tag.label)
        },
    ]

    // MARK: - Licenses

    private var issue: Command {
        Command(
            "licence issue", "Make a licence for somebody who paid",
            discussion:
                "The price is today's, unless you say what was paid. A subscription is valid for its period, from its first day.",
            examples: [
                .init(
                    "licence issue com.focusflow.pro.lifetime 'Mina Park' --out mina.licence", "at today's price",
                    runs: false),
                .init(
                    "licence issue com.tkdojang.complete 'Sam Lee' --price 0.99 --out sam.licence", "for what was paid",
                    runs: false),
            ],
            .argument(
                "product",
                ValueKind<String>.text("PRODUCT", limit: 200).completed { _ in
                    ((try? office.offers()) ?? []).map(\.offer.product.id.rawValue)
                }, "what was bought"),
            .argument("holder", .text("HOLDER", limit: License.longestHolder), "who paid"),
            .option("price", .text("PRICE", limit: 20), shown: "the day's", "what was paid, as 0.99"),
            .option("date", .pastDay, shown: "today", "the day from which it is valid"),
            .option("term", .billingPeriod, shown: "the product's", "how long it is valid: P1M, P1Y"),
            .destination(.option("out", .outputFile, "the file to write; standard output if left out")),
            returns: nil, changes: true
        ) { product, holder, price, date, term, destination in
            let issued = try office.issue(
                Identifier(product), to: holder, LicenseOffice.LicenseRequest(price: price, date: date, term: term))
            let license = try issued.license()
            let text =
                license.ends.map {
                    "Made the licence \(issued.id): \(license.product) for \(license.holder), \(license.price), until \($0.shortDay)."
                } ?? "Made the licence \(issued.id): \(license.product) for \(license.holder), \(license.price)."
            var output = try destination.write(Array(issued.text.utf8)) { path in
                path.map { "\(text) Send \($0) to them." } ?? text
            }
            output.next = ["licence list"]
            return output
        }
    }

    private var list: Command {
        Command(
            "licence list", "List the licences that were made, the latest first",
            examples: [.init("licence list", "who bought what")], returns: .list(SellerCommands.issuedFields)
        ) {
            .list(
                try office.issued().map { IssuedRow(record: $0, license: try? $0.license()) },
                SellerCommands.issuedFields,
                empty: "No licence has been made yet.", next: ["licence issue PRODUCT 'Mina Park' --out mina.licence"])
        }
    }

    private struct IssuedRow: Sendable {
        let record: IssuedLicense
        let license: License?
    }

    private static let issuedFields: [Field<IssuedRow>] = [
        Field("id", title: "Id", "the licence's id") { .text($0.record.id.rawValue) },
        Field("product", title: "Product", "what was bought") { .text($0.license?.product.rawValue) },
        Field("holder", title: "Holder", "who paid") { .text($0.license?.holder) },
        Field("price", title: "Price", "what was paid", alignsRight: true) { .text($0.license?.price.description) },
        Field("date", title: "From", "the day from which it is valid") { .day($0.license?.date) },
        Field(
            "expires", title: "Until", "when it ends; null if it never ends",
            cell: { StyledText($0.license?.ends?.shortDay ?? "") }
        ) {
            .instant($0.license?.ends)
        },
        Field("app", "the app that it opens") { .text($0.license?.app) },
        Field("label", "what the shop said of the price") { .text($0.license?.label) },
        Field(
            "revoked", title: "Taken back", "the day on which it was taken back",
            cell: { StyledText($0.record.revokedOn?.description ?? "", .bad) }
        ) { .day($0.record.revokedOn) },
        Field("why", "why it was taken back") { .text($0.record.why) },
    ]

    private var show: Command {
        Command(
            "licence show", "Write a licence again, for somebody who lost the file",
            examples: [.init("licence show ID --out mina.licence", "the same file once more", runs: false)], id,
            .destination(.option("out", .outputFile, "the file to write; standard output if left out")), returns: nil
        ) { id, destination in
            let issued = try office.find(id)
            return try destination.write(Array(issued.text.utf8), "the licence \(issued.id)")
        }
    }

    private var id: Parameter<String> { .argument("id", .text("ID", limit: 40), "the licence's id, or its end") }

    // MARK: - Revocation

    private var revoke: Command {
        Command(
            "licence revoke", "Take a licence back, as after a refund",
            discussion: """
                It becomes invalid wherever the list from `licence revocations` is taken in with plan activate, and everywhere with the next build: \
                put its id into seller.json, under "revoked".
                """,
            examples: [.init("licence revoke ID 'Refunded'", "with the reason", runs: false)], id,
            .argument("reason", .text("REASON", limit: 200), "the reason, as the customer will read it"),
            returns: .list(SellerCommands.issuedFields), changes: true
        ) { id, reason in
            let record = try office.find(id)
            let license = try record.license()
            return .confirm("Take back \(license.product) of \(license.holder)?") {
                let revokedRecord = try office.revoke(record.id.rawValue, because: reason)
                return .changed(
                    "Took back the licence \(revokedRecord.id) of \(license.holder).",
                    IssuedRow(record: revokedRecord, license: license),
                    SellerCommands.issuedFields, next: ["licence revocations --out revocations.signed"])
            }
        }
    }

    private var revocations: Command {
        Command(
            "licence revocations", "Write the signed list of everything that was taken back",
            discussion: "plan activate takes it in, in every app; a later list replaces an earlier one.",
            examples: [.init("licence revocations --out revocations.signed", "to send to customers", runs: false)],
            .destination(.option("out", .outputFile, "the file to write; standard output if left out")), returns: nil
        ) { destination in
            let signedList = try office.revocations()
            return try destination.write(
                signedList.file, "the list of \(counted(signedList.list.entries.count, "licence")) taken back")
        }
    }
}

extension ValueKind where Value == BillingPeriod {
    static var billingPeriod: Self {
        ValueKind("PERIOD") { word, _ in
            guard let period = BillingPeriod(word) else {
                throw Failure(
                    .periodInvalid, "“\(word)” is not a period.", advice: "Write it as P1M, P3M or P1Y.", kind: .usage)
            }
            return period
        }
    }
}
