import Kernel

/// The readable plain text of an HTML field, without anything executable.
enum PlainHTML {
    /// Converts HTML to plain text.
    ///
    /// Tags become nothing or a space, and entities become characters. Scripts and styles are
    /// removed with their content, as are sounds and the braces of Anki's gaps.
    static func text(_ html: String) -> String {
        guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 || $0 == 0x5B || $0 == 0x7B }) else { return html }
        return decodingEntities(in: removingAnkiMarkup(in: removingTags(in: html)))
    }

    /// The elements that become a space.
    private static let spacingElements: Set<String> = [
        "br", "div", "p", "li", "tr", "td", "hr", "ul", "ol", "h1", "h2", "h3",
    ]
    /// The elements that are removed with their content.
    private static let removedElements: Set<String> = ["script", "style", "head", "iframe", "object", "svg"]

    /// Removes tags, comments and unreadable elements.
    private static func removingTags(in html: String) -> String {
        var text = String.UnicodeScalarView()
        var remaining = Substring(html).unicodeScalars
        while let scalar = remaining.popFirst() {
            guard scalar == "<" else {
                text.append(scalar)
                continue
            }
            if remaining.starts(with: "!--".unicodeScalars) {
                remaining =
                    Substring(remaining).firstRange(of: "-->").map {
                        Substring(remaining)[$0.upperBound...].unicodeScalars
                    }
                    ?? Substring().unicodeScalars
                continue
            }
            let isEnd = remaining.first == "/"
            let name = String(
                Substring(isEnd ? remaining.dropFirst() : remaining).prefix {
                    $0.isASCII && ($0.isLetter || $0.isNumber)
                }
            )
            .lowercased()
            // A `<` that opens no tag remains as text: 3 < 4.
            guard !name.isEmpty, let close = remaining.firstIndex(of: ">") else {
                text.append(scalar)
                continue
            }
            remaining = remaining[remaining.index(after: close)...]
            if spacingElements.contains(name) { text.append(" ") }
            if removedElements.contains(name), !isEnd { remaining = textAfterElement(name, remaining) }
        }
        return String(text)
    }

    /// Returns the text after the end of an element; empty if the element never ends.
    private static func textAfterElement(_ name: String, _ remaining: Substring.UnicodeScalarView)
        -> Substring.UnicodeScalarView
    {
        var remaining = remaining
        while let open = remaining.firstIndex(of: "<") {
            remaining = remaining[remaining.index(after: open)...]
            guard remaining.first == "/",
                String(Substring(remaining.dropFirst()).prefix(name.count)).lowercased() == name
            else {
                continue
            }
            guard let close = remaining.firstIndex(of: ">") else { break }
            return remaining[remaining.index(after: close)...]
        }
        return Substring().unicodeScalars
    }

    /// Removes `[sound:a.mp3]` and replaces `{{c1::word::hint}}` with its word.
    private static func removingAnkiMarkup(in text: String) -> String {
        guard text.contains("[sound:") || text.contains("{{c") else { return text }
        return text.replacing(/\[sound:[^\]]*\]/, with: "").replacing(/\{\{c\d+::(.*?)(?:::.*?)?\}\}/) { String($0.1) }
    }

    /// Returns the text with its known entities replaced; an unknown one stays as written.
    private static func decodingEntities(in text: String) -> String {
        guard text.utf8.contains(0x26) else { return text }
        var result = ""
        var remaining = Substring(text)
        while let ampersand = remaining.firstIndex(of: "&") {
            result += remaining[..<ampersand]
            remaining = remaining[remaining.index(after: ampersand)...]
            let name = remaining.prefix(10).prefix { $0 != ";" }
            guard name.endIndex < remaining.endIndex, remaining[name.endIndex] == ";", let letter = entity(String(name))
            else {
                result += "&"
                continue
            }
            result.unicodeScalars.append(letter)
            remaining = remaining[remaining.index(after: name.endIndex)...]
        }
        return result + remaining
    }

    /// Returns the character of an entity, by name or number, or nil if it is unknown.
    private static func entity(_ name: String) -> Unicode.Scalar? {
        if name.hasPrefix("#x") || name.hasPrefix("#X") {
            return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        }
        if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
        return namedEntities[name]
    }

    private static let namedEntities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    ]
}
