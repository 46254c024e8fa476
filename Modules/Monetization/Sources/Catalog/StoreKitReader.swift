import Kernel

/// A reader of one `.storekit` file that collects findings.
struct StoreKitReader {
    let file: String
    var findings: [CatalogFinding] = []
    private(set) var currency = "USD"
    private(set) var locale = "en_US"
    private static let maximumEntries = 1000

    func open(_ bytes: [UInt8]) throws -> JSONValue { try CatalogJSON.object(bytes, named: file) }

    /// Throws `catalogueVersion` unless the major version is 3, 4 or 5.
    func checkVersion(of root: JSONValue) throws {
        let major = root["version"]?["major"]?.integer
        guard let major, (3...5).contains(major) else {
            let problem = major.map { "is version \($0)" } ?? "names no version"
            throw Failure(
                .catalogueVersion, "\(file) \(problem); versions 3 to 5 can be read.",
                advice: "Save it again with a version of Xcode that writes one of them.", kind: .badData)
        }
    }

    mutating func catalog(_ root: JSONValue) -> Catalog {
        let settings = settings(root["settings"])
        var products = list("products", of: root, required: true).flatMap { oneTimeProduct($0.value, at: $0.place) }
        products += list("nonRenewingSubscriptions", of: root, required: false).flatMap {
            oneTimeProduct($0.value, at: $0.place)
        }
        for group in list("subscriptionGroups", of: root, required: true) {
            products += subscriptions(group.value, at: group.place)
        }
        products = unique(products)
        if products.isEmpty { report(.warning, "products", "there is nothing to sell") }
        return Catalog(
            identifier: text("identifier", of: root, at: "", orElse: ""), products: products, settings: settings)
    }

    /// Adds a finding about a place in the file.
    mutating func report(_ severity: CatalogFinding.Severity, _ place: String, _ message: String) {
        findings.append(CatalogFinding(severity: severity, file: file, place: place, message: message))
    }

    // MARK: - Settings

    private mutating func settings(_ value: JSONValue?) -> SandboxSettings {
        guard let value, value.isObject else {
            report(.warning, "settings", "is missing: real time, US storefront, nothing fails")
            return SandboxSettings()
        }
        locale = value["_locale"]?.shownText(upTo: 20) ?? locale
        if let storefront = value["_storefront"]?.text {
            if let knownCurrency = Storefronts.currency(of: storefront) {
                currency = knownCurrency
            } else {
                report(
                    .warning, "settings._storefront",
                    "is not a storefront that is known here; prices are taken as US dollars")
            }
        }
        return SandboxSettings(
            rate: rate(value["_timeRate"]), asksToBuy: value["_askToBuyEnabled"]?.flag ?? false,
            failsTransactions: value["_failTransactionsEnabled"]?.flag ?? false,
            failsRenewals: value["_renewalBillingIssuesEnabled"]?.flag ?? value["_billingIssuesEnabled"]?.flag ?? false,
            hasGracePeriod: value["_billingGracePeriodEnabled"]?.flag ?? false)
    }

    private mutating func rate(_ value: JSONValue?) -> TimeRate {
        guard let value else { return .realTime }
        if let rate = value.integer.flatMap(TimeRate.init(storeKit:)) { return rate }
        report(.warning, "settings._timeRate", "is not a rate that is known here; time passes as in life")
        return .realTime
    }

    // MARK: - Lists

    private mutating func list(_ name: String, of root: JSONValue, required: Bool) -> [(
        value: JSONValue, place: String
    )] {
        guard let values = root[name]?.list else {
            if required || root[name] != nil {
                report(.warning, name, root[name] == nil ? "is missing" : "is not a list")
            }
            return []
        }
        if values.count > StoreKitReader.maximumEntries {
            report(.error, name, "has more than \(StoreKitReader.maximumEntries) members")
        }
        return values.prefix(StoreKitReader.maximumEntries).enumerated().map { ($0.element, "\(name)[\($0.offset)]") }
    }

    /// Reads a product outside the subscription groups.
    private mutating func oneTimeProduct(_ value: JSONValue, at place: String) -> [Product] {
        guard let product = parseProduct(value, at: place) else { return [] }
        guard product.kind != .autoRenewable else {
            report(.error, "\(place).type", "a subscription stands outside a subscription group")
            return []
        }
        return [product]
    }

    private mutating func subscriptions(_ group: JSONValue, at place: String) -> [Product] {
        guard let id = group["id"]?.identifierText else {
            report(.error, "\(place).id", "is missing")
            return []
        }
        guard let members = group["subscriptions"]?.list else {
            report(.error, "\(place).subscriptions", "is missing")
            return []
        }
        return members.prefix(StoreKitReader.maximumEntries).enumerated().compactMap { offset, member in
            subscription(member, of: id, at: "\(place).subscriptions[\(offset)]", rank: offset + 1)
        }
    }

    /// Returns the first product of each identifier, and reports the others.
    private mutating func unique(_ products: [Product]) -> [Product] {
        var seen: Set<Identifier<Product>> = []
        return products.filter { product in
            let isNew = seen.insert(product.id).inserted
            if !isNew { report(.error, "products", "“\(product.id)” is there twice; the first counts") }
            return isNew
        }
    }
}
