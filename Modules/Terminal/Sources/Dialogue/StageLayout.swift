import Kernel

/// Lays a stage out on so many columns and rows, in the first of its forms that fits: with an edge and air, with an edge, without one, without a blank line
/// below the header, without those of the card, with nothing but a line that says where one is, and at last the bare words of the card, whose digits are
/// a line of text.
struct StageLayout {
    /// Lines for the whole room above the keys, and where what is typed should begin.
    typealias Drawn = (lines: [[Glyph]], left: Int)

    private enum Form: CaseIterable {
        case airy, close, bare, snug, flat, lean, words

        /// Whether lines are kept together, so that more of them fit.
        var isTight: Bool { self == .flat || self == .lean || self == .words }
    }

    /// Narrower than this there is no edge: it would take what the words need.
    private static let narrowest = 40
    /// Wider than this nobody reads a line comfortably.
    static let widestCard = 76
    private static let least = 7

    let stage: Stage
    let width: Int
    let rows: Int
    let palette: Palette
    let unicode: Bool
    /// How many rows large digits may take at most; nil for all that there is.
    var mostDigitRows: Int?

    /// Nil where even the words need more rows: they are to be read page by page then.
    var drawn: Drawn? {
        for form in Form.allCases where width >= StageLayout.narrowest - 1 || ![.airy, .close].contains(form) {
            if let drawn = drawn(as: form) { return drawn }
        }
        return nil
    }

    private func drawn(as form: Form) -> Drawn? {
        let hasEdge = stage.isFramed && (form == .airy || form == .close)
        let cardWidth = stage.isFramed ? min(width, StageLayout.widestCard) : width
        let left = (width - cardWidth) / 2
        let head =
            form == .words || stage.title.text.isEmpty ? [] : form == .lean ? [place] : header + (form == .snug ? [] : [[]])
        let screen = { (width: Int, digits: Int) in
            Screen(width: width, palette: palette, unicode: unicode, digitRows: digits)
        }
        let said = lines(of: stage.said, on: screen(cardWidth, 1)).map { [Glyph](repeating: .blank, count: left) + $0 }
        let above = head + said + (said.isEmpty || form.isTight ? [] : [[]])
        let edge = hasEdge ? (form == .airy ? 4 : 2) : 0
        let room = rows - above.count - edge
        guard room > 0 else { return nil }
        let inner = hasEdge ? cardWidth - 6 : cardWidth
        let body = card(on: { screen(inner, $0) }, room: room, keepsGaps: !form.isTight)
        guard body.count <= room else {
            // A clock stays where nothing else has room.
            return form == .words && stage.card.contains(where: \.isDigits) ? (Array(body.prefix(rows)), 0) : nil
        }
        let framed = hasEdge ? self.framed(body, inner, isAiry: form == .airy, room: room) : body
        let free = rows - above.count - framed.count
        let air = [[Glyph]](repeating: [], count: max(0, form.isTight ? free / 2 : free * 2 / 5))
        let indent = [Glyph](repeating: .blank, count: left)
        return (above + air + framed.map { $0.isEmpty ? [] : indent + $0 }, left)
    }

    // MARK: - Header

    /// Where one is, in one line: what is counted stays whole.
    private var place: [Glyph] {
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
        let isBeside = title.columns + 2 + aside.columns <= width
        // What is too long for a line goes on below it: a title that is cut says half of what this is.
        let whole = title.withoutTrailingBlanks.wrapped(to: width, ellipsis: ellipsis)
        let lines =
            isBeside
            ? [title.padded(to: width - aside.columns) + aside]
            : whole + (aside.columns == 0 || aside.columns > width ? [] : [aside.padded(to: width, alignsRight: true)])
        let screen = Screen(width: width, palette: palette, unicode: unicode)
        return lines + [screen.rule(width, filled: stage.progress)]
    }

    private var ellipsis: Character { unicode ? "…" : "~" }

    // MARK: - Card

    /// What stands on the card, each part between two gaps in the middle.
    private func card(on screen: (_ digits: Int) -> Screen, room: Int, keepsGaps: Bool) -> [[Glyph]] {
        let parts = stage.card.split(omittingEmptySubsequences: true) { if case .gap = $0 { true } else { false } }.map(
            Array.init)
        let gaps = keepsGaps ? max(0, parts.count - 1) : 0
        let words = parts.flatMap { $0.filter { !$0.isDigits } }
        let digits = keepsGaps ? min(mostDigitRows ?? .max, room - gaps - lines(of: words, on: screen(1)).count) : 1
        let laid = parts.map { part in
            (lines: lines(of: part, on: screen(digits)), isPlain: part.allSatisfy(\.isPlainLine), count: part.count)
        }
        // Several long paragraphs are one text, and begin below each other.
        let prose = laid.filter { $0.isPlain && $0.lines.count != $0.count }.flatMap(\.lines)
        let drawn = laid.map { part in
            let (lines, width) = (part.lines, screen(1).width)
            // Single lines stand in the middle each for itself; what belongs together, choices and long paragraphs, as one.
            if part.isPlain {
                return lines.count == part.count ? lines.flatMap { centred([$0], width) } : centred(lines, width, with: prose)
            }
            return centred(lines, width)
        }
        return Array(drawn.joined(separator: keepsGaps ? [[]] : []))
    }

    private func lines(of blocks: [Block], on screen: Screen) -> [[Glyph]] { blocks.flatMap(screen.glyphs(of:)) }

    private func centred(_ lines: [[Glyph]], _ width: Int, with others: [[Glyph]] = []) -> [[Glyph]] {
        let widest = (lines + others).map { $0.withoutTrailingBlanks.columns }.max() ?? 0
        let indent = [Glyph](repeating: .blank, count: max(0, (width - widest) / 2))
        return lines.map { $0.isEmpty ? [] : indent + $0 }
    }

    private func framed(_ body: [[Glyph]], _ inner: Int, isAiry: Bool, room: Int) -> [[Glyph]] {
        let signs = unicode ? ["╭", "╮", "╰", "╯", "─", "│"] : ["+", "+", "+", "+", "-", "|"]
        let edge = { (left: String, right: String) in
            [Glyph](clean: left + String(repeating: signs[4], count: inner + 4) + right, .muted)
        }
        let side = [Glyph](clean: signs[5], .muted)
        // As high whether it is turned or not, so that it does not jump.
        let height = max(body.count, min(StageLayout.least, room))
        let above = (height - body.count) / 2
        let rows =
            [[Glyph]](repeating: [], count: above) + body + [[Glyph]](repeating: [], count: height - body.count - above)
        let air: [[Glyph]] = isAiry ? [[]] : []
        let lines = (air + rows + air).map { line in
            side + [.blank, .blank] + line.padded(to: inner) + [.blank, .blank] + side
        }
        return [edge(signs[0], signs[1])] + lines + [edge(signs[2], signs[3])]
    }
}

extension Block {
    /// A heading or a paragraph that is no choice.
    fileprivate var isPlainLine: Bool {
        switch self {
        case .heading(let text), .paragraph(let text): text.spans.first?.role != .input
        default: false
        }
    }

    fileprivate var isDigits: Bool { if case .digits = self { true } else { false } }
}
