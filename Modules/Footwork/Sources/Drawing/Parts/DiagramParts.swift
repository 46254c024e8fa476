import Documents

/// The pieces that a diagram is made of.
struct DiagramParts {
    /// Points a shoulder width at which a shoe has its own size.
    static let scale = 46.0

    let floor: Floor
    let colours: DiagramColours

    /// A shoe whose ball lies at the origin and whose toes point up.
    private static let shoe =
        "M-1,-7.4 C3.5,-8.2 6.6,-4.4 6.2,0.6 C5.9,4.6 3.9,7.6 4.1,12 C4.3,17 3.6,20.6 0,20.6 C-3.6,20.6 -4.4,17 -4.2,12.6 C-4,8 -5.6,5 -5.8,0.6 C-6,-3.6 -4.4,-6.8 -1,-7.4 Z"

    static func definitions(_ colours: DiagramColours) -> String {
        "<defs><path id=\"right-foot\" d=\"\(shoe)\"/><path id=\"left-foot\" transform=\"scale(-1 1)\" d=\"\(shoe)\"/>"
            + "<marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 Z\" fill=\"\(colours.ink)\"/></marker>"
            + "<marker id=\"turn\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path d=\"M1,1 L6,4 L1,7\" fill=\"none\" stroke=\"\(colours.ink)\" stroke-opacity=\".55\" stroke-width=\"1.4\"/></marker>"
            + "<marker id=\"way\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path d=\"M1,1 L6,4 L1,7\" fill=\"none\" stroke=\"\(colours.floor)\" stroke-width=\"1.6\"/></marker></defs>"
    }

    /// The way over the floor.
    func way(_ centres: [Vector], _ svg: inout SVGText) {
        let apart = centres.reduce(into: [Vector]()) { list, centre in
            if list.last.map({ ($0 - centre).length > 0.15 }) ?? true { list.append(centre) }
        }
        guard apart.count > 1 else { return }
        svg.add(
            "<polyline points=\"\(apart.map(floor.point).joined(separator: " "))\" fill=\"none\" stroke=\"\(colours.ink)\" stroke-opacity=\".4\" stroke-width=\"1.3\" stroke-dasharray=\"2 4\"/>"
        )
    }

    /// Where the feet were.
    func ghost(_ pose: Pose, _ svg: inout SVGText) {
        for foot in [pose.left, pose.right] where !foot.isRaised {
            svg.add(use(foot, fill: colours.floor, opacity: ".12", stroke: colours.floor))
        }
    }

    private func use(_ foot: Footprint, fill: String, opacity: String, stroke: String, dash: String = "") -> String {
        let size = floor.scale == Self.scale ? "" : " scale(\(SVGText.number(floor.scale / Self.scale)))"
        return
            "<use href=\"#\(foot.side.rawValue)-foot\" transform=\"translate(\(floor.point(foot.place))) rotate(\(SVGText.number(foot.heading.clockwiseDegrees)))\(size)\" fill=\"\(fill)\" fill-opacity=\"\(opacity)\" stroke=\"\(stroke)\" stroke-width=\"1\"\(dash)/>"
    }

    /// The ways that feet went which left their print, from the ghost to a little before the shoe.
    func ways(from before: Pose, to pose: Pose, _ svg: inout SVGText) {
        for side in Side.allCases {
            let (from, to) = (before.foot(side).place, pose.foot(side).place)
            let way = to - from
            // A heel that trails behind takes more room than a shoe's side.
            let room = 0.2 + 0.35 * max(0, way.unit.along(pose.foot(side).heading))
            var reach = way.length - room
            while reach > 0.35, Self.lies(from + way.unit * reach, under: pose) { reach -= 0.08 }
            guard reach > 0.35 else { continue }
            svg.add(
                "<path d=\"M\(floor.point(from)) L\(floor.point(from + way.unit * reach))\" stroke=\"\(colours.floor)\" stroke-width=\"1.2\" stroke-dasharray=\"3 2.5\" fill=\"none\" marker-end=\"url(#way)\"/>"
            )
        }
    }

    /// Whether a point lies under a shoe, or so near that an arrow's head would.
    private static func lies(_ point: Vector, under pose: Pose) -> Bool {
        [pose.left, pose.right].contains { foot in
            let (ahead, aside) = ((point - foot.place).along(foot.heading), (point - foot.place).along(foot.heading.right))
            return (-0.52...0.26).contains(ahead) && abs(aside) < 0.21
        }
    }

    func feet(_ pose: Pose, _ svg: inout SVGText) {
        for foot in [pose.left, pose.right] {
            let opacity = foot.isRaised ? "0" : opacity(foot, of: pose)
            let dash = foot.isRaised ? " stroke-dasharray=\"2.5 2\"" : ""
            svg.add(use(foot, fill: colours.foot, opacity: opacity, stroke: colours.ink, dash: dash))
        }
        facing(pose, &svg)
    }

