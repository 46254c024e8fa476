import Documents

/// The lines of the diagram with their letters, and the compass.
struct FloorLines {
    let walk: Walk
    let floor: Floor
    let colours: DiagramColours

    /// A bar of the diagram, as far as it is walked, with the letters at its ends.
    private struct Bar {
        let from: Vector
        let to: Vector
        let letters: [String]
        /// Whether somebody stands along it; else its letters stand alone.
        var isWalked = true
    }

    /// The bars as far as somebody stands on them: a staircase is none that reaches to both sides.
    private var bars: [Bar] {
        let upright = walk.bars["CD"] ?? 0
        let poses = walk.poses.map(walk.onLines)
        let feet = poses.flatMap { [$0.left.place, $0.right.place] }
        let levels = walk.bars.filter { $0.key.count == 2 && $0.key != "CD" }.sorted { $0.key < $1.key }.map { bar, y in
            let reached = feet.filter { abs($0.y - y) < Self.nearness }.map(\.x)
            let (west, east) = (min(upright, reached.min() ?? upright), max(upright, reached.max() ?? upright))
            let reach = Self.nearness / 2
            let isOpen = (west: upright - west > Self.nearness, east: east - upright > Self.nearness)
            return Bar(
                from: Vector(isOpen.west || !isOpen.east ? west - reach : upright, y),
                to: Vector(isOpen.east || !isOpen.west ? east + reach : upright, y),
                letters: ends(bar.map(String.init).reversed()), isWalked: isOpen.west || isOpen.east)
        }
        let reached = poses.map(\.centre.y)
        let column = Bar(
            from: Vector(upright, (reached.min() ?? 0) - Self.nearness),
            to: Vector(upright, (reached.max() ?? 0) + Self.nearness),
            letters: ends(["C", "D"]), isWalked: walk.bars["CD"] != nil)
        return levels + [column] + uprights
    }

    private func ends(_ letters: [String]) -> [String] { walk.isTurned ? letters.reversed() : letters }

    /// How near to a bar a foot stands that is on it: a stance is wide, and nobody walks a line to the inch.
    private static let nearness = 0.8

    /// The uprights that leave line AB at A and at B, with the letter at their end.
    private var uprights: [Bar] {
        walk.bars.filter { $0.key.count == 1 }.sorted { $0.key < $1.key }.map { letter, x in
            Bar(from: Vector(x, walk.bars["AB"] ?? 0), to: Vector(x, 0) + walk.uprights * 3, letters: ["", letter])
        }
    }

    /// The letters at the ends of the bars and where they stand.
    var letters: [(text: String, place: Vector)] {
        bars.flatMap { bar in
            let out = (bar.to - bar.from).unit * 0.35
            return [(bar.letters[0], bar.from - out), (bar.letters[1], bar.to + out)]
        }
    }

    func draw(_ svg: inout SVGText) {
        for bar in bars where bar.isWalked {
            svg.add(
                "<path d=\"M\(floor.point(bar.from)) L\(floor.point(bar.to))\" stroke=\"\(colours.floor)\" stroke-opacity=\".3\" stroke-width=\"7\" stroke-linecap=\"round\"/>"
            )
        }
        for (text, place) in letters { letter(text, at: place, &svg) }
    }

    /// The ring where one begins, over everything else.
    func beginning(_ svg: inout SVGText) {
        let (x, y) = (SVGText.number(floor.x(.zero)), SVGText.number(floor.y(.zero)))
        svg.add(
            "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"8\" fill=\"\(colours.foot)\" stroke=\"\(colours.ink)\" stroke-width=\"2\"/>")
        svg.add(
            "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"3\" fill=\"\(colours.paper)\" stroke=\"\(colours.ink)\" stroke-width=\"1.2\"/>")
    }

    private func letter(_ text: String, at place: Vector, _ svg: inout SVGText) {
        svg.add(
            "<text x=\"\(SVGText.number(floor.x(place)))\" y=\"\(SVGText.number(floor.y(place) + 5))\" text-anchor=\"middle\" font-size=\"15\" font-weight=\"700\" fill=\"\(colours.floor)\">\(text)</text>"
        )
    }
}
