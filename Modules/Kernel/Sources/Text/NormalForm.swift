/// The normal form C (NFC) of text.
package enum NormalForm {
    /// Returns the text in normal form C. The scripts of the content are recognized without any
    /// table.
    package static func composed(_ text: String) -> String { isPlain(text) ? text : text.inNormalForm }

    /// Whether the text needs no composition. Latin without combining marks, whole syllables and
    /// single letters are composed in every context.
    package static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            let value = scalar.value
            return value < 0x300 || scalar.isHangul || (0x2010...0x2027).contains(value)
        }
    }
}

extension StringProtocol {
    /// The text in normal form C. ASCII, the most common case, is returned as it is.
    package var inNormalForm: String {
        let isASCII = utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).isASCII }
        guard isASCII ?? utf8.allSatisfy({ $0 < 128 }) == false else { return String(self) }
        return UnicodeForms.composed(String(self))
    }

    /// The text in normal form D: letters and their marks decomposed.
    package var decomposed: String { UnicodeForms.decomposed(String(self)) }

    /// Returns the text without blanks at either end.
    ///
    /// - Parameter isBlank: the definition of a blank. By default it includes spaces of any width
    ///   and line ends.
    package func trimmed(where isBlank: (Unicode.Scalar) -> Bool = \.isBlank) -> String {
        guard let first = unicodeScalars.first, let end = unicodeScalars.last else { return "" }
        if !isBlank(first), !isBlank(end) { return String(self) }
        let scalars = unicodeScalars.drop(while: isBlank)
        guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(String.UnicodeScalarView(scalars[...last]))
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a complete hangul syllable or a single hangul letter.
    package var isHangul: Bool { (0xAC00...0xD7A3).contains(value) || (0x3131...0x3163).contains(value) }

    /// Whether the scalar is a line end or a space of any width, including zero width.
    package var isBlank: Bool { properties.isWhitespace || value == 0x200B }
}
