import Kernel

/// A product with its price of today.
package struct Offer: Hashable, Sendable {
    package let product: Product
    package let tag: PriceTag
    package let promises: [String]

    /// The price with its period, such as `$4.99 a month` or `$79.99 once`.
    package var price: String { Offer.price(of: product, tag) }

    /// Returns the price of a product in words.
    package static func price(of product: Product, _ tag: PriceTag) -> String {
        switch product.kind {
        case .autoRenewable:
            let period = product.subscription?.period ?? .month
            return "\(tag.price) \(period.count == 1 ? "a" : "every") \(period.phrase)"
        case .nonConsumable: return "\(tag.price) once"
        case .consumable, .nonRenewing: return "\(tag.price)"
        }
    }

    /// The offer for a new subscriber, such as `1 week free first` or `$0.99 for each of 3 months
    /// first`, or nil.
    package var introduction: String? {
        guard let offer = product.subscription?.introduction else { return nil }
        let length = counted(offer.periods * offer.period.count, "\(offer.period.unit)")
        return offer.payment == .free
            ? "\(length) free first"
            : offer.payment == .payUpFront
                ? "\(offer.price) for \(length) first" : "\(offer.price) for each of \(length) first"
    }
}
