/// The normal form of text (NFC).
package enum NormalForm {
    /// The text in normal form C; scripts that content is made of are recognised without any table.
    package static func composed(_ text: String) -> String {
        isPlain(text) ? text : text.inNormalForm
    }

    /// Latin without combining marks, whole syllables and single letters are composed whatever stands beside them.
    package static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            let value = scalar.value
            return value < 0x300 || scalar.isHangul || (0x2010...0x2027).contains(value)
        }
    }
}

extension StringProtocol {
    /// Normal form C; ASCII, which is most of what we see, already is.
    package var inNormalForm: String {
        let isASCII = utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).isASCII }
        guard isASCII ?? utf8.allSatisfy({ $0 < 128 }) == false else { return String(self) }
        return UnicodeForms.composed(String(self))
    }

    /// Normal form D: letters and their marks apart.
    package var decomposed: String { UnicodeForms.decomposed(String(self)) }

    /// The text without what stands blank around it.
    ///
    /// - Parameter isBlank: what counts as blank: spaces of any width and line ends, unless somebody means less.
    package func trimmed(where isBlank: (Unicode.Scalar) -> Bool = \.isBlank) -> String {
        guard let first = unicodeScalars.first, let end = unicodeScalars.last else { return "" }
        if !isBlank(first), !isBlank(end) { return String(self) }
        let scalars = unicodeScalars.drop(while: isBlank)
        guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(String.UnicodeScalarView(scalars[...last]))
    }
}

extension Unicode.Scalar {
    /// A whole syllable of hangul, or a letter of it that stands alone.
    package var isHangul: Bool { (0xAC00...0xD7A3).contains(value) || (0x3131...0x3163).contains(value) }

    /// A space of any width, one without width among them, or the end of a line.
    package var isBlank: Bool { properties.isWhitespace || value == 0x200B }
}
