import Kernel
import Monetization
import XCTest

/// Every field of a catalog and of a price schedule, at its limits.
final class CatalogDecodingTests: XCTestCase {
    // MARK: - Settings

    func testSettingsAreDecodedAndDefaultToOff() throws {
        XCTAssertEqual(try reading().catalog.settings, SandboxSettings())
        for (key, expected) in [
            ("_askToBuyEnabled", SandboxSettings(asksToBuy: true)),
            ("_failTransactionsEnabled", SandboxSettings(failsTransactions: true)),
            ("_renewalBillingIssuesEnabled", SandboxSettings(failsRenewals: true)),
            ("_billingIssuesEnabled", SandboxSettings(failsRenewals: true)),
            ("_billingGracePeriodEnabled", SandboxSettings(hasGracePeriod: true)),
        ] {
            XCTAssertEqual(try reading(settings: "\"\(key)\": true").catalog.settings, expected, key)
            XCTAssertEqual(try reading(settings: "\"\(key)\": false").catalog.settings, SandboxSettings(), key)
        }
        XCTAssertEqual(
            try reading(settings: "\"_timeRate\": 15").catalog.settings, SandboxSettings(rate: .month(seconds: 30)))
        for (settings, place) in [
            ("\"_timeRate\": 7", "settings._timeRate"), ("\"_storefront\": \"XXX\"", "settings._storefront"),
        ] {
            let read = try reading(settings: settings)
            XCTAssertEqual(read.findings.map(\.place), [place])
            XCTAssertEqual(read.findings.map(\.severity), [.warning])
            XCTAssertEqual(read.catalog.settings, SandboxSettings())
            XCTAssertEqual(read.catalog.products.first?.price.currency, "USD")
        }
    }

    func testProductNamesUseTheLocaleOfTheFile() throws {
        let both = """
            "localizations": [{"locale": "ko", "displayName": "프로", "description": "전부"},
             {"locale": "en_GB", "displayName": "Pro", "description": "All"}]
            """
        let locale = String(repeating: "x", count: 20)
        for (settings, products, name, about) in [
            ("\"_locale\": \"en_GB\"", both, "Pro", "All"), ("\"_locale\": \"ko\"", both, "프로", "전부"),
            ("\"_locale\": \"fr\"", both, "프로", "전부"), ("", both, "프로", "전부"),
            ("\"_locale\": \"\(locale)\"", both.replacing("en_GB", with: locale), "Pro", "All"),
            ("\"_locale\": \"\(locale)x\"", both.replacing("en_GB", with: locale + "x"), "프로", "전부"),
            ("", "\"localizations\": [{\"locale\": \"en_US\", \"displayName\": \"\"}]", "Reference", ""),
            ("", "\"localizations\": []", "Reference", ""),
        ] {
            let product = try XCTUnwrap(reading(product: products, settings: settings).catalog.products.first)
            XCTAssertEqual([product.name, product.about], [name, about], settings)
        }
    }

    func testFindingsDescribeInvalidFields() throws {
        for (product, message) in [
            ("\"type\": null", "is not a type that is known here"),
            ("\"type\": \"Lease\"", "is not a type that is known here"),
            ("\"displayPrice\": 4", "is not text such as \"4.99\""),
            ("\"displayPrice\": \"free\"", "is not a price in USD"),
        ] {
            XCTAssertEqual(try reading(product: product).findings.map(\.message).first, message, product)
        }
        let bare = try decode(["products": "[5, {}]", "subscriptionGroups": "[]"])
        XCTAssertEqual(
            bare.findings.map(\.message),
            ["is not an object", "is missing", "is missing", "is missing", "there is nothing to sell"])
    }

    func testTextAndIdentifierLimits() throws {
        func text(_ count: Int) -> String { String(repeating: "a", count: count) }
        func name(_ text: String) throws -> String? {
            try reading(product: "\"localizations\": [{\"displayName\": \"\(text)\"}]").catalog.products.first?.name
        }
        func about(_ text: String) throws -> String? {
            try reading(product: "\"localizations\": [{\"description\": \"\(text)\"}]").catalog.products.first?.about
        }
        XCTAssertEqual(try name(text(200)), text(200))
        XCTAssertEqual(try name(text(201)), "Reference")
        XCTAssertEqual(try about(text(1000)), text(1000))
        XCTAssertEqual(try about(text(1001)), "")
        for (count, findings) in [(200, 0), (201, 1)] {
            XCTAssertEqual(try reading(product: "\"referenceName\": \"\(text(count))\"").findings.count, findings)
        }
        XCTAssertEqual(
            try reading(product: "\"referenceName\": \"\"").findings.map(\.message), ["is not text that can be shown"])
        for (id, isAccepted) in [
            ("!", true), ("~", true), (text(200), true), (text(201), false), ("", false), ("a b", false),
            ("a\u{7F}", false),
            ("é", false),
        ] {
            XCTAssertEqual(
                try reading(product: "\"productID\": \"\(id)\"").catalog.products.count, isAccepted ? 1 : 0, id)
        }
        for hidden in ["\\u200f", "\\u0085", "\\ufeff", "\\n"] {
            XCTAssertEqual(try name("a\(hidden)b"), "Reference", hidden)
        }
    }

