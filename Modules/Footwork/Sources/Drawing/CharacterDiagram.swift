extension PatternDiagram {
    /// Returns the diagram in characters, at most `width` wide.
    ///
    /// Each movement's number is at its end position, with the facing direction. `o` marks the
    /// start, and letters mark the ends of the lines.
    package func characters(width: Int) -> [String] {
        let lines = FloorLines(walk: drawnWalk, floor: Floor([.zero], margin: 0, scale: 1), colors: colors)
        let letters = isWhole ? lines.letters.filter { !$0.text.isEmpty } : []
        var sheet = CharacterSheet(
            places: stops.map(\.pose.center) + letters.map(\.place) + (isWhole ? [.zero] : []), width: width)
        for letter in letters { sheet.write(letter.text, at: letter.place) }
        if isWhole { sheet.write("o", at: .zero) }
        for (pose, numbers) in stops { sheet.write(Self.label(numbers, pose.look), at: pose.center) }
        return sheet.lines
    }

    /// Returns the numbers of a stop, with an arrow in the facing direction.
    private static func label(_ numbers: [Int], _ facing: Vector) -> String {
        let arrow: Character =
            abs(facing.x) < 0.3
            ? (facing.y > 0 ? "^" : "v")
            : abs(facing.y) < 0.3 ? (facing.x > 0 ? ">" : "<") : (facing.x > 0) == (facing.y > 0) ? "/" : "\\"
        return DiagramParts.numberRange(numbers).replacing("–", with: "-") + String(arrow)
    }
}

/// A sheet of characters that are never overwritten.
struct CharacterSheet {
    /// The characters by row and column.
    private var cells: [[Character]]
    private let left: Double
    private let top: Double
    private let columnsPerUnit: Double
    private let rowsPerUnit: Double

    init(places: [Vector], width: Int) {
        let extent = Extent(places)
        left = extent.west
        top = extent.north
        let spanX = max(0.1, extent.east - extent.west)
        columnsPerUnit = min(6, Double(width - 6) / spanX)
        rowsPerUnit = 2
        let height = Int(((extent.north - extent.south) * rowsPerUnit).rounded()) + 3
        cells = Array(repeating: Array(repeating: " ", count: width), count: height)
    }

    /// Writes a text at its place, or next to it if the cells are taken.
    mutating func write(_ text: String, at place: Vector) {
        let column = Int(((place.x - left) * columnsPerUnit).rounded())
        let row = Int(((top - place.y) * rowsPerUnit).rounded()) + 1
        let offsets = [
            (0, 0), (-1, 0), (1, 0), (0, 4), (0, -4), (-1, 4), (1, 4), (-1, -4), (1, -4), (-2, 0), (2, 0), (-2, 4),
            (2, 4),
        ]
        for (down, right) in offsets where isFree(row + down, column + right, text.count) {
            for (offset, character) in text.enumerated() { cells[row + down][column + right + offset] = character }
            return
        }
    }

    /// Returns whether the cells are free, with a blank on both sides.
    private func isFree(_ row: Int, _ column: Int, _ count: Int) -> Bool {
        guard cells.indices.contains(row), column >= 0, column + count <= cells[row].count else { return false }
        return (max(0, column - 1)...min(cells[row].count - 1, column + count)).allSatisfy { cells[row][$0] == " " }
    }

    var lines: [String] {
        let text = cells.map { row in String(String(row).reversed().drop { $0 == " " }.reversed()) }
        return Array(text.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed())
    }
}
