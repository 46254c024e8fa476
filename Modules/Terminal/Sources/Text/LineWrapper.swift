extension [Glyph] {
    /// Wraps into lines of at most `width` columns at spaces, and never within a command that fits
    /// a line.
    ///
    /// Commands have the role `input` or are between backticks. Spaces at a break are dropped. Text
    /// without spaces breaks between clusters. A cluster wider than the whole line becomes the
    /// ellipsis.
    ///
    /// - Parameter mayOverflow: whether a word or command longer than a line exceeds it. Otherwise
    ///   it is broken.
    func wrapped(to width: Int, ellipsis: Character, mayOverflow: Bool = false) -> [[Glyph]] {
        let gluedPlaces = gluedBlanks(upTo: mayOverflow ? .max : width)
        var wrapping = Wrapping(width: width, ellipsis: ellipsis, mayOverflow: mayOverflow)
        for (place, glyph) in enumerated() { wrapping.take(glyph, isGlued: gluedPlaces.contains(place)) }
        return wrapping.finish()
    }

    /// The number of glyphs before the words of an indented line or a list item.
    ///
    /// It counts spaces, then a sign and a space (`• `, `★ `), or a key or a number and two spaces.
    /// It is 0 if the words begin at once.
    var hangingIndent: Int {
        let blanks = prefix { $0.character == " " && $0.swatch == nil }.count
        let words = dropFirst(blanks)
        let count = count - blanks
        guard let first = words.first else { return 0 }
        func isBlank(_ place: Int) -> Bool { place < count && words[words.startIndex + place].character == " " }
        if count > 2, first.isSign, isBlank(1), !isBlank(2) { return blanks + 2 }
        let key = words.prefix {
            $0.role == .input && $0.character != " " && $0.columns == 1 || $0.character.isWholeNumber
        }.count
        return 1...2 ~= key && count > key + 2 && isBlank(key) && isBlank(key + 1) ? blanks + key + 2 : blanks
    }

    /// The columns of the longest piece that must not be broken.
    var longestPiece: Int {
        let gluedPlaces = gluedBlanks(upTo: .max)
        var longest = 0
        var current = 0
        for (place, glyph) in enumerated() {
            current = glyph.character == " " && !gluedPlaces.contains(place) ? 0 : current + (glyph.columns > 1 ? 0 : 1)
            longest = Swift.max(longest, current)
        }
        return longest
    }

    /// Whether the line contains a command or a path, which people copy whole.
    var holdsPiece: Bool {
        !commandBlanks(upTo: .max).isEmpty
            || contains { $0.role == .input || $0.character == "/" || $0.character == "`" }
    }

    /// Returns the positions of spaces without a line break: before some signs, and within commands
    /// of at most this many columns.
    private func gluedBlanks(upTo limit: Int) -> Set<Int> { unbreakableBlanks.union(commandBlanks(upTo: limit)) }

    /// The positions of spaces between a figure and its percent sign, and of French spaces before
    /// signs and within quotation marks.
    private var unbreakableBlanks: Set<Int> {
        Set(
            indices.dropFirst().dropLast().filter { place in
                guard self[place].character == " " else { return false }
                let before = self[place - 1].character
                let after = self[place + 1].character
                if before == "«" || after == "»" { return before != " " }
                if after == "%" { return before.isNumber }
                guard [":", ";", "?", "!"].contains(after), before != " " else { return false }
                return place + 2 == count || [" ", "»"].contains(self[place + 2].character)
            })
    }

    /// Returns the positions of spaces within commands of at most this many columns.
    private func commandBlanks(upTo limit: Int) -> Set<Int> {
        guard contains(where: { $0.role == .input || $0.character == "`" }) else { return [] }
        var places: Set<Int> = []
        var start: (place: Int, isInBackticks: Bool)?
        func close(before end: Int) {
            if let start, Array(self[start.place..<end]).columns <= limit {
                places.formUnion((start.place..<end).filter { self[$0].character == " " && self[$0].swatch == nil })
            }
            start = nil
        }
        for place in indices {
            switch (self[place].character == "`", start) {
            case (true, let open?) where open.isInBackticks: close(before: place)
            case (true, _):
                close(before: place)
                if self[(place + 1)...].contains(where: { $0.character == "`" }) { start = (place, true) }
            case (false, nil): if self[place].role == .input { start = (place, false) }
            case (false, let open?): if !open.isInBackticks, self[place].role != .input { close(before: place) }
            }
        }
        close(before: count)
        return places
    }
}

/// The wrapping of one paragraph.
private struct Wrapping {
    let width: Int
    let ellipsis: Character
    let mayOverflow: Bool
    private var lines: [[Glyph]] = []
    private var line: [Glyph] = []
    private var lineColumns = 0
    private var blanks: [Glyph] = []
    private var word: [Glyph] = []
    private var wordColumns = 0
    private var isCommand = false

    init(width: Int, ellipsis: Character, mayOverflow: Bool) {
        self.width = width
        self.ellipsis = ellipsis
        self.mayOverflow = mayOverflow
    }

    /// Adds a glyph to the current word, which a space ends.
    mutating func take(_ glyph: Glyph, isGlued: Bool) {
        if glyph.character == " " && glyph.swatch == nil && !isGlued {
            placeWord()
            blanks.append(glyph)
            return
        }
        let fitting = glyph.columns > width ? Glyph(ellipsis, glyph.role) : glyph
        // Korean Hangul is spaced, but Han and kana are not: a line may break before each of their
        // characters.
        if fitting.columns > 1, let last = word.last, last.columns > 1, !isHangul(fitting), !isHangul(last) {
            placeWord()
        }
        word.append(fitting)
        wordColumns += fitting.columns
        isCommand = isCommand || isGlued
        if wordColumns > width, !mayOverflow || fitting.columns > 1 && !isCommand { breakWord() }
    }

    mutating func finish() -> [[Glyph]] {
        placeWord()
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }

    /// Appends the current word to the line, or to a new line if it does not fit.
    private mutating func placeWord() {
        guard !word.isEmpty else { return }
        // Spaces at the start of a text are an indentation and remain, as far as they fit.
        let gap = lines.isEmpty && line.isEmpty ? Array(blanks.prefix(Swift.max(0, width - wordColumns))) : blanks
        if line.isEmpty && !lines.isEmpty {
            startLine()
        } else if !line.isEmpty, lineColumns + gap.count + wordColumns > width {
            lines.append(line)
            startLine()
        } else {
            line += gap
            lineColumns += gap.count
        }
        line += word
        lineColumns += wordColumns
        blanks = []
        word = []
        wordColumns = 0
        isCommand = false
    }

    private mutating func startLine() { (line, lineColumns) = ([], 0) }

    /// Breaks a word that is one glyph too long for a line.
    ///
    /// The glyphs before that one fill the line.
    private mutating func breakWord() {
        let excessGlyph = word.removeLast()
        wordColumns -= excessGlyph.columns
        placeWord()
        lines.append(line)
        startLine()
        word = [excessGlyph]
        wordColumns = excessGlyph.columns
    }

    private func isHangul(_ glyph: Glyph) -> Bool {
        guard let value = glyph.character.unicodeScalars.first?.value else { return false }
        return (0x1100...0x11FF).contains(value) || (0x3130...0x318F).contains(value)
            || (0xAC00...0xD7FF).contains(value)
    }
}
