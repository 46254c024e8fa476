import Interface
import Kernel

/// A layout of a stage for a number of columns and rows, in the first form that fits.
///
/// The forms, from the largest:
/// - with a frame and space around it
/// - with a frame
/// - without a frame
/// - without a blank line below the header
/// - without the card's blank lines
/// - with a single line as the header
/// - with only the text of the card, where digits are a line of text
struct StageLayout {
    /// The lines for the whole space above the keys, and the column where typed text begins.
    typealias Drawn = (lines: [[Glyph]], left: Int)

    /// The forms in the order of the list above.
    private enum Form: CaseIterable {
        case frameWithSpace, frameOnly, noFrame, noHeaderGap, noCardGaps, oneLineHeader, cardOnly

        var hasFrame: Bool { self == .frameWithSpace || self == .frameOnly }

        /// Whether lines are kept together, so that more of them fit.
        var isTight: Bool { self == .noCardGaps || self == .oneLineHeader || self == .cardOnly }
    }

    /// The width below which the frame is dropped, because the text needs the columns.
    private static let narrowest = 40
    /// The widest comfortable line for reading.
    static let widestCard = 76
    private static let leastFrameRows = 7

    let stage: Stage
    let width: Int
    let rows: Int
    let palette: Palette
    let unicode: Bool
    /// The maximum number of rows of large digits, or nil for all rows.
    var mostDigitRows: Int?

    /// The layout, or nil if even the text needs more rows and must be paged.
    var drawn: Drawn? {
        for form in Form.allCases where width >= StageLayout.narrowest - 1 || !form.hasFrame {
            if let drawn = drawn(as: form) { return drawn }
        }
        return nil
    }

    private func drawn(as form: Form) -> Drawn? {
        let hasEdge = stage.isFramed && form.hasFrame
        let cardWidth = stage.isFramed ? min(width, StageLayout.widestCard) : width
        let left = (width - cardWidth) / 2
        let headerLines =
            form == .cardOnly || stage.title.text.isEmpty
            ? [] : form == .oneLineHeader ? [headerLine] : header + (form == .noHeaderGap ? [] : [[]])
        let screen = { (width: Int, digits: Int) in
            Screen(width: width, palette: palette, unicode: unicode, digitRows: digits)
        }
        let messages = lines(of: stage.feedback, on: screen(cardWidth, 1)).map {
            [Glyph](repeating: .blank, count: left) + $0
        }
        let above = headerLines + messages + (messages.isEmpty || form.isTight ? [] : [[]])
        let edge = hasEdge ? (form == .frameWithSpace ? 4 : 2) : 0
        let room = rows - above.count - edge
        guard room > 0 else { return nil }
        let innerWidth = hasEdge ? cardWidth - 6 : cardWidth
        let body = card(on: { screen(innerWidth, $0) }, room: room, keepsGaps: !form.isTight)
        guard body.count <= room else {
            // A clock remains even if nothing else fits.
            return form == .cardOnly && stage.card.contains(where: \.isDigits) ? (Array(body.prefix(rows)), 0) : nil
        }
        let framed = hasEdge ? self.framed(body, innerWidth, hasSpace: form == .frameWithSpace, room: room) : body
        let free = rows - above.count - framed.count
        let blankLines = [[Glyph]](repeating: [], count: max(0, form.isTight ? free / 2 : free * 2 / 5))
        let indent = [Glyph](repeating: .blank, count: left)
        return (above + blankLines + framed.map { $0.isEmpty ? [] : indent + $0 }, left)
    }

    // MARK: - Header

    /// The header in one line, in which only the title may be truncated.
    private var headerLine: [Glyph] {
        let aside = [Glyph].line(of: stage.aside)
        let room = width - aside.columns - 2
        guard room > 0 else { return aside.truncated(to: width, ellipsis: ellipsis) }
        return title.truncated(to: room, ellipsis: ellipsis).padded(to: room + 2) + aside
    }

    private var title: [Glyph] {
        let swatch =
            palette.depth == .none
            ? [] : stage.colors.flatMap { color in [Glyph](repeating: Glyph(" ", swatch: color), count: 2) }
        return swatch + (swatch.isEmpty ? [] : [.blank]) + [Glyph].line(of: stage.title)
    }

