import Kernel
import Monetization
import MonetizationAdapters
import XCTest

final class CatalogueTests: XCTestCase {
    func testEveryBundledCatalogIsComplete() throws {
        XCTAssertEqual(BundledCatalogs.names, ["coin", "dojang", "focusflow", "grain"])
        for app in BundledCatalogs.names {
            let bytes = try XCTUnwrap(BundledCatalogs.bytes("\(app).storekit"))
            XCTAssertEqual(try StoreKitCatalog(bytes, named: app).findings, [], app)
            XCTAssertFalse(try BundledCatalogs.catalog(app).products.isEmpty)
        }
        XCTAssertFailure(.catalogueMissing) { try BundledCatalogs.catalog("nobody") }
    }

    func testBundledProductsAreTheExpectedOnes() throws {
        let ids = try BundledCatalogs.names.map { try BundledCatalogs.catalog($0).products.map(\.id.rawValue) }
        XCTAssertEqual(ids[0], ["com.coin.premium.yearly", "com.coin.premium.monthly"])
        XCTAssertEqual(ids[2], ["com.focusflow.pro.lifetime", "com.focusflow.pro.yearly", "com.focusflow.pro.monthly"])
        let grain = try BundledCatalogs.catalog("grain").products[0]
        XCTAssertEqual([grain.price.description, grain.kind.rawValue], ["$4.99", "NonConsumable"])
        let yearly = try XCTUnwrap(
            BundledCatalogs.catalog("focusflow").product("com.focusflow.pro.yearly")?.subscription)
        XCTAssertEqual(yearly.period.description, "P1Y")
        XCTAssertEqual(yearly.introduction?.payment, .free)
    }

    // MARK: - Prices by date

    func testPriceOfTKDojangFollowsTheDate() throws {
        let catalog = try BundledCatalogs.catalog("dojang")
        let product = catalog.products[0]
        let expected = [
            ("2025-11-01", "£2.99", "1.0", "Foundation Edition - Early Adopter Pricing"),
            ("2025-11-27", "£2.99", "1.0", "Foundation Edition - Early Adopter Pricing"),
            ("2025-11-28", "£0.99", "1.0", "Launch Special - 67% Off (Limited Time)"),
            ("2025-12-01", "£0.99", "1.0.1", "Launch Special - 67% Off (Limited Time)"),
            ("2025-12-02", "£2.99", "1.0.1", "Bug fixes"), ("2025-12-31", "£2.99", "1.0.1", "Bug fixes"),
            ("2026-01-01", "£4.49", "1.1", "Professional Photography Added"),
            ("2026-02-28", "£4.49", "1.1", "Professional Photography Added"),
            ("2026-03-01", "£5.99", "1.2", "Complete Edition with Video Demonstrations"),
            ("2026-05-01", "£5.99", "1.3", "Free update"),
            ("2099-01-01", "£5.99", "1.3", "Free update"),
        ]
        for (day, price, version, label) in expected {
            let tag = try catalog.tag(of: product, on: try XCTUnwrap(Day(day)))
            XCTAssertEqual([tag.price.description, tag.version, tag.label], [price, version, label], day)
        }
        XCTAssertFailure(.notOnSale) { try catalog.tag(of: product, on: XCTUnwrap(Day("2025-10-31"))) }
    }

    func testSaleEndsOnItsLastDay() throws {
        let schedule = try read(
            """
            {"product": "app", "rows": [
              {"from": "2025-11-01", "version": "1.0", "price": "2.99", "label": "Launch"},
              {"from": "2025-11-28", "through": "2025-12-01", "price": "0.99", "label": "Launch Special - 67% Off (Limited Time)"}]}
            """)
        let prices = ["2025-11-27", "2025-11-28", "2025-12-01", "2025-12-02"].map {
            Day($0).flatMap(schedule.tag(on:)).map {
                "\($0.price) \($0.version ?? "") \($0.regular?.description ?? "-")"
            }
        }
        XCTAssertEqual(prices, ["£2.99 1.0 -", "£0.99 1.0 £2.99", "£0.99 1.0 £2.99", "£2.99 1.0 -"])
    }