    func testFamilySharingIsDecoded() throws {
        for (text, isShared) in [("\"familyShareable\": true", true), ("\"familyShareable\": false", false)] {
            let read = try reading(product: text)
            XCTAssertEqual(read.catalog.products.first?.isFamilyShareable, isShared)
            XCTAssertEqual(read.findings, [])
        }
        XCTAssertFalse(
            Product(id: "p", name: "P", kind: .consumable, price: Money(minorUnits: 1, currency: "USD"))
                .isFamilyShareable)
    }

    // MARK: - Lists and files

    func testMissingAndInvalidListsAreReported() throws {
        for (field, missing, wrong) in [
            ("products", "is missing", "is not a list"), ("subscriptionGroups", "is missing", "is not a list"),
            ("nonRenewingSubscriptions", nil, "is not a list"),
        ] as [(String, String?, String)] {
            var members = ["products": "[]", "subscriptionGroups": "[]", "nonRenewingSubscriptions": "[]"]
            members[field] = nil
            XCTAssertEqual(
                try decode(members).findings.filter { $0.place == field && $0.message != "there is nothing to sell" }
                    .map(
                        \.message), missing.map { [$0] } ?? [], field)
            members[field] = "{}"
            XCTAssertTrue(try decode(members).findings.contains { $0.place == field && $0.message == wrong }, field)
        }
        let subscription =
            "{\"productID\": \"p1\", \"type\": \"NonRenewingSubscription\", \"displayPrice\": \"1\", \"referenceName\": \"P\", \"familyShareable\": false}"
        let read = try decode([
            "products": "[]", "subscriptionGroups": "[]", "nonRenewingSubscriptions": "[\(subscription)]",
        ])
        XCTAssertEqual(read.catalog.products.map(\.kind), [.nonRenewing])
        XCTAssertEqual(read.findings, [])
    }

    func testCatalogHasAtMostAThousandProducts() throws {
        func products(_ count: Int) -> String {
            let all = (0..<count).map {
                "{\"productID\": \"p\($0)\", \"type\": \"Consumable\", \"displayPrice\": \"1\"}"
            }
            return "[\(all.joined(separator: ","))]"
        }
        for (count, errors) in [(1000, 0), (1001, 1)] {
            let read = try decode(["products": products(count), "subscriptionGroups": "[]"])
            XCTAssertEqual(read.catalog.products.count, 1000)
            XCTAssertEqual(read.findings.count { $0.severity == .error }, errors)
        }
    }

    func testFileDepthAndSizeLimits() throws {
        func isRead(_ text: String) -> Bool { (try? StoreKitCatalog(Array(text.utf8), named: "x")) != nil }
        func nested(_ depth: Int, _ open: String = "[", _ close: String = "]") -> String {
            "{\"version\": {\"major\": 4}, \"x\": \(String(repeating: open, count: depth - 1))1\(String(repeating: close, count: depth - 1))}"
        }
        XCTAssertTrue(isRead(nested(32)))
        XCTAssertFalse(isRead(nested(33)))
        XCTAssertTrue(isRead(nested(32, "{\"y\": ", "}")))
        XCTAssertFalse(isRead(nested(33, "{\"y\": ", "}")))
        let brackets = String(repeating: "[", count: 40)
        for text in [brackets, "\\\"" + brackets, "\\\\\\\"" + brackets] {
            XCTAssertTrue(isRead("{\"version\": {\"major\": 4}, \"x\": \"\(text)\"}"), text)
        }
        let flat = Array(repeating: "[]", count: 60).joined(separator: ",")
        XCTAssertTrue(
            isRead("{\"version\": {\"major\": 4}, \"x\": [\(flat)]}"), "siblings add no depth")
        XCTAssertFalse(
            isRead("{\"version\": {\"major\": 4}, \"x\": \"\\\\\", \"y\": \(nested(40))}"),
            "an escaped backslash ends a text")
        XCTAssertFalse(
            isRead("{\"version\": {\"major\": 4}, \"x\": [\(flat)], \"y\": \(nested(33))}"), "the depth stays after it")
        XCTAssertFalse(isRead("{\"\": \(nested(40))}"))
        let head = "{\"version\": {\"major\": 4}}"
        for (size, isAccepted) in [(1 << 20, true), (1 << 20 + 1, false)] {
            XCTAssertEqual(isRead(head + String(repeating: " ", count: size - head.utf8.count)), isAccepted, "\(size)")
        }
    }

