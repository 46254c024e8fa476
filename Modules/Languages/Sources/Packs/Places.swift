/// Numbered places in a sentence: `{1}`; in what is said also `{1&}`, where a list stands, and `{1~}`, where a sentence of the app does.
enum Places {
    /// The text in pieces: literal, place, literal, …; as many literals as places and one more.
    static func split(_ text: String) -> (literals: [String], places: [Int]) {
        var (literals, places) = ([String](), [Int]())
        let bytes = text.utf8
        var (start, look) = (bytes.startIndex, bytes.startIndex)
        while let open = bytes[look...].firstIndex(of: UInt8(ascii: "{")) {
            look = bytes.index(after: open)
            guard let (number, end) = first(bytes[open...]) else { continue }
            literals.append(String(text[start..<open]))
            places.append(number)
            (start, look) = (end, end)
        }
        return (literals + [String(text[start...])], places)
    }

    /// The number of the place that a text begins with, and where the place ends.
    static func first<Text: Collection<UInt8>>(_ text: Text) -> (number: Int, end: Text.Index)? where Text.SubSequence == Text {
        guard text.first == UInt8(ascii: "{") else { return nil }
        let digits = text.dropFirst().prefix { (0x30...0x39).contains($0) }
        let number = digits.prefix(3).reduce(0) { $0 * 10 + Int($1) - 0x30 }
        guard (1...99).contains(number), digits.count < 3 else { return nil }
        var rest = text[digits.endIndex...]
        if rest.first == UInt8(ascii: "&") || rest.first == UInt8(ascii: "~") { rest = rest.dropFirst() }
        return rest.first == UInt8(ascii: "}") ? (number, rest.index(after: rest.startIndex)) : nil
    }

    static func numbers(in text: String) -> [Int] { split(text).places }

    /// Whether a list stands in a place.
    static func isList(_ number: Int, in text: String) -> Bool { text.place(of: "{\(number)&}") != nil }

    /// Whether what stands in a place is a sentence that the app says elsewhere by itself.
    static func isSentence(_ number: Int, in text: String) -> Bool { text.place(of: "{\(number)~}") != nil }

    static func shown(_ numbers: [Int]) -> String {
        numbers.isEmpty ? "none" : numbers.map { "{\($0)}" }.joined(separator: " ")
    }
}

extension StringProtocol {
    /// Where the bytes of a text stand first; the library's own search is made for characters, and many times slower.
    func place(of wanted: String) -> Range<Index>? {
        guard let first = wanted.utf8.first else { return nil }
        var start = utf8.startIndex
        while let found = utf8[start...].firstIndex(of: first) {
            if utf8[found...].starts(with: wanted.utf8),
                let end = utf8.index(found, offsetBy: wanted.utf8.count, limitedBy: endIndex)
            {
                return found..<end
            }
            start = utf8.index(after: found)
        }
        return nil
    }
}
