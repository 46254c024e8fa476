import Kernel

/// Something that users can buy.
package struct Product: Hashable, Sendable {
    /// The kind of a product, in the words of StoreKit.
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case nonConsumable = "NonConsumable"
        /// A product that is used up and unlocks nothing.
        case consumable = "Consumable"
        case nonRenewing = "NonRenewingSubscription"
        case autoRenewable = "RecurringSubscription"
    }

    /// The product's identifier, such as `com.focusflow.pro.yearly`.
    package let id: Identifier<Product>
    package let name: String
    /// A sentence about the product, which may be empty.
    package let about: String
    package let kind: Kind
    package let price: Money
    package let isFamilyShareable: Bool
    /// The renewal terms, or nil for a product that does not renew itself.
    package internal(set) var subscription: Subscription?

    package init(
        id: Identifier<Product>, name: String, about: String = "", kind: Kind, price: Money,
        isFamilyShareable: Bool = false, subscription: Subscription? = nil
    ) {
        self.id = id
        self.name = name
        self.about = about
        self.kind = kind
        self.price = price
        self.isFamilyShareable = isFamilyShareable
        self.subscription = subscription
    }

    /// The terms on which a subscription renews.
    package struct Subscription: Hashable, Sendable {
        /// The subscription group. A person has one subscription of a group at a time.
        package let group: String
        /// The rank within the group, with 1 as the highest service. A change to a lower number is
        /// an upgrade.
        package let level: Int
        package let period: BillingPeriod
        package let introduction: IntroductoryOffer?

        package init(group: String, level: Int, period: BillingPeriod, introduction: IntroductoryOffer? = nil) {
            self.group = group
            self.level = level
            self.period = period
            self.introduction = introduction
        }
    }
}

/// The offer to a new subscriber before the ordinary price applies.
package struct IntroductoryOffer: Hashable, Sendable {
    /// The form of payment, in the words of StoreKit.
    package enum Payment: String, Hashable, Sendable, CaseIterable {
        /// A trial without payment.
        case free
        case payAsYouGo
        case payUpFront
    }

    package let payment: Payment
    package let period: BillingPeriod
    /// The number of periods, from 1.
    package let periods: Int
    /// The price of each period or of all, or zero for a trial.
    package let price: Money
}
