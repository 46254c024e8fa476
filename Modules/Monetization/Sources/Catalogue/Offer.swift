import Kernel

/// A product with what it costs today.
public struct Offer: Hashable, Sendable {
    /// What is sold.
    public let product: Product
    /// For how much.
    public let tag: PriceTag
    /// What the seller promises with it.
    public let promises: [String]

    /// `$4.99 a month`, `$79.99 once`.
    public var price: String { Offer.price(of: product, tag) }

    /// What a product costs at a tag's price, in words.
    public static func price(of product: Product, _ tag: PriceTag) -> String {
        switch product.kind {
        case .autoRenewable:
            let period = product.subscription?.period ?? .month
            return "\(tag.price) \(period.count == 1 ? "a" : "every") \(period.phrase)"
        case .nonConsumable: return "\(tag.price) once"
        case .consumable, .nonRenewing: return "\(tag.price)"
        }
    }

    /// `1 week free first`, `$0.99 for each of 3 months first`, or nothing: what a new subscriber gets.
    public var introduction: String? {
        guard let offer = product.subscription?.introduction else { return nil }
        let length = counted(offer.periods * offer.period.count, "\(offer.period.unit)")
        return offer.payment == .free
            ? "\(length) free first"
            : offer.payment == .payUpFront
                ? "\(offer.price) for \(length) first" : "\(offer.price) for each of \(length) first"
    }
}
