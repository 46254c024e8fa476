/// The folding of text by case, width, diacritics, hyphens and spacing, for comparing spellings.
///
/// Hangul stays composed. All characters that are neither letters nor digits separate words.
public enum Folding {
    /// Returns the folded words of a text.
    public static func words(_ text: String) -> [String] { folded(text).split(separator: " ").map(String.init) }

    /// Returns the folded text without any space: `L-Stance` → `lstance`.
    public static func compact(_ text: String) -> String {
        String(String.UnicodeScalarView(folded(text).unicodeScalars.filter { $0 != " " }))
    }

    /// Returns the folded text with single spaces between words.
    public static func folded(_ text: String) -> String {
        var words = FoldedWords()
        for scalar in NormalForm.composed(text).unicodeScalars {
            if scalar.value < 0x80 {
                if scalar != "'" { words.append(ascii(scalar)) }
            } else if scalar.isHangul {
                words.append(scalar)
            } else {
                letters(scalar).forEach { words.append($0) }
            }
        }
        return words.text
    }

    /// Returns the text without case, accents and width. The characters between its words stay.
    package static func plain(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.lowercased() }
        let narrowScalars = text.unicodeScalars.map { scalar in
            (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
        }
        let baseScalars = String(String.UnicodeScalarView(narrowScalars)).lowercased().decomposed.unicodeScalars
            .filter { !(0x300...0x36F).contains($0.value) }
        return String(String.UnicodeScalarView(baseScalars)).inNormalForm
    }

    private static func letters(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let value = scalar.value
        if (0xFF01...0xFF5E).contains(value), let narrowScalar = Unicode.Scalar(value - 0xFEE0) {
            return narrowScalar == "'" ? [] : [ascii(narrowScalar)]
        }
        if value == 0x2019 || value == 0x2018 || value == 0x02BC { return [] }
        let decomposedScalars = String(scalar).lowercased().decomposed.unicodeScalars
        return decomposedScalars.compactMap { part in
            switch part.properties.generalCategory {
            case .nonspacingMark, .format: nil
            default: part.properties.isAlphabetic || part.properties.numericType != nil ? part : " "
            }
        }
    }

    private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "0"..."9", "a"..."z": scalar
        case "A"..."Z": Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value + 32))
        default: " "
        }
    }
}

/// A builder of folded text, with single spaces only between words.
private struct FoldedWords {
    private var letters = String.UnicodeScalarView()
    private var isSpaceDue = false

    var text: String { String(letters) }

    mutating func append(_ letter: Unicode.Scalar) {
        if letter == " " {
            isSpaceDue = true
            return
        }
        if isSpaceDue, !letters.isEmpty { letters.append(" ") }
        isSpaceDue = false
        letters.append(letter)
    }
}
