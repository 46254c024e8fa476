import Kernel

/// A cell of a screen with a ground: half a pixel of light above another, or a sign on light that was dimmed for it.
struct GroundCell: Hashable {
    /// Nil behind a sign of two columns, which stands in this one too.
    var sign: Character?
    var isBold = false
    var front: UInt32
    var back: UInt32
}

/// Words on light, cell by cell.
struct GroundCells {
    /// No word stands on more light than this, so that each role is readable on it (contrast 4.5, WCAG 2.2).
    static let most = 0.06
    private static let halfBlock: Character = "▀"
    private static let signs = Array(" .:-=+*#%@")
    /// How much of the light is left behind words and beside them.
    private static let (behind, beside): (Float, Float) = (0.34, 0.6)
    /// Columns beside words that belong to them.
    private static let margin = 2

    let width: Int
    let rows: Int
    private(set) var cells: [GroundCell]
    private var veil: [Float]
    private let light: [SIMD3<Float>]
    private let depth: ColorDepth
    private let unicode: Bool

    /// - Parameter light: two pixels a cell; black where there are too few.
    init(_ lines: [[Glyph]], on light: [SIMD3<Float>], width: Int, rows: Int, depth: ColorDepth, unicode: Bool) {
        (self.width, self.rows, self.depth, self.unicode) = (width, rows, depth, unicode)
        let missing = max(0, width * rows * 2 - light.count)
        self.light = missing == 0 ? light : light + [SIMD3<Float>](repeating: .zero, count: missing)
        veil = [Float](repeating: 1, count: width * rows)
        cells = []
        for (row, line) in lines.prefix(rows).enumerated() { dim(behind: line, row) }
        cells = (0..<width * rows).map(bare)
        for (row, line) in lines.prefix(rows).enumerated() { put(line, in: row) }
    }

    // MARK: - Light

    private func pixel(_ column: Int, _ pixelRow: Int) -> SIMD3<Float> {
        let light = light[pixelRow * width + column].clamped(lowerBound: .zero, upperBound: .one)
        return light * veil[pixelRow / 2 * width + column]
    }

    private func bare(_ index: Int) -> GroundCell {
        let (column, row) = (index % width, index / width)
        let (upper, lower) = (pixel(column, row * 2), pixel(column, row * 2 + 1))
        let both = (upper + lower) / 2
        guard depth != .none else {
            let bright = 0.2126 * both.x + 0.7152 * both.y + 0.0722 * both.z
            // Beside words it stays empty.
            let step = veil[index] < 1 ? 0 : Int(bright * Float(GroundCells.signs.count - 1) + 0.5)
            return GroundCell(sign: GroundCells.signs[step], front: 0, back: 0)
        }
        guard unicode, depth != .sixteen else { return GroundCell(sign: " ", front: 0, back: code(both)) }
        return GroundCell(sign: GroundCells.halfBlock, front: code(upper), back: code(lower))
    }

    private mutating func dim(behind line: [Glyph], _ row: Int) {
        var column = 0
        for glyph in line {
            defer { column += glyph.columns }
            guard !glyph.isBlank else { continue }
            for near in max(0, row - 1)...min(rows - 1, row + 1) {
                let share = near == row ? GroundCells.behind : GroundCells.beside
                let columns = max(0, column - GroundCells.margin)..<min(width, column + glyph.columns + GroundCells.margin)
                for place in columns where veil[near * width + place] > share { veil[near * width + place] = share }
            }
        }
    }

    // MARK: - Words

    private mutating func put(_ line: [Glyph], in row: Int) {
        var column = 0
        for glyph in line {
            defer { column += glyph.columns }
            guard !glyph.isBlank, glyph.columns > 0, column + glyph.columns <= width else { continue }
            let index = row * width + column
            let ground = glyph.swatch.map(GroundCells.light(of:)) ?? (pixel(column, row * 2) + pixel(column, row * 2 + 1)) / 2
            cells[index] = GroundCell(
                sign: glyph.character, isBold: glyph.role == .title || glyph.role == .accent,
                front: code(GroundCells.light(of: GroundCells.color(of: glyph.role))),
                back: glyph.swatch == nil ? dark(ground) : code(ground))
            for next in 1..<max(1, glyph.columns) { cells[index + next] = GroundCell(sign: nil, front: 0, back: 0) }
        }
    }

    /// Light enough for a dark ground, whatever the theme.
    static func color(of role: TextRole) -> RGBColor {
        switch role {
        case .plain, .title, .accent: RGBColor(0xF6F8FC)
        case .muted: RGBColor(0xC8CED8)
        case .good: RGBColor(0xB4E8BC)
        case .warning: RGBColor(0xFFCE85)
        case .bad: RGBColor(0xFFB0A8)
        case .input: RGBColor(0xFFE8A6)
        }
    }

    private static func light(of color: RGBColor) -> SIMD3<Float> {
        SIMD3(Float(color.red), Float(color.green), Float(color.blue)) / 255
    }

    /// As dark as words need it. What the sixteen look like nobody knows, but that the first is dark.
    private func dark(_ light: SIMD3<Float>) -> UInt32 {
        guard depth != .sixteen else { return 0 }
        var light = light
        while shown(light).luminance > GroundCells.most { light *= 0.85 }
        return code(light)
    }

    private func shown(_ light: SIMD3<Float>) -> RGBColor {
        guard depth != .palette else { return RGBColor.fixed[Int(code(light)) - 16].color }
        let parts = light * 255
        return RGBColor(red: UInt8(parts.x), green: UInt8(parts.y), blue: UInt8(parts.z))
    }

    // MARK: - Colours

    /// What the depth has for a light: 24 bits, an index of xterm's fixed colours, or one of sixteen.
    private func code(_ light: SIMD3<Float>) -> UInt32 {
        switch depth {
        case .none: return 0
        case .full:
            // In steps of four, which nobody sees: what hardly changes need not be drawn anew.
            let parts = SIMD3<UInt32>(light * 255) & 0xFC
            return parts.x << 16 | parts.y << 8 | parts.z
        case .palette: return FixedIndex.nearest(SIMD3<Int>(light * 255))
        case .sixteen: return FixedIndex.ofSixteen(SIMD3<Int>(light * 255))
        }
    }
}

extension Glyph {
    fileprivate var isBlank: Bool { character == " " && swatch == nil }
}