    func testPromisesAreDecodedAndInvalidOnesRefused() throws {
        let rows = "\"rows\": [{\"from\": \"2026-02-01\", \"price\": \"1\"}]"
        XCTAssertEqual(try read("{\"product\": \"app\", \(rows)}").promises, [])
        XCTAssertEqual(try read("{\"product\": \"app\", \"promises\": [\"Kept.\"], \(rows)}").promises, ["Kept."])
        let eleven = Array(repeating: "\"Kept.\"", count: 11).joined(separator: ",")
        for bad in ["\"Kept.\"", "[1]", "{}", "[\(eleven)]"] {
            XCTAssertFailure(.catalogueInvalid) { try read("{\"product\": \"app\", \"promises\": \(bad), \(rows)}") }
        }
    }

    func testInvalidScheduleNamesTheField() {
        let rows = [
            ("[]", "rows"), ("[{\"price\": \"1.00\"}]", "rows[0].from"),
            ("[{\"from\": \"2026-02-30\", \"price\": \"1.00\"}]", "rows[0].from"),
            ("[{\"from\": \"2026-02-01\"}]", "rows[0].price"),
            ("[{\"from\": \"2026-02-01\", \"price\": \"-1.00\"}]", "rows[0].price"),
            ("[{\"from\": \"2026-02-01\", \"price\": \"-0.00\"}]", "rows[0].price"),
            ("[{\"from\": \"2026-02-01\", \"price\": \"1.999\"}]", "rows[0].price"),
            ("[{\"from\": \"2026-02-02\", \"through\": \"2026-02-01\", \"price\": \"1.00\"}]", "rows[0].through"),
        ]
        for (text, place) in rows {
            XCTAssertThrowsError(try read("{\"product\": \"app\", \"rows\": \(text)}"), text) {
                XCTAssertTrue("\($0)".contains("\(place):"), "\($0)")
            }
        }
        XCTAssertFailure(.catalogueInvalid) {
            try read("{\"product\": \"other\", \"rows\": [{\"from\": \"2026-02-01\", \"price\": \"1\"}]}")
        }
    }

    // MARK: - Bad input

    func testCatalogVersions3To5AreAccepted() throws {
        for version in 3...5 {
            XCTAssertEqual(try reading(version: "{\"major\": \(version), \"minor\": 9}").catalog.products.count, 1)
        }
        for version in ["{\"major\": 2}", "{\"major\": 6}", "{}", "\"4\"", "{\"major\": \"4\"}"] {
            XCTAssertFailure(.catalogueVersion) { try reading(version: version) }
        }
    }

    func testMissingFieldsAreReportedAndOtherProductsKept() throws {
        for field in ["productID", "type", "displayPrice"] {
            var members = good
            members[field] = nil
            let reading = try reading([members, good.merging(["productID": "\"other\""]) { $1 }])
            XCTAssertEqual(reading.catalog.products.map(\.id), ["other"], field)
            XCTAssertEqual(reading.findings.map(\.place), ["products[0].\(field)"])
            XCTAssertFailure(.catalogueInvalid) { try reading.requireValid() }
        }
        var bare = good
        bare["referenceName"] = nil
        bare["familyShareable"] = nil
        let reading = try reading([bare])
        XCTAssertEqual(reading.findings.map(\.severity), [.warning, .warning])
        XCTAssertEqual(try reading.requireValid().products.first?.name, "pro")
    }

