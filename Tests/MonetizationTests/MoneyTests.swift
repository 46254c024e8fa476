import Kernel
import Monetization
import XCTest

final class MoneyTests: XCTestCase {
    func testDecimalsAreExact() {
        for (text, currency, units) in [
            ("2.99", "GBP", 299), ("2.9", "GBP", 290), ("2", "GBP", 200), ("0.07", "USD", 7), ("-0.50", "EUR", -50),
            ("-3.05", "EUR", -305), ("0", "JPY", 0), ("1200", "KRW", 1200), ("1.234", "KWD", 1234),
            ("1.2", "KWD", 1200),
            ("0.29", "GBP", 29), ("1.15", "GBP", 115), ("8.41", "GBP", 841), ("5", "VUV", 5),
        ] { XCTAssertEqual(Money(decimal: text, currency: currency)?.minorUnits, units, "\(text) \(currency)") }
    }

    func testInvalidAmountsAreRefused() {
        for (text, currency) in [
            ("", "GBP"), (".", "GBP"), ("2.", "GBP"), (".50", "GBP"), ("2.999", "GBP"), ("+2.00", "GBP"),
            ("1.+5", "GBP"),
            ("1.-5", "GBP"), ("1.-0", "GBP"), ("2,99", "GBP"), ("1.2.3", "GBP"), ("1e3", "GBP"), (" 1", "GBP"),
            ("1 ", "GBP"),
            ("--1", "GBP"), ("0x10", "GBP"), ("２.99", "GBP"), ("2.9９", "GBP"), ("1.0", "JPY"), ("5.", "JPY"),
            ("nan", "GBP"),
            ("92233720368547758.08", "GBP"), ("-92233720368547758.09", "GBP"), ("99999999999999999999", "JPY"),
        ] { XCTAssertNil(Money(decimal: text, currency: currency), "\(text) \(currency)") }
    }

    func testAmountsAtTheIntegerLimits() {
        XCTAssertEqual(Money(decimal: "92233720368547758.07", currency: "GBP")?.minorUnits, .max)
        XCTAssertEqual(Money(decimal: "-92233720368547758.08", currency: "GBP")?.minorUnits, .min)
        XCTAssertEqual(Money(minorUnits: .min, currency: "GBP").description, "-£92233720368547758.08")
        XCTAssertEqual(Money(minorUnits: .max, currency: "XYZ").description, "92233720368547758.07 XYZ")
    }

    func testAmountsAreFormattedByCurrency() {
        for (units, currency, text) in [
            (299, "GBP", "£2.99"), (-299, "USD", "-$2.99"), (5, "EUR", "€0.05"), (-5, "EUR", "-€0.05"),
            (1200, "JPY", "¥1200"),
            (350, "CHF", "3.50 CHF"), (1005, "KWD", "1.005 KWD"), (0, "GBP", "£0.00"), (-7, "CHF", "-0.07 CHF"),
        ] { XCTAssertEqual(Money(minorUnits: units, currency: currency).description, text) }
    }

    func testFormattedAmountsRoundTrip() {
        var random = RandomSource(seed: 7)
        for currency in ["CHF", "KWD", "XAF", "ISK", "SEK", "PYG"] {
            for _ in 0..<500 {
                let money = Money(minorUnits: Int(truncatingIfNeeded: random.next()), currency: currency)
                XCTAssertEqual(Money(decimal: String(money.description.dropLast(4)), currency: currency), money)
            }
        }
    }
}
