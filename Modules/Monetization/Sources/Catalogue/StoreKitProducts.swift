import Kernel

extension StoreKitReader {
    /// What every product has, or nil with a finding for each field that keeps it from being sold.
    mutating func common(_ given: JSONValue, at place: String) -> Product? {
        guard given.isObject else {
            note(.error, place, "is not an object")
            return nil
        }
        let id = given["productID"]?.identifierText
        if id == nil { note(.error, "\(place).productID", "is missing") }
        let kind = given["type"]?.text.flatMap(Product.Kind.init(rawValue:))
        if kind == nil { note(.error, "\(place).type", given["type"] == nil ? "is missing" : "is not a type that is known here") }
        let price = price("displayPrice", of: given, at: place)
        guard let id, let kind, let price else { return nil }
        let shown = localization(given)
        let reference = text("referenceName", of: given, at: place, orElse: id)
        if given["familyShareable"]?.flag == nil { note(.warning, "\(place).familyShareable", "is missing: not shared") }
        return Product(
            id: Identifier(id), name: shown.name ?? reference, about: shown.about ?? "", kind: kind, price: price,
            isFamilyShareable: given["familyShareable"]?.flag ?? false)
    }

    /// One subscription of a group, or nil with a finding.
    mutating func subscription(_ given: JSONValue, of group: String, at place: String, rank: Int) -> Product? {
        guard var product = common(given, at: place) else { return nil }
        guard product.kind == .autoRenewable else {
            note(.error, "\(place).type", "only a RecurringSubscription stands in a group")
            return nil
        }
        guard let period = given["recurringSubscriptionPeriod"]?.text.flatMap(BillingPeriod.init(_:)) else {
            let isThere = given["recurringSubscriptionPeriod"] != nil
            note(.error, "\(place).recurringSubscriptionPeriod", isThere ? "is not a period such as P1M" : "is missing")
            return nil
        }
        if let named = given["subscriptionGroupID"]?.text, named != group {
            note(.warning, "\(place).subscriptionGroupID", "names another group; the one it stands in counts")
        }
        if given["groupNumber"]?.whole == nil { note(.warning, "\(place).groupNumber", "is missing: \(rank), by its place") }
        product.subscription = Product.Subscription(
            group: group, level: given["groupNumber"]?.whole ?? rank, period: period,
            introduction: introduction(given, at: place))
        return product
    }

    /// Text that may be missing.
    mutating func text(_ name: String, of given: JSONValue, at place: String, orElse fallback: String) -> String {
        if let text = given[name]?.shownText(upTo: 200) { return text }
        let path = place.isEmpty ? name : "\(place).\(name)"
        note(.warning, path, given[name] == nil ? "is missing" : "is not text that can be shown")
        return fallback
    }

    // MARK: - Parts

    /// A price from nothing up; nil with a finding.
    private mutating func price(_ name: String, of given: JSONValue, at place: String) -> Money? {
        guard let text = given[name]?.text else {
            note(.error, "\(place).\(name)", given[name] == nil ? "is missing" : "is not text such as \"4.99\"")
            return nil
        }
        guard let price = Money(decimal: text, currency: currency) else {
            note(.error, "\(place).\(name)", "is not a price in \(currency)")
            return nil
        }
        guard price.minorUnits >= 0, !text.hasPrefix("-") else {
            note(.error, "\(place).\(name)", "is negative")
            return nil
        }
        return price
    }

    /// Version 5 lists introductory offers; the first counts.
    private mutating func introduction(_ given: JSONValue, at place: String) -> IntroductoryOffer? {
        let single = given["introductoryOffer"].flatMap { $0.isObject ? $0 : nil }
        guard let offer = single ?? given["introductoryOffers"]?.list?.first else { return nil }
        let place = "\(place).\(single == nil ? "introductoryOffers[0]" : "introductoryOffer")"
        guard let payment = offer["paymentMode"]?.text.flatMap(IntroductoryOffer.Payment.init(rawValue:)),
            let period = offer["subscriptionPeriod"]?.text.flatMap(BillingPeriod.init(_:))
        else {
            note(.warning, place, "has no payment mode or period that is known here; there is no introductory offer")
            return nil
        }
        let periods = offer["numberOfPeriods"]?.whole ?? 1
        guard (1...100).contains(periods) else {
            note(.warning, "\(place).numberOfPeriods", "is not within 1…100; there is no introductory offer")
            return nil
        }
        let price = payment == .free ? Money(minorUnits: 0, currency: currency) : price("displayPrice", of: offer, at: place)
        return price.map { IntroductoryOffer(payment: payment, period: period, periods: periods, price: $0) }
    }

    /// The name and description in the file's own language, or in the first that it has.
    private func localization(_ given: JSONValue) -> (name: String?, about: String?) {
        let all = given["localizations"]?.list ?? []
        let chosen = all.first { $0["locale"]?.text == locale } ?? all.first
        return (chosen?["displayName"]?.shownText(upTo: 200), chosen?["description"]?.shownText(upTo: 1000))
    }
}
