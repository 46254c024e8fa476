import Kernel

extension StoreKitReader {
    /// Reads the fields that every product has. Returns nil, and adds findings, if the product
    /// cannot be sold.
    mutating func parseProduct(_ value: JSONValue, at place: String) -> Product? {
        guard value.isObject else {
            report(.error, place, "is not an object")
            return nil
        }
        let id = value["productID"]?.identifierText
        if id == nil { report(.error, "\(place).productID", "is missing") }
        let kind = value["type"]?.text.flatMap(Product.Kind.init(rawValue:))
        if kind == nil {
            report(.error, "\(place).type", value["type"] == nil ? "is missing" : "is not a type that is known here")
        }
        let price = price("displayPrice", of: value, at: place)
        guard let id, let kind, let price else { return nil }
        let localizedText = localization(value)
        let reference = text("referenceName", of: value, at: place, orElse: id)
        if value["familyShareable"]?.flag == nil {
            report(.warning, "\(place).familyShareable", "is missing: not shared")
        }
        return Product(
            id: Identifier(id), name: localizedText.name ?? reference, about: localizedText.about ?? "", kind: kind,
            price: price,
            isFamilyShareable: value["familyShareable"]?.flag ?? false)
    }

    /// Reads one subscription of a group. Returns nil, with a finding, if it cannot be sold.
    mutating func subscription(_ value: JSONValue, of group: String, at place: String, rank: Int) -> Product? {
        guard var product = parseProduct(value, at: place) else { return nil }
        guard product.kind == .autoRenewable else {
            report(.error, "\(place).type", "only a RecurringSubscription stands in a group")
            return nil
        }
        guard let period = value["recurringSubscriptionPeriod"]?.text.flatMap(BillingPeriod.init(_:)) else {
            let isPresent = value["recurringSubscriptionPeriod"] != nil
            report(
                .error, "\(place).recurringSubscriptionPeriod", isPresent ? "is not a period such as P1M" : "is missing"
            )
            return nil
        }
        if let namedGroup = value["subscriptionGroupID"]?.text, namedGroup != group {
            report(.warning, "\(place).subscriptionGroupID", "names another group; the one it stands in counts")
        }
        if value["groupNumber"]?.integer == nil {
            report(.warning, "\(place).groupNumber", "is missing: \(rank), by its place")
        }
        product.subscription = Product.Subscription(
            group: group, level: value["groupNumber"]?.integer ?? rank, period: period,
            introduction: introduction(value, at: place))
        return product
    }

    /// Reads an optional text.
    mutating func text(_ name: String, of value: JSONValue, at place: String, orElse fallback: String) -> String {
        if let text = value[name]?.shownText(upTo: 200) { return text }
        let path = place.isEmpty ? name : "\(place).\(name)"
        report(.warning, path, value[name] == nil ? "is missing" : "is not text that can be shown")
        return fallback
    }

    // MARK: - Parts

    /// Reads a price of zero or more. Returns nil with a finding for other values.
    private mutating func price(_ name: String, of value: JSONValue, at place: String) -> Money? {
        guard let text = value[name]?.text else {
            report(.error, "\(place).\(name)", value[name] == nil ? "is missing" : "is not text such as \"4.99\"")
            return nil
        }
        guard let price = Money(decimal: text, currency: currency) else {
            report(.error, "\(place).\(name)", "is not a price in \(currency)")
            return nil
        }
        guard price.minorUnits >= 0, !text.hasPrefix("-") else {
            report(.error, "\(place).\(name)", "is negative")
            return nil
        }
        return price
    }

    /// Reads the introductory offer. Version 5 lists several, and the first one counts.
    private mutating func introduction(_ value: JSONValue, at place: String) -> IntroductoryOffer? {
        let single = value["introductoryOffer"].flatMap { $0.isObject ? $0 : nil }
        guard let offer = single ?? value["introductoryOffers"]?.list?.first else { return nil }
        let place = "\(place).\(single == nil ? "introductoryOffers[0]" : "introductoryOffer")"
        guard let payment = offer["paymentMode"]?.text.flatMap(IntroductoryOffer.Payment.init(rawValue:)),
            let period = offer["subscriptionPeriod"]?.text.flatMap(BillingPeriod.init(_:))
        else {
            report(.warning, place, "has no payment mode or period that is known here; there is no introductory offer")
            return nil
        }
        let periods = offer["numberOfPeriods"]?.integer ?? 1
        guard (1...100).contains(periods) else {
            report(.warning, "\(place).numberOfPeriods", "is not within 1…100; there is no introductory offer")
            return nil
        }
        let price =
            payment == .free ? Money(minorUnits: 0, currency: currency) : price("displayPrice", of: offer, at: place)
        return price.map { IntroductoryOffer(payment: payment, period: period, periods: periods, price: $0) }
    }

    /// Returns the name and description in the file's own language, or else in its first language.
    private func localization(_ value: JSONValue) -> (name: String?, about: String?) {
        let localizations = value["localizations"]?.list ?? []
        let match = localizations.first { $0["locale"]?.text == locale } ?? localizations.first
        return (match?["displayName"]?.shownText(upTo: 200), match?["description"]?.shownText(upTo: 1000))
    }
}
