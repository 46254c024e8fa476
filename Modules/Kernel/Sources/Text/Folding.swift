/// What two people mean alike, made equal: case, width, diacritics, hyphens and spacing.
///
/// Hangul stays hangul (composed); everything that is neither letter nor figure parts words.
public enum Folding {
    /// The words of a text, folded.
    public static func words(_ text: String) -> [String] {
        folded(text).split(separator: " ").map(String.init)
    }

    /// The folded text without any space: `L-Stance` → `lstance`.
    public static func compact(_ text: String) -> String {
        String(String.UnicodeScalarView(folded(text).unicodeScalars.filter { $0 != " " }))
    }

    /// The folded text with single spaces between words.
    public static func folded(_ text: String) -> String {
        var words = FoldedWords()
        for scalar in NormalForm.composed(text).unicodeScalars {
            if scalar.value < 0x80 {
                if scalar != "'" { words.take(ascii(scalar)) }
            } else if scalar.isHangul {
                words.take(scalar)
            } else {
                letters(scalar).forEach { words.take($0) }
            }
        }
        return words.text
    }

    /// The text without case, accents and width; what stands between its words stays.
    package static func plain(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.lowercased() }
        let narrow = text.unicodeScalars.map { scalar in
            (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
        }
        let bare = String(String.UnicodeScalarView(narrow)).lowercased().decomposed.unicodeScalars
            .filter { !(0x300...0x36F).contains($0.value) }
        return String(String.UnicodeScalarView(bare)).inNormalForm
    }

    private static func letters(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let value = scalar.value
        if (0xFF01...0xFF5E).contains(value), let narrow = Unicode.Scalar(value - 0xFEE0) {
            return narrow == "'" ? [] : [ascii(narrow)]
        }
        if value == 0x2019 || value == 0x2018 || value == 0x02BC { return [] }
        let plain = String(scalar).lowercased().decomposed.unicodeScalars
        return plain.compactMap { part in
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

/// Folded letters put together; spaces only between words, and never two.
private struct FoldedWords {
    private var letters = String.UnicodeScalarView()
    private var isSpaceDue = false

    var text: String { String(letters) }

    mutating func take(_ letter: Unicode.Scalar) {
        if letter == " " {
            isSpaceDue = true
            return
        }
        if isSpaceDue, !letters.isEmpty { letters.append(" ") }
        isSpaceDue = false
        letters.append(letter)
    }
}
