import Kernel

/// The readable plain text of an HTML field, without anything executable.
enum PlainHTML {
    /// Converts HTML to plain text.
    ///
    /// Tags become nothing or a space, and entities become characters. Scripts and styles are
    /// removed with their content, as are sounds and the braces of Anki's gaps.
    static func text(_ html: String) -> String {
        guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 || $0 == 0x5B || $0 == 0x7B }) else { return html }
        return entities(in: marks(in: tags(in: html)))
    }

    private static let breaking: Set<String> = ["br", "div", "p", "li", "tr", "td", "hr", "ul", "ol", "h1", "h2", "h3"]
    private static let silent: Set<String> = ["script", "style", "head", "iframe", "object", "svg"]

    private static func tags(in html: String) -> String {
        var text = String.UnicodeScalarView()
        var rest = Substring(html).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "<" else {
                text.append(scalar)
                continue
            }
            if rest.starts(with: "!--".unicodeScalars) {
                rest =
                    Substring(rest).firstRange(of: "-->").map { Substring(rest)[$0.upperBound...].unicodeScalars }
                    ?? Substring().unicodeScalars
                continue
            }
            let isEnd = rest.first == "/"
            let name = String(
                Substring(isEnd ? rest.dropFirst() : rest).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            )
            .lowercased()
            // A `<` that opens no tag remains as text: 3 < 4.
            guard !name.isEmpty, let close = rest.firstIndex(of: ">") else {
                text.append(scalar)
                continue
            }
            rest = rest[rest.index(after: close)...]
            if breaking.contains(name) { text.append(" ") }
            if silent.contains(name), !isEnd { rest = behind(name, rest) }
        }
        return String(text)
    }

    /// Returns the text after the end of an element; empty if the element never ends.
    private static func behind(_ name: String, _ rest: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var rest = rest
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            guard rest.first == "/", String(Substring(rest.dropFirst()).prefix(name.count)).lowercased() == name else {
                continue
            }
            guard let close = rest.firstIndex(of: ">") else { break }
            return rest[rest.index(after: close)...]
        }
        return Substring().unicodeScalars
    }

    /// Removes `[sound:a.mp3]` and replaces `{{c1::word::hint}}` with its word.
    private static func marks(in text: String) -> String {
        guard text.contains("[sound:") || text.contains("{{c") else { return text }
        return text.replacing(/\[sound:[^\]]*\]/, with: "").replacing(/\{\{c\d+::(.*?)(?:::.*?)?\}\}/) { String($0.1) }
    }

    private static func entities(in text: String) -> String {
        guard text.utf8.contains(0x26) else { return text }
        var result = ""
        var rest = Substring(text)
        while let mark = rest.firstIndex(of: "&") {
            result += rest[..<mark]
            rest = rest[rest.index(after: mark)...]
            let name = rest.prefix(10).prefix { $0 != ";" }
            guard name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let letter = entity(String(name)) else {
                result += "&"
                continue
            }
            result.unicodeScalars.append(letter)
            rest = rest[rest.index(after: name.endIndex)...]
        }
        return result + rest
    }

    private static func entity(_ name: String) -> Unicode.Scalar? {
        if name.hasPrefix("#x") || name.hasPrefix("#X") {
            return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        }
        if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
        return known[name]
    }

    private static let known: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    ]
}
