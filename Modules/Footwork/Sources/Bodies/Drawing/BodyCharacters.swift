import Kernel

extension BodyDrawing {
    /// Returns the body in braille characters of two by four dots, with edges as dots and nearer
    /// parts on top.
    ///
    /// - Parameter rows: the height in rows.
    package func characters(rows: Int) -> [String] {
        let rows = max(1, min(100, rows))
        let (left, right, low, high) = extent
        let scale = Double(rows * 4 - 1) / max(0.1, high - low)
        let columns = Int(((right - left) * scale / 2).rounded(.up)) + 1
        var dots = Dots(columns: min(400, columns), rows: rows)
        func dot(_ spot: Outline.Spot) -> (Double, Double) { ((spot.x - left) * scale, (high - spot.y) * scale) }
        for layer in layers {
            for shape in layer.shapes {
                let spots = discs(of: shape)
                switch shape.form {
                case .limb, .hull: dots.cover(Outline.hull(spots).map(dot))
                case .ring: dots.line(ring(of: shape).map(dot))
                case .seam: if shows(shape) { dots.line(spots.dropFirst().map(dot)) }
                }
            }
        }
        return dots.lines
    }
}

/// A grid of dots for braille characters, each of which shows two by four dots.
private struct Dots {
    /// Whether each dot is set, by row and column.
    private var cells: [[Bool]]

    init(columns: Int, rows: Int) {
        cells = Array(repeating: Array(repeating: false, count: columns * 2), count: rows * 4)
    }

    /// Clears the inside of an outline and draws it.
    mutating func cover(_ edge: [(Double, Double)]) {
        for row in cells.indices {
            let y = Double(row)
            var crossings: [Double] = []
            for (index, from) in edge.enumerated() {
                let to = edge[(index + 1) % edge.count]
                guard (from.1 <= y) != (to.1 <= y) else { continue }
                crossings.append(from.0 + (to.0 - from.0) * (y - from.1) / (to.1 - from.1))
            }
            guard let first = crossings.min(), let last = crossings.max() else { continue }
            let start = max(0, Int(first.rounded(.up)))
            let end = min(cells[row].count - 1, Int(last))
            if start <= end { for column in start...end { cells[row][column] = false } }
        }
        if let first = edge.first { line(edge + [first]) }
    }

    /// Draws connected line segments.
    mutating func line(_ spots: [(Double, Double)]) {
        for (from, to) in zip(spots, spots.dropFirst()) {
            let steps = max(1, Int(max(abs(to.0 - from.0), abs(to.1 - from.1)).rounded(.up)))
            for step in 0...steps {
                let fraction = Double(step) / Double(steps)
                let column = Int((from.0 + (to.0 - from.0) * fraction).rounded())
                let row = Int((from.1 + (to.1 - from.1) * fraction).rounded())
                if cells.indices.contains(row), cells[row].indices.contains(column) { cells[row][column] = true }
            }
        }
    }

    /// The bit of each dot in a braille character, by row and column.
    private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    /// The grid as lines of braille characters, with spaces for cells without dots.
    var lines: [String] {
        stride(from: 0, to: cells.count, by: 4).map { top in
            var line = ""
            for column in stride(from: 0, to: cells[top].count, by: 2) {
                var bits: UInt32 = 0
                for row in 0..<4 {
                    for side in 0..<2 where cells[top + row][column + side] { bits |= Self.bits[row][side] }
                }
                line.unicodeScalars.append(bits == 0 ? " " : Unicode.Scalar(0x2800 + bits) ?? " ")
            }
            return line
        }
    }
}