    func testInvalidPricesAreRefused() throws {
        for price in [
            "\"-0.01\"", "\"-5\"", "\"free\"", "\"1.999\"", "\"\"", "4.99", "null", "\"1e3\"",
            "\"99999999999999999999\"",
            "\"-0.00\"",
        ] {
            let reading = try reading([good.merging(["displayPrice": price]) { $1 }])
            XCTAssertEqual(reading.catalog.products, [], price)
            XCTAssertEqual(reading.findings.first?.place, "products[0].displayPrice", price)
        }
        XCTAssertTrue(
            try reading([good.merging(["displayPrice": "\"-0.01\""]) { $1 }]).findings.contains {
                $0.message == "is negative"
            })
        XCTAssertEqual(try reading([good.merging(["displayPrice": "\"0\""]) { $1 }]).catalog.products.count, 1)
    }

    func testDuplicatesAndControlCharactersAreRefused() throws {
        let twice = try reading([good, good])
        XCTAssertEqual(twice.catalog.products.count, 1)
        XCTAssertEqual(twice.findings.map(\.severity), [.error])
        let hostile = try reading([
            good.merging(["referenceName": "\"a\\u001b[31m\"", "productID": "\"p\\u202e\""]) { $1 }
        ])
        XCTAssertEqual(hostile.catalog.products, [])
        let name = try reading([good.merging(["referenceName": "\"a\\u001b[31m\""]) { $1 }])
        XCTAssertEqual(name.catalog.products.first?.name, "pro")
    }

    func testInputOtherThanJSONObjectsIsRefused() {
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        for text in [
            "", "[]", "null", "{", deep, "{\"version\": \(deep)}",
            "{\"a\": \"" + String(repeating: "x", count: 1 << 20) + "\"}",
        ] {
            XCTAssertFailure(.catalogueUnreadable) { try StoreKitCatalog(Array(text.utf8), named: "x.storekit") }
        }
    }

    /// A file with changed bytes gives a catalog, findings or a failure, and never a negative
    /// price.
    func testDamagedCatalogsNeverTrap() throws {
        let bytes = try XCTUnwrap(BundledCatalogs.bytes("focusflow.storekit"))
        var random = RandomSource(seed: 4)
        var readable = 0
        for _ in 0..<600 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
            }
            guard let reading = try? StoreKitCatalog(damaged, named: "x") else { continue }
            readable += 1
            XCTAssertTrue(reading.catalog.products.allSatisfy { $0.price.minorUnits >= 0 })
        }
        XCTAssertGreaterThan(readable, 20)
    }

    func testPeriodsRoundTripThroughText() {
        for unit in BillingPeriod.Unit.allCases {
            for count in [1, 2, 7, 999] {
                let period = BillingPeriod(count, unit)
                XCTAssertEqual(period.flatMap { BillingPeriod($0.description) }, period)
            }
        }
        for text in ["", "P", "PM", "P0M", "P1000D", "1M", "P1MX", "P-1M", "P1H", "P1M2D", "P٣M"] {
            XCTAssertNil(BillingPeriod(text), text)
        }
    }

    // MARK: - Helpers

    private let good = [
        "productID": "\"pro\"", "type": "\"NonConsumable\"", "displayPrice": "\"4.99\"", "referenceName": "\"Pro\"",
        "familyShareable": "false",
    ]

    private func reading(_ products: [[String: String]]? = nil, version: String = "{\"major\": 4}") throws
        -> StoreKitCatalog
    {
        let texts = (products ?? [good]).map { "{" + $0.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}" }
        let text = """
            {"identifier": "1", "version": \(version), "settings": {"_storefront": "GBR"}, "subscriptionGroups": [],
             "products": [\(texts.joined(separator: ", "))]}
            """
        return try StoreKitCatalog(Array(text.utf8), named: "x.storekit")
    }

    private func read(_ text: String) throws -> PriceSchedule {
        let product = Product(
            id: "app", name: "App", kind: .nonConsumable, price: Money(minorUnits: 299, currency: "GBP"))
        return try PriceSchedule(Array(text.utf8), named: "app.prices.json", for: Catalog(products: [product]))
    }
}
