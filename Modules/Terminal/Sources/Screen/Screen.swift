/// Draws blocks as lines of text for a terminal or a pipe.
///
/// No line is wider than the width, whatever is in the blocks, but for tables in a pipe, which keep their cells whole for the program that
/// reads them; text from outside is sanitised here. Lines end with `\n` and have no
/// spaces at their end.
public struct Screen: Sendable {
    /// Columns that may be used, 1…10,000.
    public let width: Int
    /// How roles look.
    public let palette: Palette
    /// Whether the terminal's locale shows more than ASCII; where it does not, everything is drawn in `LatinText`.
    public let unicode: Bool
    /// Whether tables shrink to the width.
    public let fitsTables: Bool

    /// A screen. A width beyond what is sensible is brought back to it.
    public init(width: Int, palette: Palette, unicode: Bool, fitsTables: Bool = true) {
        (self.width, self.palette, self.unicode) = (min(max(width, 1), 10_000), palette, unicode)
        self.fitsTables = fitsTables
    }

    /// The blocks as text.
    public func draw(_ blocks: [Block]) -> String {
        lines(of: blocks).map { $0 + "\n" }.joined()
    }

    /// The blocks as lines without their ends.
    public func lines(of blocks: [Block]) -> [String] {
        blocks.flatMap(glyphs(of:)).map(paint)
    }

    /// Whether a locale's environment variables say UTF-8.
    public static func speaksUnicode(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        return locale.lowercased().replacing("-", with: "").contains("utf8")
    }

    var ellipsis: Character { unicode ? "…" : "~" }

    func glyphs(of block: Block) -> [[Glyph]] {
        switch unicode ? block : block.latin {
        case .heading(let text): wrapped(emphasised(text))
        case .paragraph(let text): wrapped(text)
        case .drawn(let text): [Glyph].lines(of: shown(text)).map { $0.truncated(to: width, ellipsis: ellipsis) }
        case .facts(let facts): lines(of: facts)
        case .table(let table): lines(of: table)
        case .bars(let chart): lines(of: chart)
        case .digits(let text): lines(ofDigits: text)
        case .illustrated(let illustration): illustration.blocks.flatMap(glyphs(of:))
        case .gap: [[]]
        }
    }

    func wrapped(_ text: StyledText, to width: Int? = nil) -> [[Glyph]] {
        [Glyph].lines(of: shown(text)).flatMap { $0.wrapped(to: width ?? self.width, ellipsis: ellipsis) }
    }

    /// Without colours a swatch is an empty box that says nothing: its word stands alone.
    func shown(_ text: StyledText) -> StyledText {
        palette.depth == .none ? text.withoutSwatches : text
    }

    private func emphasised(_ text: StyledText) -> StyledText {
        text.spans.allSatisfy { $0.role == .plain && $0.swatch == nil } ? StyledText(text.text, .title) : text
    }

    /// One line, with codes where the meaning changes.
    func paint(_ line: [Glyph]) -> String {
        let line = line.withoutTrailingBlanks
        var text = ""
        var start = 0
        while start < line.count {
            var end = start
            while end < line.count, line[end].role == line[start].role, line[end].swatch == line[start].swatch { end += 1 }
            text += palette.paint(String(line[start..<end].map(\.character)), line[start].role, swatch: line[start].swatch)
            start = end
        }
        return text
    }
}
