/// Figures with the signs of a language: a sign before decimals, and one between thousands from 10,000 on (Unicode CLDR 46, numbers, latn).
///
/// Programs and commands have the figures of English, as has every text of English.
struct Figure {
    /// The figure as it stands in the text, `12345` or `1.7`, at its beginning.
    let text: Substring
    private let whole: Substring
    private let decimals: Substring?

    /// The figure at the beginning of a text; nil where there is none.
    init?(beginning text: Substring) {
        let isFigure: (Character) -> Bool = { ("0"..."9").contains($0) }
        whole = text.prefix(while: isFigure)
        guard !whole.isEmpty else { return nil }
        let rest = text[whole.endIndex...]
        let behind = rest.first == "." ? rest.dropFirst().prefix(while: isFigure) : ""
        decimals = behind.isEmpty ? nil : behind
        self.text = text[..<(decimals?.endIndex ?? whole.endIndex)]
    }

    /// The figure in a language.
    func said(in tag: String) -> String {
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
        guard whole.count > 4 else { return String(whole) }
        return whole.enumerated().reduce(into: "") { text, figure in
            if figure.offset > 0, (whole.count - figure.offset).isMultiple(of: 3) { text += sign }
            text.append(figure.element)
        }
    }
}
