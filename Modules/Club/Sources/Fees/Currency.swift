import Kernel

/// A currency by its three letters, with amounts as whole numbers of its smallest unit.
package struct Currency: Hashable, Sendable {
    /// The largest amount, in the smallest unit.
    package static let most = 100_000_000

    /// Three capital letters, as in ISO 4217.
    package let code: String

    /// Creates a currency, or nil unless the code has three letters A to Z.
    package init?(_ code: String) {
        let code = code.uppercased()
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
        self.code = code
    }

    private init(known code: String) { self.code = code }

    /// The default currency of a club.
    package static let pound = Currency(known: "GBP")

    /// The number of decimal places.
    private var digits: Int { ["JPY", "KRW", "VND", "CLP"].contains(code) ? 0 : 2 }

    /// Returns an amount with the currency's letters, such as `35.00 GBP`.
    package func text(_ minor: Int) -> String { "\(plain(minor)) \(code)" }

    /// Returns an amount for a table, such as `35.00`.
    package func plain(_ minor: Int) -> String {
        guard digits > 0 else { return "\(minor)" }
        let sign = minor < 0 ? "-" : ""
        let (major, cents) = minor.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(sign)\(major).\(cents < 10 ? "0" : "")\(cents)"
    }

    /// Parses an amount such as `35`, `35.5`, `35.50` or `35,50`.
    ///
    /// - Throws: `badAmount` for other text, zero, or more than `most`.
    package func minor(of text: String) throws -> Int {
        let parts = text.split(separator: text.contains(",") ? "," : ".", omittingEmptySubsequences: false)
        let scale = digits > 0 ? 100 : 1
        guard (1...2).contains(parts.count), let major = Currency.digitsValue(parts[0]), parts[0].utf8.count <= 9 else {
            throw Currency.badAmount(text, self)
        }
        var minor = major * scale
        if parts.count == 2 {
            guard digits > 0, (1...2).contains(parts[1].utf8.count), let cents = Currency.digitsValue(parts[1]) else {
                throw Currency.badAmount(text, self)
            }
            minor += parts[1].utf8.count == 1 ? cents * 10 : cents
        }
        guard (1...Currency.most).contains(minor) else { throw Currency.badAmount(text, self) }
        return minor
    }

    /// Parses digits, or returns nil for other text.
    private static func digitsValue(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// Returns the failure of an invalid amount.
    private static func badAmount(_ text: String, _ currency: Currency) -> Failure {
        Failure(
            .badAmount, "“\(text.truncated)” is not an amount of \(currency.code).",
            advice:
                "Write it as \(currency.plain(3550 / (currency.digits > 0 ? 1 : 100))), above nothing and at most \(currency.plain(most)).",
            kind: .usage)
    }
}

extension Currency: Codable, LosslessStringConvertible {
    package var description: String { code }
    package init(from decoder: any Decoder) throws { try self.init(from: decoder, called: "a currency") }
    package func encode(to encoder: any Encoder) throws { try code.encode(to: encoder) }
}
