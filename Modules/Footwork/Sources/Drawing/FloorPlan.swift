import Documents

/// The floor with its lines and the path, with each movement's number at its end position.
struct FloorPlan {
    let diagram: PatternDiagram
    let layout: DiagramLayout
    private let floor: Floor

    /// The maximum scale, in points per shoulder width.
    private static let scale = 92.0
    private static let margin = 1.7

    init(diagram: PatternDiagram, layout: DiagramLayout) {
        self.diagram = diagram
        self.layout = layout
        let places = diagram.drawnWalk.poses.map(diagram.drawnWalk.onLines).map(\.center) + [.zero]
        let extent = Extent(places)
        let width = extent.east - extent.west + 2 * Self.margin
        let height = extent.north - extent.south + 2 * Self.margin
        floor = Floor(
            places, margin: Self.margin,
            scale: min(Self.scale, layout.plan.width / width, max(layout.plan.height / height, 34)))
    }

    var height: Double { floor.height }

    /// Draws the lines of the figure, the path, and a badge for each stop.
    func draw(_ svg: inout SVGText, top: Double) {
        let walk = diagram.drawnWalk
        svg.add(
            "<g transform=\"translate(\(SVGText.number(DiagramLayout.margin + (layout.plan.width - floor.width) / 2)) \(SVGText.number(top)))\">"
        )
        let lines = FloorLines(walk: walk, floor: floor, colors: diagram.colors)
        lines.draw(&svg)
        let parts = DiagramParts(floor: floor, colors: diagram.colors)
        let centers = walk.poses.map(walk.onLines).map(\.center) + [.zero]
        parts.drawPath(centers, &svg)
        var badges = Badges(occupied: lines.letters.map(\.place) + [.zero], path: centers, scale: floor.scale)
        for (pose, numbers) in diagram.stops { badges.add(DiagramParts.numberRange(numbers), for: pose) }
        badges.draw(parts, &svg)
        lines.drawStart(&svg)
        svg.add("</g>")
    }
}

extension Walk {
    /// Returns the pose for a plan, moved onto the line of its stance if it is no further away than
    /// feet that stay in their prints.
    func onLines(_ pose: Pose) -> Pose {
        let hasFront = pose.left.isFront || pose.right.isFront
        let isTogether = !hasFront && (pose.left.place - pose.right.place).length < 0.5
        let direction = hasFront || isTogether ? pose.facing : pose.facing.right
        var displacement = Vector.zero
        if abs(direction.y) < 0.01 || isTogether {
            displacement.y = offsetToBar(pose.center.y) { $0.count == 2 && $0 != "CD" }
        }
        if abs(direction.x) < 0.01 || isTogether {
            displacement.x = offsetToBar(pose.center.x) { $0 == "CD" || $0.count == 1 }
        }
        return pose.moved(by: displacement)
    }

    /// Returns the distance to the nearest candidate bar, or 0 if it is more than a shoulder width
    /// away.
    private func offsetToBar(_ place: Double, _ isCandidate: (String) -> Bool) -> Double {
        let offsets = bars.sorted { $0.key < $1.key }.filter { isCandidate($0.key) }.map { $0.value - place }
        return offsets.filter { abs($0) <= 1 }.min { abs($0) < abs($1) } ?? 0
    }
}