    /// How full a foot on the floor is drawn: the one in front or that carries the weight fully.
    func opacity(_ foot: Footprint, of pose: Pose) -> String {
        let hasFront = pose.left.isFront || pose.right.isFront
        return foot.isFront || foot.weight > 0.85 ? "1" : foot.weight >= 0.5 && !hasFront ? ".75" : ".35"
    }

    /// How far ahead of the performer's middle the foremost shoe ends.
    static func ahead(_ pose: Pose) -> Double {
        [pose.left, pose.right].flatMap(Badges.room).map { ($0 - pose.centre).along(pose.look) }.max() ?? 0
    }

    /// An arrow ahead of the foremost shoe that shows the way they face.
    private func facing(_ pose: Pose, _ svg: inout SVGText) {
        let from = pose.centre + pose.look * (Self.ahead(pose) + 0.1)
        let to = from + pose.look * 0.3
        svg.add(
            "<path d=\"M\(floor.point(from)) L\(floor.point(to))\" stroke=\"\(colours.ink)\" stroke-width=\"1.3\" marker-end=\"url(#tip)\"/>"
        )
    }

    /// The turn on the ball of a foot, as an arc about it, the way the performer turns.
    func pivot(_ side: Side, from: Pose, to: Pose, _ svg: inout SVGText) {
        let ball = to.foot(side).place
        let turned = to.turned(since: from)
        let radius = 0.42
        let (first, last) = (ball + from.facing * radius, ball + to.facing * radius)
        let length = SVGText.number(radius * floor.scale)
        svg.add(
            "<path d=\"M\(floor.point(first)) A\(length),\(length) 0 \(abs(turned) > 180.01 ? 1 : 0) \(turned > 0 ? 1 : 0) \(floor.point(last))\" fill=\"none\" stroke=\"\(colours.ink)\" stroke-width=\"1.4\" stroke-opacity=\".55\" marker-end=\"url(#turn)\"/>"
        )
    }

    /// The numbers of the movements that share a pose: `3`, `3–5`.
    static func words(_ numbers: [Int]) -> String {
        numbers.count == 1 ? "\(numbers[0])" : "\(numbers[0])–\(numbers[numbers.count - 1])"
    }

    /// Half the width of a number's frame, in points.
    static func halfWidth(_ words: String) -> Double { 5.5 + 3.4 * Double(words.count) }

    /// A thread from a pose to the number that stands away from it.
    func thread(to place: Vector, of pose: Pose, _ svg: inout SVGText) {
        svg.add(
            "<circle cx=\"\(SVGText.number(floor.x(pose.centre)))\" cy=\"\(SVGText.number(floor.y(pose.centre)))\" r=\"2\" fill=\"\(colours.floor)\"/>"
        )
        guard (place - pose.centre).length * floor.scale > 9 else { return }
        svg.add(
            "<path d=\"M\(floor.point(pose.centre)) L\(floor.point(place))\" stroke=\"\(colours.floor)\" stroke-width=\".8\"/>"
        )
    }

    /// Words in a rounded frame.
    func badge(_ words: String, at place: Vector, _ svg: inout SVGText) {
        badge(words, x: floor.x(place), y: floor.y(place), &svg)
    }

    /// The same anywhere on the page.
    func badge(_ words: String, x: Double, y: Double, _ svg: inout SVGText) {
        let half = Self.halfWidth(words)
        let number = SVGText.number
        svg.add(
            "<rect x=\"\(number(x - half))\" y=\"\(number(y - 8.5))\" width=\"\(number(2 * half))\" height=\"17\" rx=\"8.5\" fill=\"\(colours.paper)\" stroke=\"\(colours.ink)\" stroke-width=\"1\"/>"
        )
        svg.add(
            "<text x=\"\(number(x))\" y=\"\(number(y + 4))\" text-anchor=\"middle\" font-size=\"11.5\" font-weight=\"600\" fill=\"\(colours.ink)\">\(words)</text>"
        )
    }

    /// A point on a badge's edge that shows the way one faces.
    func pointer(_ words: String, at place: Vector, toward look: Vector, _ svg: inout SVGText) {
        let (x, y, way) = (floor.x(place), floor.y(place), Vector(look.x, -look.y).unit)
        let reach = min(Self.halfWidth(words) / max(0.01, abs(way.x)), 8.5 / max(0.01, abs(way.y)))
        let (base, tip, across) = (reach - 2, reach + 7, way.right * 4.5)
        let points = [Vector(x, y) + way * base + across, Vector(x, y) + way * tip, Vector(x, y) + way * base - across]
        let text = points.map { "\(SVGText.number($0.x)),\(SVGText.number($0.y))" }.joined(separator: " ")
        svg.add("<polygon points=\"\(text)\" fill=\"\(colours.ink)\"/>")
    }
}
