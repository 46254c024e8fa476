import Foundation

/// The normal form of text (NFC).
package enum NormalForm {
    /// The text in normal form C; scripts that content is made of are recognised without asking Foundation.
    ///
    /// The hangul is finished here: on Linux Foundation leaves a composed syllable and a following final consonant apart.
    package static func composed(_ text: String) -> String {
        isPlain(text) ? text : Hangul.composed(text.precomposedStringWithCanonicalMapping)
    }

    /// Latin without combining marks, whole syllables and single letters are composed whatever stands beside them.
    package static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            let value = scalar.value
            return value < 0x300 || (0xAC00...0xD7A3).contains(value) || (0x3131...0x3163).contains(value)
                || (0x2010...0x2027).contains(value)
        }
    }
}
