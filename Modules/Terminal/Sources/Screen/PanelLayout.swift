/// Lays panels out in columns: two from 100 columns on, three from 150, in their order from top to bottom, as low as they can stand.
struct PanelLayout {
    /// Draws blocks on so many columns.
    typealias Draw = ([Block], Int) -> [String]

    private static let gutter = 4

    let width: Int
    /// Whether it is a terminal, where what stands beside each other is seen at one look; a program reads lines.
    let isWide: Bool

    /// The panels as lines. Where one has a word that is wider than its column there are fewer columns.
    func lines(of panels: [[Block]], drawn draw: Draw) -> [String] {
        for count in (1...min(most, max(1, panels.count))).reversed() {
            let room = (width - PanelLayout.gutter * (count - 1)) / count
            let drawn = panels.map { draw($0, count == 1 ? width : room) }
            let fits = drawn.allSatisfy { $0.allSatisfy { DrawnText.columns($0) <= room } }
            if count == 1 || fits { return beside(PanelLayout.columns(of: drawn, count), room) }
        }
        return []
    }

    private var most: Int { !isWide || width < 100 ? 1 : width < 150 ? 2 : 3 }

    /// Panels below each other, in so many columns at most, of which the highest is as low as it can be.
    private static func columns(of panels: [[String]], _ count: Int) -> [[String]] {
        let least = panels.map(\.count).max() ?? 0
        let most = panels.reduce(0) { $0 + $1.count + 1 }
        let attempts = (least...max(least, most)).lazy.map { filled(panels, to: $0) }
        return attempts.first { $0.count <= count } ?? []
    }

    private static func filled(_ panels: [[String]], to height: Int) -> [[String]] {
        panels.reduce(into: []) { columns, panel in
            if let last = columns.last, last.count + 1 + panel.count <= height {
                columns[columns.count - 1] += [""] + panel
            } else {
                columns.append(panel)
            }
        }
    }

    private func beside(_ columns: [[String]], _ room: Int) -> [String] {
        (0..<(columns.map(\.count).max() ?? 0)).map { row in
            var line = ""
            for (place, column) in columns.enumerated() where row < column.count && !column[row].isEmpty {
                let start = place * (room + PanelLayout.gutter)
                line += String(repeating: " ", count: max(0, start - DrawnText.columns(line))) + column[row]
            }
            return line
        }
    }
}
