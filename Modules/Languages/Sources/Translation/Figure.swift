/// A number in the format of a language: a decimal sign, and a grouping sign from 10,000 on
/// (Unicode CLDR 46, numbers, latn).
///
/// Programs and commands use English numbers, as does English text.
struct Figure {
    /// The number as written at the start of the text, such as `12345` or `1.7`.
    let text: Substring
    private let wholePart: Substring
    private let decimals: Substring?

    /// Parses the number at the start of a text, or returns `nil` if there is none.
    init?(beginning text: Substring) {
        let isDigit: (Character) -> Bool = { ("0"..."9").contains($0) }
        wholePart = text.prefix(while: isDigit)
        guard !wholePart.isEmpty else { return nil }
        let rest = text[wholePart.endIndex...]
        let fraction = rest.first == "." ? rest.dropFirst().prefix(while: isDigit) : ""
        decimals = fraction.isEmpty ? nil : fraction
        self.text = text[..<(decimals?.endIndex ?? wholePart.endIndex)]
    }

    /// Returns the number in a language.
    func formatted(in tag: String) -> String {
        let signs: (decimal: String, thousands: String) =
            switch tag {
            case "es": (",", ".")
            case "fr": (",", "\u{202F}")
            case "ko": (".", ",")
            default: (".", "")
            }
        return grouped(signs.thousands) + (decimals.map { signs.decimal + $0 } ?? "")
    }

    private func grouped(_ sign: String) -> String {
        guard wholePart.count > 4 else { return String(wholePart) }
        return wholePart.enumerated().reduce(into: "") { text, figure in
            if figure.offset > 0, (wholePart.count - figure.offset).isMultiple(of: 3) { text += sign }
            text.append(figure.element)
        }
    }
}
