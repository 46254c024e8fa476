import Foundation

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
        var result = String.UnicodeScalarView()
        var pendingSpace = false
        for scalar in NormalForm.composed(text).unicodeScalars {
            for letter in letters(scalar) {
                if letter == " " {
                    pendingSpace = true
                    continue
                }
                if pendingSpace, !result.isEmpty { result.append(" ") }
                pendingSpace = false
                result.append(letter)
            }
        }
        return String(result)
    }

    private static func letters(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let value = scalar.value
        if value < 0x80 { return ascii(value) }
        if Hangul.isHangul(scalar) { return [scalar] }
        if (0xFF01...0xFF5E).contains(value) { return ascii(value - 0xFEE0) }
        if value == 0x2019 || value == 0x2018 || value == 0x02BC { return [] }
        let plain = String(scalar).lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
        return plain.compactMap { part in
            switch part.properties.generalCategory {
            case .nonspacingMark, .format: nil
            default: part.properties.isAlphabetic || part.properties.numericType != nil ? part : " "
            }
        }
    }

    private static func ascii(_ value: UInt32) -> [Unicode.Scalar] {
        switch value {
        case 0x30...0x39, 0x61...0x7A: Unicode.Scalar(value).map { [$0] } ?? []
        case 0x41...0x5A: Unicode.Scalar(value + 32).map { [$0] } ?? []
        case 0x27: []
        default: [" "]
        }
    }
}
