import Foundation

/// The normal form of text (NFC) and characters that have no place in content.
enum TextForm {
    /// The text in normal form C; scripts that content is made of are recognised without asking Foundation.
    ///
    /// The hangul is finished here: on Linux Foundation leaves a composed syllable and a following final consonant apart.
    static func composed(_ text: String) -> String {
        isPlainlyComposed(text) ? text : Hangul.composed(text.precomposedStringWithCanonicalMapping)
    }

    /// Whether the text already is in normal form C, scalar by scalar.
    static func isComposed(_ text: String) -> Bool {
        isPlainlyComposed(text) || text.unicodeScalars.elementsEqual(composed(text).unicodeScalars)
    }

    /// Latin without combining marks, whole syllables and single letters are composed whatever stands beside them.
    private static func isPlainlyComposed(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            let value = scalar.value
            return value < 0x300 || (0xAC00...0xD7A3).contains(value) || (0x3131...0x3163).contains(value)
                || (0x2010...0x2027).contains(value)
        }
    }

    /// Control and format characters, private use, line and paragraph separators: what could disturb a terminal or hide in a word.
    static func hasControls(_ text: String) -> Bool { text.unicodeScalars.contains(where: isControl) }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value < 0x20 }
        if Hangul.isHangul(scalar) { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: return true
        default: return false
        }
    }
}
