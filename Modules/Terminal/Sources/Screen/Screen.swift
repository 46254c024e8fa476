import Interface

/// A renderer that draws blocks as lines of text for a terminal or a pipe.
///
/// Text from outside is sanitized here. Lines end with `\n` and have no trailing spaces. `Fit`
/// determines the treatment of wide content.
public struct Screen: Sendable {
    /// The available columns, 1…10,000.
    public let width: Int
    public let palette: Palette
    /// Whether the terminal's locale shows more than ASCII.
    ///
    /// Otherwise everything is drawn in `ASCIIText`.
    public let unicode: Bool
    public let fit: Fit

    let digitRows: Int

    /// The treatment of lines that exceed the width.
    public enum Fit: Sendable {
        /// Limits every line to the width, for full screens, where a wider line would damage the
        /// others.
        case screen
        /// Breaks lines only between words, so that a command, path or other long word can be
        /// copied whole.
        ///
        /// Such a word gets a line of its own and may exceed the width.
        case page
        /// Breaks and truncates nothing.
        ///
        /// A paragraph is one line, for a program that reads the pipe.
        case pipe
    }

    public init(width: Int, palette: Palette, unicode: Bool, fit: Fit = .screen) {
        self.init(width: width, palette: palette, unicode: unicode, fit: fit, digitRows: LargeDigits.rows)
    }

    init(width: Int, palette: Palette, unicode: Bool, fit: Fit = .screen, digitRows: Int) {
        self.digitRows = digitRows
        self.width = min(max(width, 1), 10_000)
        self.palette = palette
        self.unicode = unicode
        self.fit = fit
    }

    /// Returns the blocks as text.
    public func draw(_ blocks: [Block]) -> String {
        var text = ""
        for line in lines(of: blocks) { text += line + "\n" }
        return text
    }

    /// Returns the blocks as lines without line ends.
    public func lines(of blocks: [Block]) -> [String] {
        blocks.flatMap { block in
            // Tables are long, and need no glyphs if they fit.
            if case .table(let table) = unicode ? block : block.ascii {
                lines(of: table).map(paint)
            } else {
                glyphs(of: block).map(paint)
            }
        }
    }

    /// Returns whether a locale's environment variables name UTF-8.
    public static func supportsUnicode(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        return locale.lowercased().replacing("-", with: "").contains("utf8")
    }

    var ellipsis: Character { unicode ? "…" : "~" }

    func glyphs(of block: Block) -> [[Glyph]] {
        switch unicode ? block : block.ascii {
        case .heading(let text): hanging(emphasized(text))
        case .paragraph(let text): hanging(text)
        case .preformatted(let text):
            [Glyph].lines(of: shown(text)).map { fit == .pipe ? $0 : $0.truncated(to: width, ellipsis: ellipsis) }
        case .copyable(let text):
            [Glyph].lines(of: shown(text)).map {
                fit == .pipe || fit == .page ? $0 : $0.truncated(to: width, ellipsis: ellipsis)
            }
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

    /// Returns the first form that fits, or else the last one, truncated.
    private func lines(ofSized forms: [[StyledText]]) -> [[Glyph]] {
        let drawn = forms.lazy.map { $0.map { [Glyph].line(of: shown($0)) } }
        let chosen = drawn.first { fit == .pipe || $0.allSatisfy { $0.columns <= width } } ?? drawn.last ?? []
        return chosen.map { fit == .pipe ? $0 : $0.truncated(to: width, ellipsis: ellipsis) }
    }

    /// Returns a paragraph or a heading with a hanging indent.
    ///
    /// The first line's indentation, sign, or key with two spaces determines the indent.
    private func hanging(_ text: StyledText) -> [[Glyph]] {
        let lines = [Glyph].lines(of: shown(text))
        guard fit != .pipe else { return lines }
        return lines.flatMap { line -> [[Glyph]] in
            let head = Array(line.prefix(line.hangingIndent))
            let indent = head.columns
            guard indent * 4 <= width else {
                return line.wrapped(to: width, ellipsis: ellipsis, mayOverflow: fit == .page)
            }
            let words = Array(line.dropFirst(head.count))
                .wrapped(to: max(1, width - indent), ellipsis: ellipsis, mayOverflow: fit == .page)
            return words.enumerated().map { ($0 == 0 ? head : [Glyph](repeating: .blank, count: indent)) + $1 }
        }
    }

    /// Returns a text without its swatches if there are no colors, because they would be empty
    /// boxes.
    func shown(_ text: StyledText) -> StyledText { palette.depth == .none ? text.withoutSwatches : text }

    private func emphasized(_ text: StyledText) -> StyledText {
        text.spans.allSatisfy { $0.role == .plain && $0.swatch == nil } ? StyledText(text.text, .title) : text
    }

    /// Returns a line with codes at each change of meaning.
    func paint(_ line: [Glyph]) -> String { paint(MeasuredLine(line)) }

    func paint(_ line: MeasuredLine) -> String { painted(line.withoutTrailingBlanks) }

    /// Returns a line with codes and its trailing blanks.
    func paintWhole(_ line: [Glyph]) -> String { painted(MeasuredLine(line)) }

    private func painted(_ line: MeasuredLine) -> String {
        var text = ""
        for run in line.runs {
            text += palette.paint(run.text, run.role, swatch: run.swatch, colors: run.colors)
        }
        return text
    }
}
