extension StringsTable {
    /// A match of a text with a key that has placeholders.
    struct Match {
        let index: Int
        /// The number of literal bytes in the key.
        let literalLength: Int
        let beginsWithPlace: Bool
        /// The ranges of the placeholders' texts, in order.
        let places: [Range<Int>]
        fileprivate let first: Int

        /// Returns the placeholders' texts by number.
        func fillings(in text: [UInt8]) -> [String] {
            [String](repeating: "", count: first - 1) + places.map { String(decoding: text[$0], as: UTF8.self) }
        }
    }

    /// Matches a text with a key, or returns `nil`. It copies neither, because most keys do not
    /// match.
    func match(_ index: Int, of text: [UInt8]) -> Match? {
        let key = key(index)
        guard let last = key.last, last == UInt8(ascii: "}") || last == text.last else { return nil }
        var pieces = Pieces(key)
        let firstLiteral = pieces.literal()
        guard text.starts(with: firstLiteral) else { return nil }
        var start = firstLiteral.count
        var literalLength = firstLiteral.count
        var first = 0
        var places = [Range<Int>]()
        while let number = pieces.place() {
            if places.isEmpty { first = number }
            guard number == first + places.count else { return nil }
            let literal = pieces.literal()
            // Of two adjacent placeholders, the last takes all the text.
            let end =
                pieces.isAtEnd
                ? text.endIndex - literal.count
                : literal.isEmpty ? start : StringsTable.place(of: literal, in: text, after: start)
            // The last placeholder may be empty: `Removed.{1}`.
            guard let end, end > start || end == start && literal.isEmpty && literalLength > 0,
                text[end...].starts(with: literal)
            else { return nil }
            places.append(start..<end)
            start = end + literal.count
            literalLength = literalLength + literal.count
        }
        guard !places.isEmpty else { return nil }
        return Match(
            index: index, literalLength: literalLength, beginsWithPlace: firstLiteral.isEmpty, places: places,
            first: first)
    }

    /// Finds a literal after a position. Text inside quotation marks is skipped, because it is the
    /// user's own.
    private static func place(of literal: Slice<UnsafeRawBufferPointer>, in text: [UInt8], after start: Int) -> Int? {
        guard let firstByte = literal.first else { return nil }
        var quotedMatch = Int?.none
        var openQuotes = 0
        for place in start..<max(start, text.count) {
            if text[place] == firstByte, text[place...].starts(with: literal) {
                if openQuotes == 0 { return place }
                quotedMatch = quotedMatch ?? place
            }
            // “ and ” in UTF-8.
            guard text[place] == 0xE2, text[place...].prefix(2).last == 0x80 else { continue }
            let mark = text[place...].prefix(3).last
            openQuotes += mark == 0x9C ? 1 : mark == 0x9D ? -1 : 0
        }
        return quotedMatch
    }

    /// The alternating literals and placeholders of a key.
    private struct Pieces {
        private let key: Slice<UnsafeRawBufferPointer>
        private var position: Int

        init(_ key: Slice<UnsafeRawBufferPointer>) {
            self.key = key
            position = key.startIndex
        }

        var isAtEnd: Bool { position == key.endIndex }

        /// Returns the text before the next placeholder or the end.
        mutating func literal() -> Slice<UnsafeRawBufferPointer> {
            let start = position
            while position < key.endIndex,
                key[position] != UInt8(ascii: "{") || Placeholders.first(key[position...]) == nil
            { position += 1 }
            return key[start..<position]
        }

        /// Returns the number of the next placeholder, or `nil` at the end.
        mutating func place() -> Int? {
            guard let (number, end) = Placeholders.first(key[position...]) else { return nil }
            position = end
            return number
        }
    }
}
