import Interface
import Kernel

/// A cell of a screen with an animated background: two half-cell pixels, or a character on dimmed
/// light.
struct BackgroundCell: Hashable {
    /// The character, or nil for the second column of a wide character.
    var sign: Character?
    var isBold = false
    var front: UInt32
    var back: UInt32
}

/// The words on an animated background, cell by cell.
///
/// Positions, dimming and characters are computed once. Each frame changes only the light.
struct BackgroundCells {
    /// The brightest light under a word, so that each role is readable (contrast 4.5, WCAG 2.2).
    static let maximumLight: Float = 0.06
    private static let halfBlock: Character = "▀"
    /// The characters for light without colors, from dark to bright.
    private static let signs = Array(" .:-=+*#%@")
    /// The fraction of the light that remains under words and next to them.
    private static let (dimOnText, dimNearText): (Float, Float) = (0.34, 0.6)
    /// The number of dimmed columns on each side of words.
    private static let margin = 2

    /// A character of the words, drawn on any light.
    private struct WordGlyph {
        let index: Int
        let columns: Int
        let cell: BackgroundCell
        /// Whether it has its own background color.
        let isSwatch: Bool
    }

    let width: Int
    let rows: Int
    private(set) var cells: [BackgroundCell] = []
    private var dimming: [Float]
    private var words: [WordGlyph] = []
    private var light: [SIMD3<Float>] = []
    private let depth: ColorDepth
    private let unicode: Bool

    init(_ lines: [[Glyph]], width: Int, rows: Int, depth: ColorDepth, unicode: Bool) {
        self.width = width
        self.rows = rows
        self.depth = depth
        self.unicode = unicode
        dimming = [Float](repeating: 1, count: width * rows)
        for (row, line) in lines.prefix(rows).enumerated() { dim(under: line, row) }
        for (row, line) in lines.prefix(rows).enumerated() { addWords(line, in: row) }
    }

    /// Computes the cells of a frame.
    ///
    /// - Parameter light: two pixels a cell. Missing pixels are black.
    mutating func applyLight(_ light: [SIMD3<Float>]) {
        let missing = max(0, width * rows * 2 - light.count)
        self.light = missing == 0 ? light : light + [SIMD3<Float>](repeating: .zero, count: missing)
        cells = (0..<width * rows).map(cellWithoutWord)
        for word in words {
            var cell = word.cell
            if !word.isSwatch {
                let column = word.index % width
                let row = word.index / width
                cell.back = dimmedCode((pixel(column, row * 2) + pixel(column, row * 2 + 1)) / 2)
            }
            cells[word.index] = cell
            for next in 1..<max(1, word.columns) {
                cells[word.index + next] = BackgroundCell(sign: nil, front: 0, back: 0)
            }
        }
    }

    // MARK: - Light

    /// Returns the light of a pixel after dimming, with components from 0 to 1.
    private func pixel(_ column: Int, _ pixelRow: Int) -> SIMD3<Float> {
        let light = light[pixelRow * width + column].clamped(lowerBound: .zero, upperBound: .one)
        return light * dimming[pixelRow / 2 * width + column]
    }

    private func cellWithoutWord(_ index: Int) -> BackgroundCell {
        let column = index % width
        let row = index / width
        let upper = pixel(column, row * 2)
        let lower = pixel(column, row * 2 + 1)
        let average = (upper + lower) / 2
        guard depth != .none else {
            let bright = 0.2126 * average.x + 0.7152 * average.y + 0.0722 * average.z
            // Cells next to words stay blank.
            let step = dimming[index] < 1 ? 0 : Int(bright * Float(BackgroundCells.signs.count - 1) + 0.5)
            return BackgroundCell(sign: BackgroundCells.signs[step], front: 0, back: 0)
        }
        guard unicode, depth != .sixteen else { return BackgroundCell(sign: " ", front: 0, back: code(average)) }
        return BackgroundCell(sign: BackgroundCells.halfBlock, front: code(upper), back: code(lower))
    }

