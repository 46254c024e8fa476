/// The encoding of text as lines of printable ASCII (RFC 2045, 6.7).
package enum QuotedPrintable {
    /// The greatest length of a line, its soft break included.
    package static let lineLimit = 76

    /// Returns a text in UTF-8 with CRLF line ends, in lines of at most 76 characters without split
    /// characters.
    ///
    /// Beyond the standard, it encodes the first letter of lines that programs on the way could
    /// misread. These are `From ` in an mbox file and a single dot in SMTP.
    package static func encode(_ text: String) -> String {
        EntryTextRules.unifiedLineEnds(text).split(separator: "\n", omittingEmptySubsequences: false).map { line($0) }
            .joined(separator: "\r\n")
    }

    /// Encodes a line, with soft breaks that keep it within the limit.
    private static func line(_ text: Substring) -> String {
        var encoded = ""
        var column = 0
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isLast = index == scalars.count - 1
            var token = isLiteral(scalar, isLast: isLast) ? String(scalar) : bytes(of: scalar)
            if column + token.utf8.count > (isLast ? lineLimit : lineLimit - 1) {
                encoded += "=\r\n"
                column = 0
            }
            if column == 0, isMistakable(scalars[index...]) { token = bytes(of: scalar) }
            encoded += token
            column += token.utf8.count
        }
        return encoded
    }

    /// Returns whether programs on the way could misread the beginning of a line.
    private static func isMistakable(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
        line.first == "." && line.count == 1 || line.first == "F" && line.starts(with: "From ".unicodeScalars)
    }

    /// Returns whether a scalar stands for itself.
    private static func isLiteral(_ scalar: Unicode.Scalar, isLast: Bool) -> Bool {
        switch scalar {
        case " ", "\t": !isLast
        case "=": false
        default: (0x21...0x7E).contains(scalar.value)
        }
    }

    private static func bytes(of scalar: Unicode.Scalar) -> String {
        String(scalar).utf8.map { ($0 < 16 ? "=0" : "=") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
