import Kernel
import Korean

/// A conversion of text for a terminal whose locale shows only ASCII.
///
/// Hangul is romanized, and symbols and lines become the nearest ASCII characters. Accents are
/// dropped, an emoji becomes `*`, and a letter of another script `?`. Files and JSON are never
/// converted.
public enum ASCIIText {
    /// Returns the text in ASCII.
    ///
    /// Line ends, tabs and escape codes remain.
    public static func of(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var result = ""
        var hangul: [HangulSyllable] = []
        for scalar in text.inNormalForm.unicodeScalars {
            if let syllable = HangulSyllable(scalar) {
                hangul.append(syllable)
                continue
            }
            result += RevisedRomanization.spellLetters(hangul)
            hangul = []
            result += letters(of: scalar)
        }
        return result + RevisedRomanization.spellLetters(hangul)
    }

    /// Returns the text in ASCII, piece by piece, with the same roles.
    static func of(_ text: StyledText) -> StyledText {
        guard text.spans.contains(where: { $0.text.utf8.contains { $0 >= 0x80 } }) else { return text }
        return text.mapped(of)
    }

    /// Returns the ASCII characters for a scalar, or `?` for a letter of another script.
    private static func letters(of scalar: Unicode.Scalar) -> String {
        if scalar.isASCII { return String(scalar) }
        if let replacement = replacements[scalar] ?? RevisedRomanization.spellLetter(scalar) { return replacement }
        switch scalar.value {
        case 0x80..<0xA0: return "?"
        case 0x2400..<0x2420: return "^" + String(Unicode.Scalar(UInt8(scalar.value - 0x2400 + 0x40)))
        case 0x2421: return "^?"
        case 0x2500...0x257F: return box(scalar.value)
        case 0x2580...0x259F: return "#"
        case 0xFF01...0xFF5E: return String(Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21)))
        default: break
        }
        if scalar.properties.numericType == .digit, let value = scalar.properties.numericValue {
            return String(Int(value))
        }
        let base = String(scalar).decomposed.unicodeScalars.filter(\.isASCII)
        if !base.isEmpty { return String(String.UnicodeScalarView(base)) }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return ""
        case .spaceSeparator: return " "
        case .otherSymbol, .modifierSymbol: return "*"
        default: return "?"
        }
    }

    /// Returns the ASCII character for a box-drawing character.
    private static func box(_ value: UInt32) -> String {
        switch value {
        case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x2574, 0x2576: "-"
        case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551, 0x2575, 0x2577: "|"
        default: "+"
        }
    }

    private static let replacements: [Unicode.Scalar: String] = [
        "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "‚": "'", "«": "\"", "»": "\"", "–": "-", "—": "-",
        "−": "-", "‑": "-",
        "…": "...", "→": "->", "←": "<-", "↑": "^", "↓": "v", "↔": "<->", "⇒": "=>", "×": "x", "÷": "/", "·": ".",
        "•": "*", "●": "*", "○": "o",
        "◦": "o", "✓": "+", "✔": "+", "✗": "x", "✘": "x", "★": "*", "☆": "*", "▶": ">", "◀": "<", "▲": "^", "▼": "v",
        "½": "1/2", "¼": "1/4",
        "¾": "3/4", "°": " deg", "€": "EUR", "£": "GBP", "¥": "JPY", "₩": "KRW", "©": "(c)", "®": "(r)", "ß": "ss",
        "æ": "ae", "Æ": "AE",
        "ø": "o", "Ø": "O", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L", "đ": "d", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl",
        "ª": "a", "º": "o", "™": "TM", "№": "No", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~",
        "\u{FFFD}": "?",
        // The letters of the phonetic alphabet that occur in Korean.
        "ʌ": "eo", "ɯ": "eu", "ɛ": "ae", "ɰ": "u", "ŋ": "ng", "ɡ": "g", "ɾ": "r", "ɕ": "sh", "ʑ": "zh", "ɦ": "h",
        "ʰ": "'",
    ]
}