    // MARK: - Subscriptions

    func testIncompleteSubscriptionsAreOmitted() throws {
        let good = [
            "productID": "\"p\"", "type": "\"RecurringSubscription\"", "displayPrice": "\"9.99\"",
            "referenceName": "\"P\"",
            "recurringSubscriptionPeriod": "\"P1Y\"", "groupNumber": "3", "familyShareable": "false",
        ]
        let rows: [(String, String?, Int, [String])] = [
            ("groupNumber", "3", 3, []), ("groupNumber", nil, 1, ["s[0].groupNumber"]),
            ("recurringSubscriptionPeriod", nil, 0, ["s[0].recurringSubscriptionPeriod"]),
            ("recurringSubscriptionPeriod", "\"P1H\"", 0, ["s[0].recurringSubscriptionPeriod"]),
            ("type", "\"NonConsumable\"", 0, ["s[0].type"]), ("subscriptionGroupID", "\"g\"", 3, []),
            ("subscriptionGroupID", "\"other\"", 3, ["s[0].subscriptionGroupID"]),
        ]
        for (field, value, level, places) in rows {
            var members = good
            members[field] = value
            let read = try group([members])
            XCTAssertEqual(read.catalog.products.first?.subscription?.level ?? 0, level, "\(field) \(value ?? "-")")
            XCTAssertEqual(read.catalog.products.first?.subscription?.group, level == 0 ? nil : "g")
            XCTAssertEqual(
                read.findings.map { $0.place.replacing("subscriptionGroups[0].subscriptions", with: "s") }.filter {
                    $0 != "products"
                },
                places)
        }
        let second = try group([good, good.merging(["productID": "\"q\""]) { $1 }.filter { $0.key != "groupNumber" }])
        XCTAssertEqual(second.catalog.products.compactMap(\.subscription?.level), [3, 2], "sorted by position")
        let missing = try group([good.filter { $0.key != "recurringSubscriptionPeriod" }]).findings[0].message
        XCTAssertEqual(missing, "is missing")
        let outside = try decode(["products": "[\(object(good))]", "subscriptionGroups": "[]"])
        XCTAssertEqual(outside.catalog.products, [])
        XCTAssertTrue(outside.findings.contains { $0.message == "a subscription stands outside a subscription group" })
    }

    func testIntroductoryOfferLimits() throws {
        func offer(_ mode: String, _ periods: String?, _ price: String? = nil, list: Bool = false) throws
            -> IntroductoryOffer?
        {
            let fields =
                ["\"paymentMode\": \"\(mode)\", \"subscriptionPeriod\": \"P1W\""]
                + (periods.map { ["\"numberOfPeriods\": \($0)"] } ?? [])
                + (price.map { ["\"displayPrice\": \"\($0)\""] } ?? [])
            let text = "{\(fields.joined(separator: ", "))}"
            let members = [
                "productID": "\"p\"", "type": "\"RecurringSubscription\"", "displayPrice": "\"9.99\"",
                "recurringSubscriptionPeriod": "\"P1Y\"",
                list ? "introductoryOffers" : "introductoryOffer": list ? "[\(text)]" : text,
            ]
            return try group([members]).catalog.products.first?.subscription?.introduction
        }
        for (periods, count) in [(nil, 1), ("1", 1), ("100", 100), ("0", nil), ("101", nil)] as [(String?, Int?)] {
            XCTAssertEqual(try offer("free", periods)?.periods, count, periods ?? "-")
        }
        XCTAssertEqual(try offer("free", nil, "5")?.price.minorUnits, 0, "free access costs nothing")
        XCTAssertEqual(try offer("payUpFront", nil, "5")?.price.minorUnits, 500)
        XCTAssertNil(try offer("payUpFront", nil))
        XCTAssertNil(try offer("payUpFront", nil, "-1"))
        XCTAssertEqual(try offer("payAsYouGo", "3", "0", list: true)?.periods, 3)
        XCTAssertNil(try offer("gift", nil))
    }

