extension [Glyph] {
    /// Lines of at most `width` columns, broken at spaces; a word that is longer than a line is broken between clusters, and so is text
    /// that is written without spaces. A cluster that is wider than the whole line becomes the ellipsis. Spaces at a break are dropped.
    func wrapped(to width: Int, ellipsis: Character) -> [[Glyph]] {
        var wrapping = Wrapping(width: width, ellipsis: ellipsis)
        for glyph in self { wrapping.take(glyph) }
        return wrapping.finish()
    }
}

/// One paragraph on its way into lines.
private struct Wrapping {
    let width: Int
    let ellipsis: Character
    private var lines: [[Glyph]] = []
    private var line: [Glyph] = []
    private var lineColumns = 0
    private var blanks: [Glyph] = []
    private var word: [Glyph] = []
    private var wordColumns = 0

    init(width: Int, ellipsis: Character) { (self.width, self.ellipsis) = (width, ellipsis) }

    mutating func take(_ glyph: Glyph) {
        if glyph.character == " " && glyph.swatch == nil {
            placeWord()
            blanks.append(glyph)
            return
        }
        let fitting = glyph.columns > width ? Glyph(ellipsis, glyph.role) : glyph
        // Hangul in Korean is spaced, but Han and kana are not: a line may break before each of their characters.
        if fitting.columns > 1, let last = word.last, last.columns > 1, !isHangul(fitting), !isHangul(last) { placeWord() }
        word.append(fitting)
        wordColumns += fitting.columns
        if wordColumns > width { breakWord() }
    }

    mutating func finish() -> [[Glyph]] {
        placeWord()
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }

    private mutating func placeWord() {
        guard !word.isEmpty else { return }
        // Spaces at the start of a text are an indentation and stay, as far as they fit.
        let between = lines.isEmpty && line.isEmpty ? Array(blanks.prefix(Swift.max(0, width - wordColumns))) : blanks
        if line.isEmpty && !lines.isEmpty {
            startLine()
        } else if lineColumns + between.count + wordColumns > width {
            lines.append(line)
            startLine()
        } else {
            line += between
            lineColumns += between.count
        }
        line += word
        lineColumns += wordColumns
        (blanks, word, wordColumns) = ([], [], 0)
    }

    private mutating func startLine() { (line, lineColumns) = ([], 0) }

    /// The word is one glyph too long for a line of its own: what came before that glyph fills the line.
    private mutating func breakWord() {
        let over = word.removeLast()
        wordColumns -= over.columns
        placeWord()
        lines.append(line)
        startLine()
        (word, wordColumns) = ([over], over.columns)
    }

    private func isHangul(_ glyph: Glyph) -> Bool {
        guard let value = glyph.character.unicodeScalars.first?.value else { return false }
        return (0x1100...0x11FF).contains(value) || (0x3130...0x318F).contains(value) || (0xAC00...0xD7FF).contains(value)
    }
}
