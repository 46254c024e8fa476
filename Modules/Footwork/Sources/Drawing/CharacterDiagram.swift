extension PatternDiagram {
    /// The diagram in characters: each movement's number where it ends, with the way one faces; `o` is the beginning, letters stand at the ends of the
    /// lines. Nothing is wider than `width`.
    public func characters(width: Int) -> [String] {
        let lines = FloorLines(walk: drawn, floor: Floor([.zero], margin: 0, scale: 1), colours: colours)
        let letters = isWhole ? lines.letters.filter { !$0.text.isEmpty } : []
        var sheet = CharacterSheet(
            places: stops.map(\.pose.centre) + letters.map(\.place) + (isWhole ? [.zero] : []), width: width)
        for letter in letters { sheet.put(letter.text, at: letter.place) }
        if isWhole { sheet.put("o", at: .zero) }
        for (pose, numbers) in stops { sheet.put(Self.label(numbers, pose.look), at: pose.centre) }
        return sheet.lines
    }

    private static func label(_ numbers: [Int], _ facing: Vector) -> String {
        let way: Character =
            abs(facing.x) < 0.3
            ? (facing.y > 0 ? "^" : "v")
            : abs(facing.y) < 0.3 ? (facing.x > 0 ? ">" : "<") : (facing.x > 0) == (facing.y > 0) ? "/" : "\\"
        return DiagramParts.words(numbers).replacing("–", with: "-") + String(way)
    }
}

/// A sheet of characters on which nothing is written over.
struct CharacterSheet {
    private var cells: [[Character]]
    private let left: Double
    private let top: Double
    private let columns: Double
    private let rows: Double

    init(places: [Vector], width: Int) {
        let held = Extent(places)
        (left, top) = (held.west, held.north)
        let spanX = max(0.1, held.east - held.west)
        columns = min(6, Double(width - 6) / spanX)
        rows = 2
        let height = Int(((held.north - held.south) * rows).rounded()) + 3
        cells = Array(repeating: Array(repeating: " ", count: width), count: height)
    }

    mutating func put(_ text: String, at place: Vector) {
        let column = Int(((place.x - left) * columns).rounded())
        let row = Int(((top - place.y) * rows).rounded()) + 1
        let near = [
            (0, 0), (-1, 0), (1, 0), (0, 4), (0, -4), (-1, 4), (1, 4), (-1, -4), (1, -4), (-2, 0), (2, 0), (-2, 4), (2, 4),
        ]
        for (down, right) in near where isFree(row + down, column + right, text.count) {
            for (offset, character) in text.enumerated() { cells[row + down][column + right + offset] = character }
            return
        }
    }

    /// Free, with a blank on both sides.
    private func isFree(_ row: Int, _ column: Int, _ count: Int) -> Bool {
        guard cells.indices.contains(row), column >= 0, column + count <= cells[row].count else { return false }
        return (max(0, column - 1)...min(cells[row].count - 1, column + count)).allSatisfy { cells[row][$0] == " " }
    }

    var lines: [String] {
        let text = cells.map { row in String(String(row).reversed().drop { $0 == " " }.reversed()) }
        return Array(text.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed())
    }
}
