/// The numbered placeholders in a sentence: `{1}`. Translations also have `{1&}` for a list and
/// `{1~}` for a sentence of the app.
package enum Placeholders {
    /// Splits a text into literals and placeholders. There is one more literal than placeholders.
    package static func split(_ text: String) -> (literals: [String], places: [Int]) {
        var literals = [String]()
        var places = [Int]()
        let bytes = text.utf8
        var start = bytes.startIndex
        var searchStart = bytes.startIndex
        while let brace = bytes[searchStart...].firstIndex(of: UInt8(ascii: "{")) {
            searchStart = bytes.index(after: brace)
            guard let (number, end) = first(bytes[brace...]) else { continue }
            literals.append(String(text[start..<brace]))
            places.append(number)
            start = end
            searchStart = end
        }
        return (literals + [String(text[start...])], places)
    }

    /// Returns the number of the placeholder at the start of a text, and its end.
    static func first<Text: Collection<UInt8>>(_ text: Text) -> (number: Int, end: Text.Index)?
    where Text.SubSequence == Text {
        guard text.first == UInt8(ascii: "{") else { return nil }
        let digits = text.dropFirst().prefix { (0x30...0x39).contains($0) }
        let number = digits.prefix(3).reduce(0) { $0 * 10 + Int($1) - 0x30 }
        guard (1...99).contains(number), digits.count < 3 else { return nil }
        var rest = text[digits.endIndex...]
        if rest.first == UInt8(ascii: "&") || rest.first == UInt8(ascii: "~") { rest = rest.dropFirst() }
        return rest.first == UInt8(ascii: "}") ? (number, rest.index(after: rest.startIndex)) : nil
    }

    /// Returns the numbers of the placeholders of a text, in their order.
    package static func numbers(in text: String) -> [Int] { split(text).places }

    /// Whether a placeholder holds a list.
    package static func isList(_ number: Int, in text: String) -> Bool { text.place(of: "{\(number)&}") != nil }

    /// Whether a placeholder holds a separate sentence of the app.
    static func isSentence(_ number: Int, in text: String) -> Bool { text.place(of: "{\(number)~}") != nil }

    static func shown(_ numbers: [Int]) -> String {
        numbers.isEmpty ? "none" : numbers.map { "{\($0)}" }.joined(separator: " ")
    }
}

extension StringProtocol {
    /// Finds the first occurrence of a text by bytes, because the library's search by characters is
    /// many times slower.
    func place(of wanted: String) -> Range<Index>? {
        guard let first = wanted.utf8.first else { return nil }
        var start = utf8.startIndex
        while let candidate = utf8[start...].firstIndex(of: first) {
            if utf8[candidate...].starts(with: wanted.utf8),
                let end = utf8.index(candidate, offsetBy: wanted.utf8.count, limitedBy: endIndex)
            {
                return candidate..<end
            }
            start = utf8.index(after: candidate)
        }
        return nil
    }
}
