/// A rank in the order of belts: a student grade (`10k`, counted down) or a black-belt degree
/// (`1d`, counted up).
///
/// Keup, kup, gup and kyu are all student grades. Every `k` comes before every `d`.
package struct Grade: Hashable, Comparable, Sendable {
    /// The direction in which a grade counts.
    package enum Kind: String, Sendable {
        /// A student grade: ten is the lowest in most schools, one the highest.
        case student = "k"
        /// A degree of black belt: one is the lowest.
        case degree = "d"
    }

    package let kind: Kind
    /// 1…20.
    package let number: Int

    /// Creates a grade; nil if the number is outside 1…20.
    package init?(_ kind: Kind, _ number: Int) {
        guard (1...20).contains(number) else { return nil }
        self.kind = kind
        self.number = number
    }

    /// Reads the short form only: digits and one letter, `10k` or `1d`.
    ///
    /// `BeltOrder.belt(named:)` reads other forms.
    package init?(id: String) {
        guard let letter = id.last, let kind = Kind(rawValue: String(letter)) else { return nil }
        let digits = id.dropLast()
        guard let first = digits.utf8.first, first != 0x30, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits)
        else { return nil }
        self.init(kind, number)
    }

    /// The short form for storage and input, for example `10k` or `1d`.
    package var id: String { "\(number)\(kind.rawValue)" }

    /// A number that rises with rank, without gaps inside a kind.
    package var rank: Int { kind == .student ? -number : number }

    /// Orders lower grades first.
    package static func < (left: Grade, right: Grade) -> Bool { left.rank < right.rank }
}

extension Grade: CustomStringConvertible { package var description: String { id } }

extension Grade: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let grade = Grade(id: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text)” is not a grade such as 10k or 1d.")
        }
        self = grade
    }

    /// Encodes the grade as its short form.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}

/// An item that belongs to a grade, so that the belt rule and sorting by grade apply to it.
package protocol Graded {
    var grade: Grade { get }
}
