/// Draws blocks as lines of text for a terminal or a pipe.
///
/// Text from outside is sanitised here. Lines end with `\n` and have no spaces at their end. What does not fit the width gives way as `Fit` says.
public struct Screen: Sendable {
    /// Columns that may be used, 1…10,000.
    public let width: Int
    /// How roles look.
    public let palette: Palette
    /// Whether the terminal's locale shows more than ASCII; where it does not, everything is drawn in `LatinText`.
    public let unicode: Bool
    /// What becomes of what is wider.
    public let fit: Fit

    /// How many rows large digits may take.
    let digitRows: Int

    /// What becomes of lines that are wider than the width.
    public enum Fit: Sendable {
        /// No line is wider, whatever is in the blocks: for full screens, where one that is would destroy the others.
        case screen
        /// Lines break between words alone. A command, a path and whatever else is one word is never broken: it stands on a line of its own, and
        /// goes over the edge when it is wider than that, so that it can be copied whole.
        case page
        /// Nothing is broken or cut: a paragraph is a line, for the program that reads the pipe.
        case pipe
    }

    /// A screen. A width beyond what is sensible is brought back to it.
    public init(width: Int, palette: Palette, unicode: Bool, fit: Fit = .screen) {
        self.init(width: width, palette: palette, unicode: unicode, fit: fit, digitRows: LargeDigits.rows)
    }

    init(width: Int, palette: Palette, unicode: Bool, fit: Fit = .screen, digitRows: Int) {
        self.digitRows = digitRows
        (self.width, self.palette, self.unicode) = (min(max(width, 1), 10_000), palette, unicode)
        self.fit = fit
    }

    /// The blocks as text.
    public func draw(_ blocks: [Block]) -> String {
        var text = ""
        for line in lines(of: blocks) { text += line + "\n" }
        return text
    }

    /// The blocks as lines without their ends.
    public func lines(of blocks: [Block]) -> [String] {
        blocks.flatMap { block in
            // Long, and in no need of glyphs where it fits.
            if case .table(let table) = unicode ? block : block.latin {
                lines(of: table).map(paint)
            } else {
                glyphs(of: block).map(paint)
            }
        }
    }

    /// Whether a locale's environment variables say UTF-8.
    public static func speaksUnicode(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        return locale.lowercased().replacing("-", with: "").contains("utf8")
    }

    var ellipsis: Character { unicode ? "…" : "~" }

    func glyphs(of block: Block) -> [[Glyph]] {
        switch unicode ? block : block.latin {
        case .heading(let text): hanging(emphasised(text))
        case .paragraph(let text): hanging(text)
        case .drawn(let text):
            [Glyph].lines(of: shown(text)).map { fit == .pipe ? $0 : $0.truncated(to: width, ellipsis: ellipsis) }
        case .copied(let text):
            [Glyph].lines(of: shown(text)).map { fit == .pipe || fit == .page ? $0 : $0.truncated(to: width, ellipsis: ellipsis) }
        case .facts(let facts): lines(of: facts)
        case .table(let table): lines(of: table).map(\.glyphs)
        case .bars(let chart): lines(of: chart)
        case .digits(let text): lines(ofDigits: text)
        case .illustrated(let illustration): illustration.blocks.flatMap(glyphs(of:))
        case .banner(let banner): lines(of: banner)
        case .tiles(let grid): lines(of: grid)
        case .days(let grid): lines(of: grid)
        case .panels(let panels): Array(panels.map { $0.flatMap(glyphs(of:)) }.joined(separator: [[]]))
        case .sized(let forms): lines(ofSized: forms)
        case .gap: [[]]
        }
    }

    func wrapped(_ text: StyledText, to width: Int? = nil) -> [[Glyph]] {
        let lines = [Glyph].lines(of: shown(text))
        guard fit != .pipe else { return lines }
        return lines.flatMap { $0.wrapped(to: width ?? self.width, ellipsis: ellipsis, mayOverflow: fit == .page) }
    }

    /// The first form that fits; where none does the last one, cut.
    private func lines(ofSized forms: [[StyledText]]) -> [[Glyph]] {
        let drawn = forms.lazy.map { $0.map { [Glyph].line(of: shown($0)) } }
        let chosen = drawn.first { fit == .pipe || $0.allSatisfy { $0.columns <= width } } ?? drawn.last ?? []
        return chosen.map { fit == .pipe ? $0 : $0.truncated(to: width, ellipsis: ellipsis) }
    }

    /// A paragraph or a heading; behind an indentation, a sign, or a key and two spaces its words go on below its words.
    private func hanging(_ text: StyledText) -> [[Glyph]] {
        let lines = [Glyph].lines(of: shown(text))
        guard fit != .pipe else { return lines }
        return lines.flatMap { line -> [[Glyph]] in
            let head = Array(line.prefix(line.hangingIndent))
            let indent = head.columns
            guard indent * 4 <= width else { return line.wrapped(to: width, ellipsis: ellipsis, mayOverflow: fit == .page) }
            let words = Array(line.dropFirst(head.count))
                .wrapped(to: max(1, width - indent), ellipsis: ellipsis, mayOverflow: fit == .page)
            return words.enumerated().map { ($0 == 0 ? head : [Glyph](repeating: .blank, count: indent)) + $1 }
        }
    }

    /// Without colours a swatch is an empty box that says nothing: its word stands alone.
    func shown(_ text: StyledText) -> StyledText {
        palette.depth == .none ? text.withoutSwatches : text
    }

    private func emphasised(_ text: StyledText) -> StyledText {
        text.spans.allSatisfy { $0.role == .plain && $0.swatch == nil } ? StyledText(text.text, .title) : text
    }

    /// One line, with codes where the meaning changes.
    func paint(_ line: [Glyph]) -> String { paint(Strip(line)) }

    func paint(_ line: Strip) -> String { painted(line.withoutTrailingBlanks) }

    /// With the blanks at its end.
    func paintWhole(_ line: [Glyph]) -> String { painted(Strip(line)) }

    private func painted(_ line: Strip) -> String {
        var text = ""
        for run in line.runs {
            text += palette.paint(run.text, run.role, swatch: run.swatch, colors: run.colors)
        }
        return text
    }
}
