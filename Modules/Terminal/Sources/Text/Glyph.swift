import Kernel

/// One grapheme cluster as it is drawn: its columns, and what it means.
struct Glyph: Hashable, Sendable {
    let character: Character
    let columns: Int
    let role: TextRole
    var swatch: RGBColor?
    var colors: CellColors?

    init(_ character: Character, _ role: TextRole = .plain, swatch: RGBColor? = nil, colors: CellColors? = nil) {
        (self.character, self.role, self.swatch, self.colors) = (character, role, swatch, colors)
        columns = DisplayWidth.columns(of: character)
    }

    static let blank = Glyph(" ")

    /// Whether it stands before an item of a list, or says at a glance what a line is: a bullet, a star, a tick.
    var isSign: Bool {
        guard swatch == nil, let scalar = character.unicodeScalars.first else { return false }
        return [.otherSymbol, .mathSymbol].contains(scalar.properties.generalCategory) || "•·*-".contains(character)
    }
}

extension [Glyph] {
    /// The columns of all of them.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text without meanings.
    var text: String { String(map(\.character)) }

    /// The glyphs of a text that is already clean.
    init(clean text: String, _ role: TextRole = .plain) { self = text.map { Glyph($0, role) } }

    /// The lines of a text, cleaned. Clusters are found across the borders of spans, as a terminal finds them; one that lies across
    /// a border has the meaning of its first scalar.
    static func lines(of text: StyledText) -> [[Glyph]] { glyphs(of: text, clean: Sanitised.lines).split(at: "\n") }

    /// A text on one line, cleaned.
    static func line(of text: StyledText) -> [Glyph] { glyphs(of: text, clean: Sanitised.line) }

    private static func glyphs(of text: StyledText, clean: (String) -> String) -> [Glyph] {
        let spans = text.spans.map { ($0, clean($0.text)) }
        let joined = clean(spans.map(\.1).joined())
        if spans.count == 1, let only = spans.first?.0 {
            return joined.map { Glyph($0, only.role, swatch: only.swatch, colors: only.colors) }
        }
        var glyphs: [Glyph] = []
        var (index, rest, place) = (0, 0, 0)
        for character in joined {
            while index < spans.count - 1, place >= rest + spans[index].1.utf8.count {
                rest += spans[index].1.utf8.count
                index += 1
            }
            let span = spans[index].0
            glyphs.append(Glyph(character, span.role, swatch: span.swatch, colors: span.colors))
            place += character.utf8.count
        }
        return glyphs
    }

    private func split(at separator: Character) -> [[Glyph]] {
        split(omittingEmptySubsequences: false) { $0.character == separator }.map(Array.init)
    }

    /// At most so many columns: what does not fit is cut at a cluster's border, and the last column says so.
    func truncated(to width: Int, ellipsis: Character) -> [Glyph] {
        guard columns > width else { return self }
        guard width > 0 else { return [] }
        var (kept, used): ([Glyph], Int) = ([], 0)
        for glyph in self {
            guard used + glyph.columns < width else { break }
            kept.append(glyph)
            used += glyph.columns
        }
        while kept.last?.character == " " { kept.removeLast() }
        return kept + [Glyph(ellipsis, kept.last?.role ?? first?.role ?? .plain)]
    }

    /// At least so many columns, with spaces behind or in front.
    func padded(to width: Int, alignsRight: Bool = false) -> [Glyph] {
        let blanks = [Glyph](repeating: .blank, count: Swift.max(0, width - columns))
        return alignsRight ? blanks + self : self + blanks
    }

    /// Without the spaces at the end. A swatch is made of spaces and stays.
    var withoutTrailingBlanks: [Glyph] {
        var kept = self
        while let last = kept.last, last.character == " ", last.swatch == nil, last.colors == nil { kept.removeLast() }
        return kept
    }
}
