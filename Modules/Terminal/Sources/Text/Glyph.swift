import Interface
import Kernel

/// One grapheme cluster to draw, with its columns and its role.
struct Glyph: Hashable, Sendable {
    let character: Character
    let columns: Int
    let role: TextRole
    var swatch: RGBColor?
    var colors: CellColors?

    init(_ character: Character, _ role: TextRole = .plain, swatch: RGBColor? = nil, colors: CellColors? = nil) {
        self.character = character
        self.role = role
        self.swatch = swatch
        self.colors = colors
        columns = DisplayWidth.columns(of: character)
    }

    static let blank = Glyph(" ")

    /// Whether it marks a list item or the kind of a line: a bullet, a star, a tick.
    var isSign: Bool {
        guard swatch == nil, let scalar = character.unicodeScalars.first else { return false }
        return [.otherSymbol, .mathSymbol].contains(scalar.properties.generalCategory) || "•·*-".contains(character)
    }
}

extension [Glyph] {
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text without roles.
    var text: String { String(map(\.character)) }

    init(clean text: String, _ role: TextRole = .plain) { self = text.map { Glyph($0, role) } }

    /// Returns the cleaned lines of a text.
    ///
    /// Clusters may extend across spans, as a terminal finds them. Such a cluster has the role of
    /// its first scalar.
    static func lines(of text: StyledText) -> [[Glyph]] { glyphs(of: text, clean: Sanitized.lines).split(at: "\n") }

    /// Returns a cleaned text on one line.
    static func line(of text: StyledText) -> [Glyph] { glyphs(of: text, clean: Sanitized.line) }

    private static func glyphs(of text: StyledText, clean: (String) -> String) -> [Glyph] {
        let spans = text.spans.map { ($0, clean($0.text)) }
        let joined = clean(spans.map(\.1).joined())
        if spans.count == 1, let singleSpan = spans.first?.0 {
            return joined.map { Glyph($0, singleSpan.role, swatch: singleSpan.swatch, colors: singleSpan.colors) }
        }
        var glyphs: [Glyph] = []
        var index = 0
        var spanStart = 0
        var byteOffset = 0
        for character in joined {
            while index < spans.count - 1, byteOffset >= spanStart + spans[index].1.utf8.count {
                spanStart += spans[index].1.utf8.count
                index += 1
            }
            let span = spans[index].0
            glyphs.append(Glyph(character, span.role, swatch: span.swatch, colors: span.colors))
            byteOffset += character.utf8.count
        }
        return glyphs
    }

    private func split(at separator: Character) -> [[Glyph]] {
        split(omittingEmptySubsequences: false) { $0.character == separator }.map(Array.init)
    }

    /// Returns at most this many columns, cut between clusters, with an ellipsis in the last
    /// column.
    func truncated(to width: Int, ellipsis: Character) -> [Glyph] {
        guard columns > width else { return self }
        guard width > 0 else { return [] }
        var (trimmed, used): ([Glyph], Int) = ([], 0)
        for glyph in self {
            guard used + glyph.columns < width else { break }
            trimmed.append(glyph)
            used += glyph.columns
        }
        while trimmed.last?.character == " " { trimmed.removeLast() }
        return trimmed + [Glyph(ellipsis, trimmed.last?.role ?? first?.role ?? .plain)]
    }

    /// Returns at least this many columns, with spaces after or before the text.
    func padded(to width: Int, alignsRight: Bool = false) -> [Glyph] {
        let blanks = [Glyph](repeating: .blank, count: Swift.max(0, width - columns))
        return alignsRight ? blanks + self : self + blanks
    }

    /// The glyphs without trailing spaces.
    ///
    /// A swatch consists of spaces and remains.
    var withoutTrailingBlanks: [Glyph] {
        var trimmed = self
        while let last = trimmed.last, last.character == " ", last.swatch == nil, last.colors == nil {
            trimmed.removeLast()
        }
        return trimmed
    }
}
