import Bodies

extension PatternDiagram {
    /// The body at the end of a movement in characters of braille, from the front and from the side, with what each is and whether it is only near to what is done;
    /// nothing where nobody says what the body does.
    public func bodyCharacters(of number: Int, rows: Int = 11) -> [String] {
        guard let pose = walk.poses.first(where: { $0.number == number }), let drawn = PanelBody(pose, of: course) else {
            return []
        }
        let views = drawn.views
        let sides = views.map { BodyDrawing(drawn.body, from: $0).characters(rows: rows) }
        let width = (sides[0].map(\.count).max() ?? 0) + 4
        func beside(_ left: String, _ right: String) -> String {
            let line = left + String(repeating: " ", count: max(0, width - left.count)) + right
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return zip(sides[0], sides[1]).map(beside)
            + [beside(views[0].name, views[1].name + (drawn.isSchematic ? ", schematic" : ""))]
    }
}
