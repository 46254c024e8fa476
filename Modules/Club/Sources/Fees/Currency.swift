import Kernel

/// A currency by its three letters; amounts of it are whole numbers of its smallest unit.
public struct Currency: Hashable, Sendable {
    /// What is owed or paid at most, in the smallest unit.
    public static let most = 100_000_000

    /// Three capital letters, as in ISO 4217.
    public let code: String

    /// A currency by its letters; nil for what are not three of A to Z.
    public init?(_ code: String) {
        let code = code.uppercased()
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
        self.code = code
    }

    private init(known code: String) { self.code = code }

    /// What a club counts in unless it says otherwise.
    public static let pound = Currency(known: "GBP")

    /// How many digits stand behind the point.
    private var digits: Int { ["JPY", "KRW", "VND", "CLP"].contains(code) ? 0 : 2 }

    /// An amount with its letters: `35.00 GBP`.
    public func text(_ minor: Int) -> String { "\(plain(minor)) \(code)" }

    /// An amount as a table has it: `35.00`.
    public func plain(_ minor: Int) -> String {
        guard digits > 0 else { return "\(minor)" }
        let sign = minor < 0 ? "-" : ""
        let (whole, rest) = minor.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The amount that somebody writes: `35`, `35.5`, `35.50`, `35,50`.
    ///
    /// - Throws: `badAmount` for anything else, for nothing, and for more than `most`.
    public func minor(of text: String) throws -> Int {
        let parts = text.split(separator: text.contains(",") ? "," : ".", omittingEmptySubsequences: false)
        let scale = digits > 0 ? 100 : 1
        guard (1...2).contains(parts.count), let whole = Currency.figure(parts[0]), parts[0].utf8.count <= 9 else {
            throw Currency.bad(text, self)
        }
        var minor = whole * scale
        if parts.count == 2 {
            guard digits > 0, (1...2).contains(parts[1].utf8.count), let rest = Currency.figure(parts[1]) else {
                throw Currency.bad(text, self)
            }
            minor += parts[1].utf8.count == 1 ? rest * 10 : rest
        }
        guard (1...Currency.most).contains(minor) else { throw Currency.bad(text, self) }
        return minor
    }

    private static func figure(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    private static func bad(_ text: String, _ currency: Currency) -> Failure {
        Failure(
            .badAmount, "“\(text.short)” is not an amount of \(currency.code).",
            advice:
                "Write it as \(currency.plain(3550 / (currency.digits > 0 ? 1 : 100))), above nothing and at most \(currency.plain(most)).",
            kind: .usage)
    }
}

extension Currency: Codable, LosslessStringConvertible {
    /// The letters.
    public var description: String { code }
    /// Reads the letters.
    public init(from decoder: any Decoder) throws { try self.init(from: decoder, called: "a currency") }
    /// Writes the letters.
    public func encode(to encoder: any Encoder) throws { try code.encode(to: encoder) }
}