    // MARK: - Prices by date

    func testPriceScheduleFieldLimits() throws {
        func text(_ count: Int) -> String { String(repeating: "a", count: count) }
        func row(_ more: String) throws -> PriceSchedule.Row? {
            try schedule("\"rows\": [{\"from\": \"2026-02-01\", \"price\": \"0\"\(more)}]").rows.first
        }
        XCTAssertEqual(try row(", \"version\": \"\(text(20))\"")?.version, text(20))
        XCTAssertNil(try row(", \"version\": \"\(text(21))\"")?.version)
        XCTAssertEqual(try row(", \"label\": \"\(text(200))\"")?.label, text(200))
        XCTAssertEqual(try row(", \"label\": \"\(text(201))\"")?.label, "")
        let plain = "{\"from\": \"2026-02-01\", \"price\": \"1\"}"
        func rows(_ count: Int) -> String {
            "\"rows\": [\(Array(repeating: plain, count: count).joined(separator: ","))]"
        }
        XCTAssertEqual(try schedule(rows(1000)).rows.count, 1000)
        for bad in [
            rows(1001), rows(0),
            "\"rows\": [{\"from\": \"2026-02-01\", \"through\": \"2026-02-02\", \"price\": \"1\"}]",
            "\"rows\": [{\"from\": \"2026-02-01\", \"through\": 5, \"price\": \"1\"}]",
        ] {
            XCTAssertFailure(.catalogueInvalid) { try schedule(bad) }
        }
        func promises(_ texts: [String]) throws -> Int {
            try schedule("\"promises\": [\(texts.map { "\"\($0)\"" }.joined(separator: ","))], \(rows(1))").promises
                .count
        }
        XCTAssertEqual(try promises(Array(repeating: text(200), count: 10)), 10)
        for bad in [[text(201)], [""], Array(repeating: "x", count: 11)] {
            XCTAssertFailure(.catalogueInvalid) { try promises(bad) }
        }
    }

    func testLaterRowAndLaterSaleDetermineThePrice() throws {
        let prices = try schedule(
            """
            "rows": [{"from": "2026-02-01", "price": "1"}, {"from": "2026-02-01", "price": "2"},
             {"from": "2026-02-03", "through": "2026-02-03", "price": "3"}, {"from": "2026-02-02", "through": "2026-02-04", "price": "4"}]
            """)
        let seen = ["2026-01-31", "2026-02-01", "2026-02-02", "2026-02-03", "2026-02-04", "2026-02-05"].map { day in
            Day(day).flatMap(prices.tag(on:)).map {
                "\($0.price.minorUnits / 100)\($0.regular == nil ? "" : " for \($0.regular?.minorUnits ?? 0)")"
            }
        }
        XCTAssertEqual(seen, [nil, "2", "4 for 200", "3 for 200", "4 for 200", "2"])
    }

    // MARK: - Helpers

    private func object(_ members: [String: String]) -> String {
        "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    }

    private func decode(_ members: [String: String]) throws -> StoreKitCatalog {
        let base = ["identifier": "\"1\"", "version": "{\"major\": 4}", "settings": "{}"]
        return try StoreKitCatalog(Array(object(base.merging(members) { $1 }).utf8), named: "x.storekit")
    }

    /// Returns a catalog with one product, of which some fields are given.
    private func reading(product: String = "", settings: String = "") throws -> StoreKitCatalog {
        var members = [
            "\"productID\"": "\"pro\"", "\"type\"": "\"NonConsumable\"", "\"displayPrice\"": "\"4.99\"",
            "\"referenceName\"": "\"Reference\"", "\"familyShareable\"": "false",
        ]
        members = members.filter { !product.hasPrefix($0.key) }
        let fields = members.map { "\($0): \($1)" } + (product.isEmpty ? [] : [product])
        return try decode([
            "products": "[{\(fields.joined(separator: ", "))}]", "subscriptionGroups": "[]",
            "settings": "{\(settings)}",
        ])
    }

    private func group(_ members: [[String: String]]) throws -> StoreKitCatalog {
        let all = members.map(object).joined(separator: ", ")
        return try decode(["products": "[]", "subscriptionGroups": "[{\"id\": \"g\", \"subscriptions\": [\(all)]}]"])
    }

    private func schedule(_ members: String) throws -> PriceSchedule {
        let catalog = Catalog(products: [.once("app")])
        return try PriceSchedule(Array("{\"product\": \"app\", \(members)}".utf8), named: "x.json", for: catalog)
    }
}
