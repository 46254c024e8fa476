/// A place in the order of belts: a student grade (`10k`, counted down) or a black-belt degree (`1d`, counted up).
///
/// Keup, kup, gup and kyu are all student grades. The order needs no table: every `k` comes before every `d`.
public struct Grade: Hashable, Comparable, Sendable {
    /// Which way a grade counts.
    public enum Kind: String, Sendable {
        /// A student grade; ten is the lowest in most schools, one the highest.
        case student = "k"
        /// A degree of black belt; one is the lowest.
        case degree = "d"
    }

    /// Student grade or degree.
    public let kind: Kind
    /// 1…20.
    public let number: Int

    /// A grade of that kind; nil outside 1…20.
    public init?(_ kind: Kind, _ number: Int) {
        guard (1...20).contains(number) else { return nil }
        self.kind = kind
        self.number = number
    }

    /// Reads the short form only: digits and one letter, `10k` or `1d`. Wider reading is `BeltOrder.belt(named:)`.
    public init?(id: String) {
        guard let letter = id.last, let kind = Kind(rawValue: String(letter)) else { return nil }
        let digits = id.dropLast()
        guard let first = digits.utf8.first, first != 0x30, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits)
        else { return nil }
        self.init(kind, number)
    }

    /// The short form that is stored and typed: `10k`, `1d`.
    public var id: String { "\(number)\(kind.rawValue)" }

    /// Rises with rank, without gaps inside a kind.
    public var rank: Int { kind == .student ? -number : number }

    /// Lower grades first.
    public static func < (left: Grade, right: Grade) -> Bool { left.rank < right.rank }
}

extension Grade: CustomStringConvertible {
    /// The short form.
    public var description: String { id }
}

extension Grade: Codable {
    /// Reads the short form; throws `DecodingError.dataCorrupted` on anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let grade = Grade(id: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(text)” is not a grade such as 10k or 1d.")
        }
        self = grade
    }

    /// Writes the short form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}

/// Anything that belongs to a grade, so that the belt rule and lists in grade order hold for it.
public protocol Graded {
    /// The grade at which it is learned.
    var grade: Grade { get }
}
