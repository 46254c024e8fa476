import Kernel

/// A cell of a screen with a ground: half a pixel of light above another, or a sign on light that was dimmed for it.
struct GroundCell: Hashable {
    /// Nil behind a sign of two columns, which stands in this one too.
    var sign: Character?
    var isBold = false
    var front: UInt32
    var back: UInt32
}

/// Words on light, cell by cell. Where they stand, how much of the light is left around them and what they are drawn with is kept from frame to frame;
/// only the light is new.
struct GroundCells {
    /// No word stands on more light than this, so that each role is readable on it (contrast 4.5, WCAG 2.2).
    static let most: Float = 0.06
    private static let halfBlock: Character = "▀"
    private static let signs = Array(" .:-=+*#%@")
    /// How much of the light is left behind words and beside them.
    private static let (behind, beside): (Float, Float) = (0.34, 0.6)
    /// Columns beside words that belong to them.
    private static let margin = 2

    /// A sign of the words: what is drawn whatever the light is.
    private struct Sign {
        let index: Int
        let columns: Int
        let cell: GroundCell
        /// Whether its back is its own, and not the ground's.
        let isSwatch: Bool
    }

    let width: Int
    let rows: Int
    private(set) var cells: [GroundCell] = []
    private var veil: [Float]
    private var words: [Sign] = []
    private var light: [SIMD3<Float>] = []
    private let depth: ColorDepth
    private let unicode: Bool

    /// Words on a ground that has no light yet.
    init(_ lines: [[Glyph]], width: Int, rows: Int, depth: ColorDepth, unicode: Bool) {
        (self.width, self.rows, self.depth, self.unicode) = (width, rows, depth, unicode)
        veil = [Float](repeating: 1, count: width * rows)
        for (row, line) in lines.prefix(rows).enumerated() { dim(behind: line, row) }
        for (row, line) in lines.prefix(rows).enumerated() { put(line, in: row) }
    }

    /// The cells of a frame.
    ///
    /// - Parameter light: two pixels a cell; black where there are too few.
    mutating func shine(_ light: [SIMD3<Float>]) {
        let missing = max(0, width * rows * 2 - light.count)
        self.light = missing == 0 ? light : light + [SIMD3<Float>](repeating: .zero, count: missing)
        cells = (0..<width * rows).map(bare)
        for word in words {
            var cell = word.cell
            if !word.isSwatch {
                let (column, row) = (word.index % width, word.index / width)
                cell.back = dark((pixel(column, row * 2) + pixel(column, row * 2 + 1)) / 2)
            }
            cells[word.index] = cell
            for next in 1..<max(1, word.columns) { cells[word.index + next] = GroundCell(sign: nil, front: 0, back: 0) }
        }
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
            let cell = GroundCell(
                sign: glyph.character, isBold: glyph.role == .title || glyph.role == .accent,
                front: code(GroundCells.light(of: GroundCells.color(of: glyph.role))),
                back: glyph.swatch.map { code(GroundCells.light(of: $0)) } ?? 0)
            words.append(
                Sign(index: row * width + column, columns: glyph.columns, cell: cell, isSwatch: glyph.swatch != nil))
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
        while luminance(shown: light) > GroundCells.most { light *= 0.85 }
        return code(light)
    }

    private func luminance(shown light: SIMD3<Float>) -> Float {
        guard depth != .palette else { return Luminances.ofFixed[Int(code(light)) - 16] }
        let parts = light * 255
        return Luminances.parts[Int(parts.x)].red + Luminances.parts[Int(parts.y)].green + Luminances.parts[Int(parts.z)].blue
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

/// Relative luminance (WCAG 2.2) by table: it is asked for every word of every frame.
private enum Luminances {
    /// What each value of a part adds to it.
    static let parts = (0...255).map { value in
        let part = UInt8(value)
        return (
            red: Float(RGBColor(red: part, green: 0, blue: 0).luminance),
            green: Float(RGBColor(red: 0, green: part, blue: 0).luminance),
            blue: Float(RGBColor(red: 0, green: 0, blue: part).luminance)
        )
    }
    /// Of xterm's fixed colours, from the sixteenth on.
    static let ofFixed = RGBColor.fixed.map { Float($0.color.luminance) }
}

extension Glyph {
    fileprivate var isBlank: Bool { character == " " && swatch == nil }
}
