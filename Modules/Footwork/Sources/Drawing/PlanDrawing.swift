import Documents

/// The floor with its lines and the way over it, each movement's number where it ends.
struct PlanDrawing {
    let diagram: PatternDiagram
    let layout: DiagramLayout
    private let floor: Floor

    /// Points a shoulder width, at most.
    private static let scale = 92.0
    private static let margin = 1.7

    init(diagram: PatternDiagram, layout: DiagramLayout) {
        (self.diagram, self.layout) = (diagram, layout)
        let places = diagram.drawn.poses.map(diagram.drawn.onLines).map(\.centre) + [.zero]
        let held = Extent(places)
        let (wide, high) = (held.east - held.west + 2 * Self.margin, held.north - held.south + 2 * Self.margin)
        floor = Floor(
            places, margin: Self.margin, scale: min(Self.scale, layout.plan.width / wide, max(layout.plan.height / high, 34)))
    }

    var height: Double { floor.height }

    func draw(_ svg: inout SVGText, top: Double) {
        let walk = diagram.drawn
        svg.add(
            "<g transform=\"translate(\(SVGText.number(DiagramLayout.margin + (layout.plan.width - floor.width) / 2)) \(SVGText.number(top)))\">"
        )
        let lines = FloorLines(walk: walk, floor: floor, colours: diagram.colours)
        lines.draw(&svg)
        let parts = DiagramParts(floor: floor, colours: diagram.colours)
        let centres = walk.poses.map(walk.onLines).map(\.centre) + [.zero]
        parts.way(centres, &svg)
        var badges = Badges(taken: lines.letters.map(\.place) + [.zero], way: centres, scale: floor.scale)
        for (pose, numbers) in diagram.stops { badges.add(DiagramParts.words(numbers), for: pose) }
        badges.draw(parts, &svg)
        lines.beginning(&svg)
        svg.add("</g>")
    }
}

extension Walk {
    /// The pose where a plan has it: on the line that the stance is on, when it stands no further from it than feet do that stay in their prints.
    func onLines(_ pose: Pose) -> Pose {
        let hasFront = pose.left.isFront || pose.right.isFront
        let isTogether = !hasFront && (pose.left.place - pose.right.place).length < 0.5
        let along = hasFront || isTogether ? pose.facing : pose.facing.right
        var way = Vector.zero
        if abs(along.y) < 0.01 || isTogether { way.y = toward(pose.centre.y) { $0.count == 2 && $0 != "CD" } }
        if abs(along.x) < 0.01 || isTogether { way.x = toward(pose.centre.x) { $0 == "CD" || $0.count == 1 } }
        return pose.moved(by: way)
    }

    private func toward(_ place: Double, _ isMeant: (String) -> Bool) -> Double {
        let ways = bars.sorted { $0.key < $1.key }.filter { isMeant($0.key) }.map { $0.value - place }
        return ways.filter { abs($0) <= 1 }.min { abs($0) < abs($1) } ?? 0
    }
}
