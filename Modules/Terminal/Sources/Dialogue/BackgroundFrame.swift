import Kernel

/// The animated background on the screen, which draws only changed cells.
struct BackgroundFrame {
    private let depth: ColorDepth
    private var shownCells: [BackgroundCell] = []
    private var width = 0
    private var startTime: Double?

    /// The time of a still picture, in the middle of its motion.
    private static let stillTime = 24.0
    /// The number of unchanged cells up to which redrawing them is shorter than moving the cursor.
    private static let shortLeap = 6

    init(depth: ColorDepth) { self.depth = depth }

    /// Returns the time of the shown frame in seconds.
    mutating func seconds(at now: Double, isStill: Bool) -> Double {
        guard !isStill else { return BackgroundFrame.stillTime }
        let start = startTime ?? now
        startTime = start
        return now - start
    }

    var isShown: Bool { !shownCells.isEmpty }

    /// Records that the screen no longer shows the background.
    mutating func forget() { shownCells = [] }

    /// Returns the codes for a frame, as synchronized output for terminals that support it.
    mutating func codes(for cells: BackgroundCells) -> String {
        let isNew = shownCells.count != cells.cells.count || width != cells.width
        var codes = Array((isNew ? "\u{1B}[0m\u{1B}[2J" : "").utf8)
        var pen = Pen(depth: depth)
        for row in 0..<cells.rows {
            let start = row * cells.width
            var column = 0
            while let first = (column..<cells.width).first(where: {
                isNew || shownCells[start + $0] != cells.cells[start + $0]
            }) {
                var last = first
                var place = first
                while place < cells.width, place - last <= BackgroundFrame.shortLeap {
                    if isNew || shownCells[start + place] != cells.cells[start + place] { last = place }
                    place += 1
                }
                // A wide character begins in the previous cell.
                let from = cells.cells[start + first].sign == nil && first > 0 ? first - 1 : first
                codes += "\u{1B}[\(row + 1);\(from + 1)H".utf8
                for cell in cells.cells[start + from...start + last] { pen.draw(cell, &codes) }
                column = last + 1
            }
        }
        shownCells = cells.cells
        width = cells.width
        guard !codes.isEmpty else { return "" }
        return "\u{1B}[?2026h" + String(decoding: codes, as: UTF8.self) + "\u{1B}[0m\u{1B}[?2026l"
    }

    /// A writer of cells that emits only the changes of color and style between them.
    private struct Pen {
        let depth: ColorDepth
        private var last: BackgroundCell?

        init(depth: ColorDepth) { self.depth = depth }

        mutating func draw(_ cell: BackgroundCell, _ codes: inout [UInt8]) {
            guard let sign = cell.sign else { return }
            if depth != .none, last?.front != cell.front || last?.back != cell.back || last?.isBold != cell.isBold {
                codes += Pen.begin
                if last?.isBold != cell.isBold { add(cell.isBold ? [1] : [22], &codes) }
                if last?.front != cell.front { add(color(cell.front, 38), &codes) }
                if last?.back != cell.back { add(color(cell.back, 48), &codes) }
                codes[codes.count - 1] = UInt8(ascii: "m")
                last = cell
            }
            if sign == "▀" { codes += Pen.halfBlock } else { codes += sign.utf8 }
        }

        private static let begin = Array("\u{1B}[".utf8)
        private static let halfBlock = Array("▀".utf8)

        /// Appends numbers, each with a semicolon after it.
        ///
        /// It avoids building a text for every cell, which would dominate the cost of a frame.
        private func add(_ numbers: [Int], _ codes: inout [UInt8]) {
            for number in numbers {
                if number > 99 { codes.append(48 + UInt8(number / 100)) }
                if number > 9 { codes.append(48 + UInt8(number / 10 % 10)) }
                codes.append(48 + UInt8(number % 10))
                codes.append(UInt8(ascii: ";"))
            }
        }

        private func color(_ code: UInt32, _ ground: Int) -> [Int] {
            switch depth {
            case .none: []
            case .sixteen: [ground - 8 + Int(code & 7) + (code > 7 ? 60 : 0)]
            case .palette: [ground, 5, Int(code)]
            case .full: [ground, 2, Int(code >> 16), Int(code >> 8 & 255), Int(code & 255)]
            }
        }
    }
}
