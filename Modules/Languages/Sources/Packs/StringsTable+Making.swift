extension StringsTable {
    /// That a text is made from a key with places, and how.
    struct Making {
        /// Which key it is.
        let index: Int
        /// How many bytes of the key are its own.
        let literal: Int
        /// Whether nothing of its own stands before the first place.
        let beginsWithPlace: Bool
        /// Where in the text stands what fills the places, in their order.
        let places: [Range<Int>]
        /// The number of the first place, which the others follow.
        fileprivate let first: Int

        /// What fills the places, by their numbers.
        func fillings(in text: [UInt8]) -> [String] {
            [String](repeating: "", count: first - 1) + places.map { String(decoding: text[$0], as: UTF8.self) }
        }
    }

    /// How a text is made from a key; nil where it is not. Nothing of either is copied: most keys that are asked make none.
    func making(_ index: Int, of text: [UInt8]) -> Making? {
        let key = key(index)
        guard let last = key.last, last == UInt8(ascii: "}") || last == text.last else { return nil }
        var pieces = Pieces(key)
        let head = pieces.literal()
        guard text.starts(with: head) else { return nil }
        var (start, own, first, places) = (head.count, head.count, 0, [Range<Int>]())
        while let number = pieces.place() {
            if places.isEmpty { first = number }
            guard number == first + places.count else { return nil }
            let literal = pieces.literal()
            // Of two places with nothing between them the last has all of it.
            let end =
                pieces.isAtEnd
                ? text.endIndex - literal.count
                : literal.isEmpty ? start : StringsTable.place(of: literal, in: text, behind: start)
            // What ends a sentence may be left out: `Removed.{1}`.
            guard let end, end > start || end == start && literal.isEmpty && own > 0, text[end...].starts(with: literal) else {
                return nil
            }
            places.append(start..<end)
            (start, own) = (end + literal.count, own + literal.count)
        }
        guard !places.isEmpty else { return nil }
        return Making(index: index, literal: own, beginsWithPlace: head.isEmpty, places: places, first: first)
    }

    /// Where a literal stands behind a place. What people wrote may itself have quotation marks, and within those it is not looked for.
    private static func place(of literal: Slice<UnsafeRawBufferPointer>, in text: [UInt8], behind start: Int) -> Int? {
        guard let head = literal.first else { return nil }
        var (found, open) = (Int?.none, 0)
        for place in start..<max(start, text.count) {
            if text[place] == head, text[place...].starts(with: literal) {
                if open == 0 { return place }
                found = found ?? place
            }
            // “ and ” in UTF-8.
            guard text[place] == 0xE2, text[place...].prefix(2).last == 0x80 else { continue }
            let mark = text[place...].prefix(3).last
            open += mark == 0x9C ? 1 : mark == 0x9D ? -1 : 0
        }
        return found
    }

    /// The pieces of a key: a literal, a place, a literal, …
    private struct Pieces {
        private let key: Slice<UnsafeRawBufferPointer>
        private var at: Int

        init(_ key: Slice<UnsafeRawBufferPointer>) { (self.key, at) = (key, key.startIndex) }

        var isAtEnd: Bool { at == key.endIndex }

        /// What stands before the next place, or the end.
        mutating func literal() -> Slice<UnsafeRawBufferPointer> {
            let start = at
            while at < key.endIndex, key[at] != UInt8(ascii: "{") || Places.first(key[at...]) == nil { at += 1 }
            return key[start..<at]
        }

        /// The number of the place that is next; nil at the end.
        mutating func place() -> Int? {
            guard let (number, end) = Places.first(key[at...]) else { return nil }
            at = end
            return number
        }
    }
}
