/// A reader and writer for comma-separated values (RFC 4180) that are safe to open in a
/// spreadsheet.
package enum CSV {
    /// Writes rows with CRLF line ends and protects fields that look like formulas.
    ///
    /// A field that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets a leading
    /// apostrophe, because a spreadsheet would take it for a formula. A plain number such as `-3.5`
    /// stays as it is. `unguarded` removes the apostrophe.
    package static func text(_ rows: [[String]]) -> String {
        rows.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func field(_ text: String) -> String {
        let safe = isFormula(text) ? "'" + text : text
        let needsQuotes = safe.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
        guard needsQuotes else { return safe }
        // The loop runs over scalars, because a combining mark after a quotation mark forms a
        // different character.
        let doubled = safe.unicodeScalars.reduce(into: String.UnicodeScalarView()) { text, scalar in
            if scalar == "\"" { text.append(scalar) }
            text.append(scalar)
        }
        return "\"" + String(doubled) + "\""
    }

    private static func isFormula(_ text: String) -> Bool {
        // If the text has its own apostrophe before a formula sign, it gets another. So
        // `unguarded` removes only the added one.
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }), "=+-@\t\r".unicodeScalars.contains(first)
        else { return false }
        return first != "-" || Double(text) == nil
    }

    /// Returns a field without the apostrophe that `text` added.
    package static func unguarded(_ field: String) -> String {
        field.hasPrefix("'") && isFormula(field) ? String(field.dropFirst()) : field
    }

    /// Reads the output of `text` and any other RFC 4180 text, with either kind of line ending.
    /// Apostrophes are kept.
    package static func rows(_ text: String) -> [[String]] {
        var reader = Reader(text)
        return reader.rows()
    }

    /// Splits a text into rows and fields.
    private struct Reader {
        private var remainder: Substring.UnicodeScalarView

        init(_ text: String) { remainder = Substring(text).unicodeScalars }

        mutating func rows() -> [[String]] {
            var rows: [[String]] = []
            while !remainder.isEmpty { rows.append(row()) }
            return rows
        }

        private mutating func row() -> [String] {
            var row = [field()]
            while remainder.first == "," {
                remainder.removeFirst()
                row.append(field())
            }
            if remainder.first == "\r" { remainder.removeFirst() }
            if remainder.first == "\n" { remainder.removeFirst() }
            return row
        }

        private mutating func field() -> String {
            guard remainder.first == "\"" else {
                let text = remainder.prefix { $0 != "," && $0 != "\n" && $0 != "\r" }
                remainder = remainder[text.endIndex...]
                return String(text)
            }
            remainder.removeFirst()
            var text = String.UnicodeScalarView()
            while let scalar = remainder.popFirst() {
                if scalar != "\"" {
                    text.append(scalar)
                } else if remainder.first == "\"" {
                    text.append("\"")
                    remainder.removeFirst()
                } else {
                    break
                }
            }
            return String(text)
        }
    }
}