    /// Dims the pixels under the words of a line, and next to them.
    private mutating func dim(under line: [Glyph], _ row: Int) {
        var column = 0
        for glyph in line {
            defer { column += glyph.columns }
            guard !glyph.isBlank else { continue }
            for nearbyRow in max(0, row - 1)...min(rows - 1, row + 1) {
                let factor = nearbyRow == row ? BackgroundCells.dimOnText : BackgroundCells.dimNearText
                let columns =
                    max(
                        0, column - BackgroundCells.margin)..<min(
                        width, column + glyph.columns + BackgroundCells.margin)
                for place in columns where dimming[nearbyRow * width + place] > factor {
                    dimming[nearbyRow * width + place] = factor
                }
            }
        }
    }

    // MARK: - Words

    private mutating func addWords(_ line: [Glyph], in row: Int) {
        var column = 0
        for glyph in line {
            defer { column += glyph.columns }
            guard !glyph.isBlank, glyph.columns > 0, column + glyph.columns <= width else { continue }
            let cell = BackgroundCell(
                sign: glyph.character, isBold: glyph.role == .title || glyph.role == .accent,
                front: code(BackgroundCells.light(of: BackgroundCells.color(of: glyph.role))),
                back: glyph.swatch.map { code(BackgroundCells.light(of: $0)) } ?? 0)
            let index = row * width + column
            words.append(WordGlyph(index: index, columns: glyph.columns, cell: cell, isSwatch: glyph.swatch != nil))
        }
    }

    /// Returns a color that is readable on a dark background, in any theme.
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

    /// Returns a light dimmed enough for words.
    ///
    /// Of the sixteen basic colors only the first is known to be dark.
    private func dimmedCode(_ light: SIMD3<Float>) -> UInt32 {
        guard depth != .sixteen else { return 0 }
        var light = light
        while luminance(shown: light) > BackgroundCells.maximumLight { light *= 0.85 }
        return code(light)
    }

    /// Returns the relative luminance of a light as the terminal shows it.
    private func luminance(shown light: SIMD3<Float>) -> Float {
        guard depth != .palette else { return Luminances.fixedColors[Int(code(light)) - 16] }
        let parts = light * 255
        return Luminances.components[Int(parts.x)].red + Luminances.components[Int(parts.y)].green
            + Luminances.components[Int(parts.z)].blue
    }

    // MARK: - Colors

    /// Returns the color code of a light for the depth: 24 bits, an index of xterm's fixed colors,
    /// or one of sixteen.
    private func code(_ light: SIMD3<Float>) -> UInt32 {
        switch depth {
        case .none: return 0
        case .full:
            // Steps of four are invisible, and they save the redrawing of almost unchanged cells.
            let parts = SIMD3<UInt32>(light * 255) & 0xFC
            return parts.x << 16 | parts.y << 8 | parts.z
        case .palette: return FixedIndex.nearest(SIMD3<Int>(light * 255))
        case .sixteen: return FixedIndex.ofSixteen(SIMD3<Int>(light * 255))
        }
    }
}

/// Tables of relative luminance (WCAG 2.2), which is needed for every word of every frame.
private enum Luminances {
    /// The contribution of each component value.
    static let components = (0...255).map { value in
        let part = UInt8(value)
        return (
            red: Float(RGBColor(red: part, green: 0, blue: 0).luminance),
            green: Float(RGBColor(red: 0, green: part, blue: 0).luminance),
            blue: Float(RGBColor(red: 0, green: 0, blue: part).luminance)
        )
    }
    /// The luminance of xterm's fixed colors, from the sixteenth on.
    static let fixedColors = RGBColor.fixed.map { Float($0.color.luminance) }
}

extension Glyph { fileprivate var isBlank: Bool { character == " " && swatch == nil } }
