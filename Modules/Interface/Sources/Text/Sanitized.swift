/// Sanitizing of text from outside, so that it is safe to write to a terminal.
///
/// The result contains no C0 or C1 control (except line ends on request), no DEL and no
/// bidirectional control. It contains no other invisible character that could hide or reorder text.
/// Controls become visible pictures, and other invisible characters are dropped. No grapheme
/// cluster has more than `longestCluster` + 1 scalars.
public enum Sanitized {
    /// The maximum number of scalars in a grapheme cluster.
    ///
    /// U+FFFD replaces the rest.
    public static let longestCluster = 16

    /// Returns text of several lines.
    ///
    /// Line ends of every kind become `\n`, and a tab becomes four spaces.
    public static func lines(_ text: String) -> String {
        isHarmless(text, lineEnds: true) ? text : cleaned(text, lineEnd: "\n", tab: "    ")
    }

    /// Returns text for one line.
    ///
    /// Line ends and tabs become a space.
    public static func line(_ text: String) -> String {
        isHarmless(text, lineEnds: false) ? text : cleaned(text, lineEnd: " ", tab: " ")
    }

    /// Returns whether a text on one line is printable ASCII, so that it is clean and every byte is
    /// a column.
    package static func isPlain(_ text: String) -> Bool { isHarmless(text, lineEnds: false) }

    private static func isHarmless(_ text: String, lineEnds: Bool) -> Bool {
        text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || (lineEnds && $0 == 0x0A) }
    }

    /// Replaces or drops every scalar that a terminal could act on.
    private static func cleaned(_ text: String, lineEnd: String, tab: String) -> String {
        var clean = String.UnicodeScalarView()
        clean.reserveCapacity(text.utf8.count)
        var (previous, lastKept): (Unicode.Scalar, Unicode.Scalar) = ("\n", "\n")
        var inTaggedFlag = false
        // Scalars are appended one by one. Appending a collection reserves exactly its size and
        // would copy everything each time.
        func keep(_ scalars: some Sequence<Unicode.Scalar>) {
            for scalar in scalars {
                clean.append(scalar)
                lastKept = scalar
            }
        }
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            inTaggedFlag = scalar.value == 0x1F3F4 || (inTaggedFlag && scalar.isTag)
            switch scalar {
            case "\n" where previous == "\r": continue
            case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": keep(lineEnd.unicodeScalars)
            case "\t": keep(tab.unicodeScalars)
            case _ where scalar.isTag && inTaggedFlag: keep([scalar])
            default: keep(picture(of: scalar, after: lastKept))
            }
        }
        return cappingClusters(String(clean))
    }

    /// Returns the replacement of a scalar: itself, its picture, or nothing.
    private static func picture(of scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar.value {
        case 0..<0x20: [Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"]
        case 0x7F: ["\u{2421}"]
        // A C1 control means the same as ESC and the letter 0x40 below it: CSI is ESC [.
        case 0x80..<0xA0: ["\u{241B}", Unicode.Scalar(UInt8(scalar.value - 0x40))]
        case 0xFFFE, 0xFFFF: ["\u{FFFD}"]
        case 0x200C, 0x200D:
            previous.value == 0xFE0F || (previous.value >= 0x300 && !previous.isInvisible) ? [scalar] : []
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: previous.value > 0x20 && !previous.isInvisible ? [scalar] : []
        default: scalar.isInvisible ? [] : [scalar]
        }
    }

    /// Limits every grapheme cluster to `longestCluster` scalars and four columns.
    private static func cappingClusters(_ text: String) -> String {
        guard text.contains(where: { $0.unicodeScalars.count > longestCluster || DisplayWidth.columns(of: $0) > 4 })
        else { return text }
        var capped = ""
        for character in text {
            if DisplayWidth.columns(of: character) > 4 {
                capped.append("\u{FFFD}")
            } else if character.unicodeScalars.count > longestCluster {
                for scalar in character.unicodeScalars.prefix(longestCluster) { capped.unicodeScalars.append(scalar) }
                capped.append("\u{FFFD}")
            } else {
                capped.append(character)
            }
        }
        return capped
    }
}

extension Unicode.Scalar {
    fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

    /// Whether the scalar is invisible and may hide, reorder or smuggle text.
    ///
    /// It includes joiners and variation selectors, which remain after a visible character.
    fileprivate var isInvisible: Bool {
        switch value {
        case 0xAD, 0x61C, 0x115F, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB: true
        case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F: true
        case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
        default: false
        }
    }
}