    private var header: [[Glyph]] {
        let aside = [Glyph].line(of: stage.aside)
        let fitsOneLine = title.columns + 2 + aside.columns <= width
        // A long title wraps to the next line, because a truncated one says too little.
        let titleLines = title.withoutTrailingBlanks.wrapped(to: width, ellipsis: ellipsis)
        let lines =
            fitsOneLine
            ? [title.padded(to: width - aside.columns) + aside]
            : titleLines
                + (aside.columns == 0 || aside.columns > width ? [] : [aside.padded(to: width, alignsRight: true)])
        let screen = Screen(width: width, palette: palette, unicode: unicode)
        return lines + [screen.rule(width, filled: stage.progress)]
    }

    private var ellipsis: Character { unicode ? "…" : "~" }

    // MARK: - Card

    /// Returns the lines of the card, with each part between two gaps centered.
    private func card(on screen: (_ digits: Int) -> Screen, room: Int, keepsGaps: Bool) -> [[Glyph]] {
        let parts = stage.card.split(omittingEmptySubsequences: true) { if case .gap = $0 { true } else { false } }.map(
            Array.init)
        let gaps = keepsGaps ? max(0, parts.count - 1) : 0
        let words = parts.flatMap { $0.filter { !$0.isDigits } }
        let digits = keepsGaps ? min(mostDigitRows ?? .max, room - gaps - lines(of: words, on: screen(1)).count) : 1
        let partLayouts = parts.map { part in
            (lines: lines(of: part, on: screen(digits)), isPlain: part.allSatisfy(\.isPlainLine), count: part.count)
        }
        // Several long paragraphs form one text and share a left edge.
        let prose = partLayouts.filter { $0.isPlain && $0.lines.count != $0.count }.flatMap(\.lines)
        let drawn = partLayouts.map { part in
            let lines = part.lines
            let width = screen(1).width
            // Single lines are centered separately. Choices and long paragraphs are centered as one
            // block.
            if part.isPlain {
                return lines.count == part.count
                    ? lines.flatMap { centered([$0], width) } : centered(lines, width, with: prose)
            }
            return centered(lines, width)
        }
        return Array(drawn.joined(separator: keepsGaps ? [[]] : []))
    }

    private func lines(of blocks: [Block], on screen: Screen) -> [[Glyph]] { blocks.flatMap(screen.glyphs(of:)) }

    private func centered(_ lines: [[Glyph]], _ width: Int, with others: [[Glyph]] = []) -> [[Glyph]] {
        let widest = (lines + others).map { $0.withoutTrailingBlanks.columns }.max() ?? 0
        let indent = [Glyph](repeating: .blank, count: max(0, (width - widest) / 2))
        return lines.map { $0.isEmpty ? [] : indent + $0 }
    }

    private func framed(_ body: [[Glyph]], _ innerWidth: Int, hasSpace: Bool, room: Int) -> [[Glyph]] {
        let signs = unicode ? ["╭", "╮", "╰", "╯", "─", "│"] : ["+", "+", "+", "+", "-", "|"]
        let edge = { (left: String, right: String) in
            [Glyph](clean: left + String(repeating: signs[4], count: innerWidth + 4) + right, .muted)
        }
        let side = [Glyph](clean: signs[5], .muted)
        // Both sides of a card get the same height, so that turning it moves nothing.
        let height = max(body.count, min(StageLayout.leastFrameRows, room))
        let above = (height - body.count) / 2
        let rows =
            [[Glyph]](repeating: [], count: above) + body + [[Glyph]](repeating: [], count: height - body.count - above)
        let blankLines: [[Glyph]] = hasSpace ? [[]] : []
        let lines = (blankLines + rows + blankLines).map { line in
            side + [.blank, .blank] + line.padded(to: innerWidth) + [.blank, .blank] + side
        }
        return [edge(signs[0], signs[1])] + lines + [edge(signs[2], signs[3])]
    }
}

extension Block {
    /// Whether the block is a heading, or a paragraph that is no choice.
    fileprivate var isPlainLine: Bool {
        switch self {
        case .heading(let text), .paragraph(let text): text.spans.first?.role != .input
        default: false
        }
    }

    fileprivate var isDigits: Bool { if case .digits = self { true } else { false } }
}
