import Interface
import Kernel

/// The cells of a terminal as SVG: a rectangle for each run of one background, and a text for each
/// run of one style.
struct TerminalDrawing {
    private static let (cellWidth, cellHeight, baseline, margin) = (9.0, 20.0, 15.0, 12.0)

    private let rows: [[(text: String, columns: Int, look: CellLook)]]
    private let size: (columns: Int, rows: Int)
    private let isDark: Bool

    init(_ lines: [String], columns: Int, rows: Int, isDark: Bool) {
        var look = CellLook()
        self.rows = lines.prefix(rows).map { TerminalDrawing.cells(of: $0, &look) }
        size = (columns, rows)
        self.isDark = isDark
    }

    private var paper: String { isDark ? "#14161a" : "#ffffff" }
    private var ink: String { isDark ? "#e6e6e6" : "#1b1d21" }

    var svg: String {
        let width = Double(size.columns) * Self.cellWidth + 2 * Self.margin
        let height = Double(size.rows) * Self.cellHeight + 2 * Self.margin
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
            <rect width="\(width)" height="\(height)" rx="8" fill="\(paper)"/>
            <g font-family="DejaVu Sans Mono, Noto Sans Mono, NanumGothicCoding, monospace" font-size="15" xml:space="preserve">
            """
        return ([head] + rows.enumerated().flatMap { rowElements($1, row: $0) } + ["</g>", "</svg>"]).joined(
            separator: "\n")
    }

    private func rowElements(_ cells: [(text: String, columns: Int, look: CellLook)], row: Int) -> [String] {
        var (column, parts): (Int, [String]) = (0, [])
        let top = Self.margin + Double(row) * Self.cellHeight
        for cell in cells {
            let left = Self.margin + Double(column) * Self.cellWidth
            let width = Double(cell.columns) * Self.cellWidth
            let (front, background) = cell.look.colours(ink: ink, paper: paper)
            if background != paper {
                parts.append(
                    "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(width)\" height=\"\(Self.cellHeight)\" fill=\"\(background)\"/>"
                )
            }
            if let box = Self.block(cell.text, left, top, width) {
                parts.append("<rect \(box) fill=\"\(front)\"/>")
            } else if cell.text.contains(where: { $0 != " " }) {
                let weight = cell.look.isBold ? " font-weight=\"bold\"" : ""
                let line = cell.look.isUnderlined ? " text-decoration=\"underline\"" : ""
                let faint = cell.look.isFaint ? " fill-opacity=\"0.6\"" : ""
                let family =
                    cell.columns > cell.text.count
                    ? " font-family=\"NanumGothicCoding, NanumGothic, Noto Sans CJK KR\"" : ""
                parts.append(
                    "<text x=\"\(left)\" y=\"\(top + Self.baseline)\" fill=\"\(front)\"\(weight)\(line)\(faint)\(family)>\(Self.escaped(cell.text))</text>"
                )
            }
            column += cell.columns
        }
        return parts
    }

    /// Returns whole and partial blocks as rectangles, so that they join without gaps.
    private static func block(_ text: String, _ left: Double, _ top: Double, _ width: Double) -> String? {
        let eighths: [Character: Double] = ["▏": 1, "▎": 2, "▍": 3, "▌": 4, "▋": 5, "▊": 6, "▉": 7, "█": 8]
        guard let first = text.first, let share = eighths[first], text.allSatisfy({ $0 == first }) else { return nil }
        let drawnWidth = share == 8 ? width : share / 8 * cellWidth
        return "x=\"\(left)\" y=\"\(top)\" width=\"\(drawnWidth)\" height=\"\(cellHeight)\""
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Returns runs of cells of one style. Blocks and characters two columns wide form runs of
    /// their own, so that every run begins in its own column.
    private static func cells(of line: String, _ look: inout CellLook) -> [(text: String, columns: Int, look: CellLook)]
    {
        var cells: [(text: String, columns: Int, look: CellLook)] = []
        var rest = line[...]
        while let character = rest.popFirst() {
            guard character != "\u{1B}" else {
                guard rest.popFirst() == "[" else { continue }
                let code = rest.prefix { !$0.isLetter }
                rest = rest.dropFirst(code.count)
                if rest.popFirst() == "m" { look.take(code) }
                continue
            }
            let columns = DisplayWidth.columns(of: character)
            let isAlone = columns > 1 || "▏▎▍▌▋▊▉█".contains(character)
            if let last = cells.last, last.look == look, !isAlone, last.columns == last.text.count,
                !(last.text.last.map { "▏▎▍▌▋▊▉█".contains($0) } ?? false)
            {
                cells[cells.count - 1].text.append(character)
                cells[cells.count - 1].columns += columns
            } else {
                cells.append((String(character), columns, look))
            }
        }
        return cells
    }
}
