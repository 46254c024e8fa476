import Interface

/// A layout of panels in columns: two from 100 columns on, three from 150.
///
/// Panels keep their order from top to bottom, in columns as short as possible.
struct PanelLayout {
    /// Draws blocks for a number of columns.
    typealias Draw = ([Block], Int) -> [String]

    private static let gutter = 4

    let width: Int
    /// Whether the output is a terminal, where panels may be side by side.
    ///
    /// A program reads lines.
    let isWide: Bool

    /// Returns the panels as lines, in fewer columns if a word is wider than its column.
    func lines(of panels: [[Block]], drawn draw: Draw) -> [String] {
        for count in (1...min(maximumColumns, max(1, panels.count))).reversed() {
            let room = (width - PanelLayout.gutter * (count - 1)) / count
            let drawnPanels = panels.map { draw($0, count == 1 ? width : room) }
            let fits = drawnPanels.allSatisfy { $0.allSatisfy { DrawnText.columns($0) <= room } }
            if count == 1 || fits { return sideBySide(PanelLayout.columns(of: drawnPanels, count), room) }
        }
        return []
    }

    private var maximumColumns: Int { !isWide || width < 100 ? 1 : width < 150 ? 2 : 3 }

    /// Distributes panels to a maximum number of columns, so that the longest is as short as
    /// possible.
    private static func columns(of panels: [[String]], _ count: Int) -> [[String]] {
        let least = panels.map(\.count).max() ?? 0
        let most = panels.reduce(0) { $0 + $1.count + 1 }
        let attempts = (least...max(least, most)).lazy.map { filled(panels, to: $0) }
        return attempts.first { $0.count <= count } ?? []
    }

    /// Fills columns up to a height with panels in their order.
    private static func filled(_ panels: [[String]], to height: Int) -> [[String]] {
        panels.reduce(into: []) { columns, panel in
            if let last = columns.last, last.count + 1 + panel.count <= height {
                columns[columns.count - 1] += [""] + panel
            } else {
                columns.append(panel)
            }
        }
    }

    private func sideBySide(_ columns: [[String]], _ room: Int) -> [String] {
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
