import Kernel

/// Something that can be bought.
public struct Product: Hashable, Sendable {
    /// What a product is, in the words of StoreKit.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Bought once and kept for ever.
        case nonConsumable = "NonConsumable"
        /// Used up; opens nothing.
        case consumable = "Consumable"
        /// Runs out and is bought again by hand.
        case nonRenewing = "NonRenewingSubscription"
        /// Renews itself until it is cancelled.
        case autoRenewable = "RecurringSubscription"
    }

    /// The product's identifier: `com.focusflow.pro.yearly`.
    public let id: Identifier<Product>
    /// What it is called in the shop.
    public let name: String
    /// What one gets, in a sentence; may be empty.
    public let about: String
    /// Whether it is kept for ever, used up or renewed.
    public let kind: Kind
    /// Its price where no schedule says otherwise.
    public let price: Money
    /// Whether a family shares it.
    public let isFamilyShareable: Bool
    /// How it renews; nil for what does not renew itself.
    public internal(set) var subscription: Subscription?

    /// What a catalogue lists.
    public init(
        id: Identifier<Product>, name: String, about: String = "", kind: Kind, price: Money, isFamilyShareable: Bool = false,
        subscription: Subscription? = nil
    ) {
        (self.id, self.name, self.about, self.kind) = (id, name, about, kind)
        (self.price, self.isFamilyShareable, self.subscription) = (price, isFamilyShareable, subscription)
    }

    /// The terms on which a subscription renews.
    public struct Subscription: Hashable, Sendable {
        /// The group; a person has one subscription of a group at a time.
        public let group: String
        /// Its rank within the group: 1 is the highest service. Going to a lower number is an upgrade.
        public let level: Int
        /// How long it runs before it renews.
        public let period: BillingPeriod
        /// What a new subscriber gets first.
        public let introduction: IntroductoryOffer?

        /// Terms.
        public init(group: String, level: Int, period: BillingPeriod, introduction: IntroductoryOffer? = nil) {
            (self.group, self.level, self.period, self.introduction) = (group, level, period, introduction)
        }
    }
}

/// What a new subscriber gets before the ordinary price applies.
public struct IntroductoryOffer: Hashable, Sendable {
    /// How it is paid, in the words of StoreKit.
    public enum Payment: String, Hashable, Sendable, CaseIterable {
        /// Nothing is paid: a trial.
        case free
        /// A reduced price each period.
        case payAsYouGo
        /// One reduced price for all of it.
        case payUpFront
    }

    /// How it is paid.
    public let payment: Payment
    /// How long one of its periods is.
    public let period: BillingPeriod
    /// How many periods it has, from 1.
    public let periods: Int
    /// What is paid, for each period or for all; nothing for a trial.
    public let price: Money
}
