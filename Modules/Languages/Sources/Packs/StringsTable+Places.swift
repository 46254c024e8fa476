extension StringsTable {
    /// Passes the keys with placeholders that may produce a text to a closure, judged by their
    /// first two literals.
    ///
    /// The search walks the text down the sorted keys byte by byte without reading whole keys.
    /// After a placeholder, it continues from every later byte.
    func keys(possiblyMatching text: [UInt8], _ body: (Int) -> Void) {
        var span = all
        for place in 0...text.count {
            let brace = span.narrowed(by: UInt8(ascii: "{"), in: self)
            // A paragraph of a longer text continues the numbering.
            for number in UInt8(ascii: "1")...UInt8(ascii: "9") where !brace.isEmpty {
                let open = brace.narrowed(by: number, in: self).narrowed(by: UInt8(ascii: "}"), in: self)
                if !open.isEmpty { afterPlaceholder(open, text, place, body) }
            }
            guard place < text.count else { return }
            span = span.narrowed(by: text[place], in: self)
            if span.isEmpty { return }
        }
    }

    /// Passes the keys of a span that match the text from any position after `start`, following
    /// their first placeholder.
    private func afterPlaceholder(_ open: Span, _ text: [UInt8], _ start: Int, _ body: (Int) -> Void) {
        if let keyIndex = open.completeKey(in: self) { body(keyIndex) }
        // The text may match another placeholder directly after this one.
        let adjacent = open.narrowed(by: UInt8(ascii: "{"), in: self)
        for index in adjacent.low..<max(adjacent.low, adjacent.high) { body(index) }
        for end in (start + 1)..<max(start + 1, text.count) {
            var span = open
            for place in end..<text.count {
                span = span.narrowed(by: text[place], in: self)
                if span.isEmpty { break }
                let next = span.narrowed(by: UInt8(ascii: "{"), in: self)
                for index in next.low..<next.high { body(index) }
            }
            if let keyIndex = span.completeKey(in: self) { body(keyIndex) }
        }
    }
}
