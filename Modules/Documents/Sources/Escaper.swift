/// Escaping of text for its output format.
package enum Escaper {
    /// Escapes text for HTML and XML, including quoted attributes.
    ///
    /// Characters that XML forbids become U+FFFD. So do characters that change the text direction,
    /// because their effect could extend past the paragraph.
    package static func markup(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(isHarmless(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return escaped
    }

    /// Escapes formatting, links and HTML for Markdown and keeps line ends.
    package static func markdown(_ text: String) -> String {
        var escaped = ""
        var startsLine = true
        for scalar in text.unicodeScalars {
            let isSpecial =
                "\\`*_[]<>&|~".unicodeScalars.contains(scalar) || (startsLine && "#+-=".unicodeScalars.contains(scalar))
            if isSpecial { escaped += "\\" }
            escaped.unicodeScalars.append(isHarmless(scalar) ? scalar : "\u{FFFD}")
            startsLine = scalar == "\n" || (startsLine && scalar == " ")
        }
        return numberedListsEscaped(escaped)
    }

    /// Returns plain text with control characters replaced by U+FFFD, except line ends and tabs.
    package static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmless($0) ? $0 : "\u{FFFD}" }))
    }

    private static func numberedListsEscaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let digits = line.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, let after = line[digits.endIndex...].first, after == "." || after == ")" else {
                return String(line)
            }
            return line[..<digits.endIndex] + "\\" + line[digits.endIndex...]
        }.joined(separator: "\n")
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: true
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
