/// Comma-separated values as RFC 4180 has them, safe to open in a spreadsheet.
public enum CSV {
    /// Rows with CRLF line ends. A field that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe in front, because a
    /// spreadsheet would take it for a formula; a plain number such as `-3.5` does not. `plain` takes it off again.
    public static func text(_ rows: [[String]]) -> String {
        rows.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func field(_ text: String) -> String {
        let safe = isFormula(text) ? "'" + text : text
        let needsQuotes = safe.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
        guard needsQuotes else { return safe }
        // By scalars: a mark above a quotation mark makes another character of the two.
        let doubled = safe.unicodeScalars.reduce(into: String.UnicodeScalarView()) { text, scalar in
            if scalar == "\"" { text.append(scalar) }
            text.append(scalar)
        }
        return "\"" + String(doubled) + "\""
    }

    private static func isFormula(_ text: String) -> Bool {
        // An apostrophe of the text's own, before what would be a formula, gets another: so `plain` takes off what was added, and nothing else.
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }), "=+-@\t\r".unicodeScalars.contains(first) else {
            return false
        }
        return first != "-" || Double(text) == nil
    }

    /// A field as it was before `text` put an apostrophe in front.
    public static func plain(_ field: String) -> String {
        field.hasPrefix("'") && isFormula(field) ? String(field.dropFirst()) : field
    }

    /// Reads what `text` writes, and any other RFC 4180 text, line ends of either kind. The apostrophe stays.
    public static func rows(_ text: String) -> [[String]] {
        var reader = Reader(text)
        return reader.rows()
    }

    private struct Reader {
        private var rest: Substring.UnicodeScalarView

        init(_ text: String) { rest = Substring(text).unicodeScalars }

        mutating func rows() -> [[String]] {
            var rows: [[String]] = []
            while !rest.isEmpty { rows.append(row()) }
            return rows
        }

        private mutating func row() -> [String] {
            var row = [field()]
            while rest.first == "," {
                rest.removeFirst()
                row.append(field())
            }
            if rest.first == "\r" { rest.removeFirst() }
            if rest.first == "\n" { rest.removeFirst() }
            return row
        }

        private mutating func field() -> String {
            guard rest.first == "\"" else {
                let text = rest.prefix { $0 != "," && $0 != "\n" && $0 != "\r" }
                rest = rest[text.endIndex...]
                return String(text)
            }
            rest.removeFirst()
            var text = String.UnicodeScalarView()
            while let scalar = rest.popFirst() {
                if scalar != "\"" {
                    text.append(scalar)
                } else if rest.first == "\"" {
                    text.append("\"")
                    rest.removeFirst()
                } else {
                    break
                }
            }
            return String(text)
        }
    }
}
