/// The width of text in terminal columns, by grapheme cluster.
///
/// Hangul syllables, CJK and fullwidth forms take two columns. Emoji take two, however many scalars
/// they contain. Marks and conjoining vowels and finals take none. Text from outside is sanitized
/// before it is measured, so controls count as zero.
public enum DisplayWidth {
    /// Returns the columns of a text.
    public static func columns(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns the columns of one grapheme cluster.
    public static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.isASCII && scalars.count == 1 { return first.value >= 0x20 && first.value < 0x7F ? 1 : 0 }
        var sum = 0
        var width = 0
        var previous = first
        for (place, scalar) in scalars.enumerated() {
            width = place == 0 ? columns(of: scalar) : columns(of: scalar, after: previous, width: width, first: first)
            sum = sum + width
            previous = scalar
        }
        return sum
    }

    /// Returns the columns of a scalar within a cluster.
    ///
    /// A skin tone or a joined picture adds none. Variation selector 16 turns a text character into
    /// a picture. Alone, they are drawn like any other character.
    private static func columns(
        of scalar: Unicode.Scalar, after previous: Unicode.Scalar, width: Int, first: Unicode.Scalar
    )
        -> Int
    {
        switch scalar.value {
        case 0xFE0F: return width == 1 && previous.properties.isEmoji ? 1 : 0
        case 0x1F3FB...0x1F3FF: return previous.properties.isEmojiModifierBase || previous.value == 0xFE0F ? 0 : 2
        default:
            return previous.value == 0x200D && first.properties.isEmoji && scalar.properties.isEmoji
                ? 0 : columns(of: scalar)
        }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: return 0
        case 0x20..<0x300: return scalar.value == 0xAD ? 0 : 1
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        case 0xAC00...0xD7A3, 0x4E00...0x9FFF: return 2
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control, .lineSeparator, .paragraphSeparator:
            return 0
        default: return WideRanges.contains(scalar) ? 2 : 1
        }
    }
}
