import Interface
import Kernel
import Monetization

/// The way to pay for a product: a license from the seller. Showing it buys nothing.
struct Payment: Sendable {
    let offer: Offer
    let app: String
    /// The contact for a license, or nil if the build names none.
    let contact: String?
    let isPossible: Bool

    static let fields: [Field<Payment>] = [
        Field("product", title: "Product", "the product's identifier") { .text($0.offer.product.id.rawValue) },
        Field("name", "what it is called") { .text($0.offer.product.name) },
        Field("price", title: "Price", "today's price", cell: { StyledText($0.offer.price, .good) }) {
            .text($0.offer.price)
        },
        Field("minorUnits", "today's price in pence, cents or won") { .integer($0.offer.tag.price.minorUnits) },
        Field("currency", "the price's currency, ISO 4217") { .text($0.offer.tag.price.currency) },
        Field("contact", "where to ask for a licence, or null") { .text($0.contact) },
        Field("possible", "whether this build can take a licence") { .bool($0.isPossible) },
        Field("bought", "always false: nothing is bought here") { _ in .bool(false) },
    ]

    var steps: [Block] {
        guard isPossible else {
            return [
                .paragraph(
                    StyledText(
                        "You cannot buy with this build: it has no seller's key and accepts no licence. Nothing was bought.",
                        .warning))
            ]
        }
        let whom = contact.map { "Write to \($0)" } ?? "Ask the person who gave you this app"
        return [
            .paragraph(
                StyledText("You pay the seller, and get a licence: a small file. Nothing is bought by this command.")),
            .paragraph(StyledText("1  ", .input) + StyledText("\(whom). Say which product you want, and for whom.")),
            .paragraph(
                StyledText("2  ", .input) + StyledText("When you get the file, type `\(app) plan activate FILE`.")),
            .paragraph(StyledText("The licence works on all your machines: keep the file.", .muted)),
        ]
    }
}
