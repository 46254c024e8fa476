/// An amount in one currency, in its minor unit. For example, £2.99 is 299 of `GBP`.
package struct Money: Hashable, Codable, Sendable {
    /// The amount in the currency's minor unit: pence, cents, or whole yen and won.
    package let minorUnits: Int
    /// The ISO 4217 code, three capital letters.
    package let currency: String

    package init(minorUnits: Int, currency: String) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Parses a plain decimal such as `2.99`, or fails with nil for too many decimals, a too large
    /// amount, or other text.
    package init?(decimal: String, currency: String) {
        let places = Money.decimalPlaces(of: currency)
        let parts = decimal.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int(parts[0]), parts[0].first != "+" else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        guard fraction.count <= places, fraction.utf8.allSatisfy({ (48...57).contains($0) }),
            parts.count == 1 || !fraction.isEmpty
        else { return nil }
        let digits = fraction + String(repeating: "0", count: places - fraction.count)
        guard let cents = digits.isEmpty ? 0 : Int(digits) else { return nil }
        let (scaled, overflow) = whole.multipliedReportingOverflow(by: Money.scale(places))
        guard !overflow else { return nil }
        let (total, over) = scaled.addingReportingOverflow(parts[0].hasPrefix("-") ? -cents : cents)
        guard !over else { return nil }
        self.init(minorUnits: total, currency: currency)
    }

    /// Returns the decimals of a currency in ISO 4217, without fund codes: usually 2, none for yen,
    /// won and francs, and three for some dinars.
    package static func decimalPlaces(of currency: String) -> Int {
        switch currency {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
            "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }

    private static func scale(_ places: Int) -> Int { places == 0 ? 1 : places == 3 ? 1000 : 100 }
}

extension Money: CustomStringConvertible {
    /// The amount for people: `£2.99`, `$4.99`, `3.50 CHF`.
    package var description: String {
        let symbols = ["GBP": "£", "USD": "$", "EUR": "€", "JPY": "¥", "KRW": "₩"]
        let sign = minorUnits < 0 ? "-" : ""
        return symbols[currency].map { sign + $0 + magnitude } ?? "\(sign)\(magnitude) \(currency)"
    }

    /// The amount in the form of `init(decimal:currency:)`, such as `2.99` or `-0.50`.
    package var decimal: String { (minorUnits < 0 ? "-" : "") + magnitude }

    private var magnitude: String {
        let places = Money.decimalPlaces(of: currency)
        let amount = minorUnits.magnitude
        guard places > 0 else { return String(amount) }
        let scale = UInt(Money.scale(places))
        return "\(amount / scale).\(String(scale + amount % scale).dropFirst())"
    }
}
