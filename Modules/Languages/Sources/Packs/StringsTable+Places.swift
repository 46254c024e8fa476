extension StringsTable {
    /// The keys with places that a text can have been made from, as far as their first two literals tell.
    ///
    /// The text is walked down the keys byte by byte, and no key is read: where a place may stand, the walk goes on from every byte behind it.
    func keys(thatMayMake text: [UInt8], _ body: (Int) -> Void) {
        var span = all
        for place in 0...text.count {
            let brace = span.narrowed(by: UInt8(ascii: "{"), in: self)
            // A paragraph of a longer text goes on counting.
            for number in UInt8(ascii: "1")...UInt8(ascii: "9") where !brace.isEmpty {
                let open = brace.narrowed(by: number, in: self).narrowed(by: UInt8(ascii: "}"), in: self)
                if !open.isEmpty { behindThePlace(open, text, place, body) }
            }
            guard place < text.count else { return }
            span = span.narrowed(by: text[place], in: self)
            if span.isEmpty { return }
        }
    }

    /// The keys of a span that go on, behind their first place, as the text does from anywhere behind `start`.
    private func behindThePlace(_ open: Span, _ text: [UInt8], _ start: Int, _ body: (Int) -> Void) {
        if let whole = open.ended(in: self) { body(whole) }
        // Another place right behind it.
        let beside = open.narrowed(by: UInt8(ascii: "{"), in: self)
        for index in beside.low..<max(beside.low, beside.high) { body(index) }
        for end in (start + 1)..<max(start + 1, text.count) {
            var span = open
            for place in end..<text.count {
                span = span.narrowed(by: text[place], in: self)
                if span.isEmpty { break }
                let next = span.narrowed(by: UInt8(ascii: "{"), in: self)
                for index in next.low..<next.high { body(index) }
            }
            if let whole = span.ended(in: self) { body(whole) }
        }
    }
}
