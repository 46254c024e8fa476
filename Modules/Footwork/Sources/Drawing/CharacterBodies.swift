extension PatternDiagram {
    /// Returns the body at the end of a movement in braille characters, from the front and from the
    /// side.
    ///
    /// Captions name each view and mark approximate postures. The result is empty if the movement
    /// has no posture.
    package func bodyCharacters(of number: Int, rows: Int = 11) -> [String] {
        guard let pose = walk.poses.first(where: { $0.number == number }), let panel = PanelBody(pose, of: course)
        else { return [] }
        let views = panel.views
        let sides = views.map { BodyDrawing(panel.body, from: $0).characters(rows: rows) }
        let width = (sides[0].map(\.count).max() ?? 0) + 4
        func sideBySide(_ left: String, _ right: String) -> String {
            let line = left + String(repeating: " ", count: max(0, width - left.count)) + right
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return zip(sides[0], sides[1]).map(sideBySide)
            + [sideBySide(views[0].name, views[1].name + (panel.isSchematic ? ", schematic" : ""))]
    }
}
