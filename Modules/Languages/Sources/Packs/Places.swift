/// Numbered places in a sentence: `{1}`; `{1&}` in what is said, where a list stands.
enum Places {
    /// The text in pieces: literal, place, literal, …; as many literals as places and one more.
    static func split(_ text: String) -> (literals: [String], places: [Int]) {
        var (literals, places) = ([String](), [Int]())
        let bytes = text.utf8
        var (start, look) = (bytes.startIndex, bytes.startIndex)
        while let open = bytes[look...].firstIndex(of: UInt8(ascii: "{")) {
            look = bytes.index(after: open)
            guard let (number, end) = number(bytes[look...]) else { continue }
            literals.append(String(text[start..<open]))
            places.append(number)
            (start, look) = (end, end)
        }
        return (literals + [String(text[start...])], places)
    }

    /// The number of a place behind its brace, and where the place ends.
    private static func number(_ text: Substring.UTF8View) -> (number: Int, end: String.Index)? {
        let digits = text.prefix { (0x30...0x39).contains($0) }
        guard (1...2).contains(digits.count), let number = Int(Substring(digits)), number > 0 else { return nil }
        var rest = text[digits.endIndex...]
        if rest.first == UInt8(ascii: "&") { rest.removeFirst() }
        return rest.first == UInt8(ascii: "}") ? (number, rest.index(after: rest.startIndex)) : nil
    }

    static func numbers(in text: String) -> [Int] { split(text).places }

    /// Whether a list stands in a place.
    static func isList(_ number: Int, in text: String) -> Bool { text.place(of: "{\(number)&}") != nil }

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
