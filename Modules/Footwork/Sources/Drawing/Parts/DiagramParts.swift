import Documents

/// The drawing functions for the parts of a diagram.
struct DiagramParts {
    /// The points for each shoulder width at which a shoe has its original size.
    static let scale = 46.0

    let floor: Floor
    let colors: DiagramColors

    /// A shoe with its ball at the origin and its toes upward.
    private static let shoe =
        "M-1,-7.4 C3.5,-8.2 6.6,-4.4 6.2,0.6 C5.9,4.6 3.9,7.6 4.1,12 C4.3,17 3.6,20.6 0,20.6 C-3.6,20.6 -4.4,17 -4.2,12.6 C-4,8 -5.6,5 -5.8,0.6 C-6,-3.6 -4.4,-6.8 -1,-7.4 Z"

    /// Returns the SVG definitions of both shoes and of the arrowheads.
    static func definitions(_ colors: DiagramColors) -> String {
        "<defs><path id=\"right-foot\" d=\"\(shoe)\"/><path id=\"left-foot\" transform=\"scale(-1 1)\" d=\"\(shoe)\"/>"
            + "<marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 Z\" fill=\"\(colors.ink)\"/></marker>"
            + "<marker id=\"turn\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path d=\"M1,1 L6,4 L1,7\" fill=\"none\" stroke=\"\(colors.ink)\" stroke-opacity=\".55\" stroke-width=\"1.4\"/></marker>"
            + "<marker id=\"way\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path d=\"M1,1 L6,4 L1,7\" fill=\"none\" stroke=\"\(colors.floor)\" stroke-width=\"1.6\"/></marker></defs>"
    }

    /// Draws the path over the floor.
    func drawPath(_ centers: [Vector], _ svg: inout SVGText) {
        let corners = centers.reduce(into: [Vector]()) { list, center in
            if list.last.map({ ($0 - center).length > 0.15 }) ?? true { list.append(center) }
        }
        guard corners.count > 1 else { return }
        svg.add(
            "<polyline points=\"\(corners.map(floor.point).joined(separator: " "))\" fill=\"none\" stroke=\"\(colors.ink)\" stroke-opacity=\".4\" stroke-width=\"1.3\" stroke-dasharray=\"2 4\"/>"
        )
    }

    /// Draws the previous footprints.
    func drawPreviousPrints(_ pose: Pose, _ svg: inout SVGText) {
        for foot in [pose.left, pose.right] where !foot.isRaised {
            svg.add(shoeElement(foot, fill: colors.floor, opacity: ".12", stroke: colors.floor))
        }
    }

    /// Returns the SVG element of a shoe.
    private func shoeElement(_ foot: Footprint, fill: String, opacity: String, stroke: String, dash: String = "")
        -> String
    {
        let size = floor.scale == Self.scale ? "" : " scale(\(SVGText.number(floor.scale / Self.scale)))"
        return
            "<use href=\"#\(foot.side.rawValue)-foot\" transform=\"translate(\(floor.point(foot.place))) rotate(\(SVGText.number(foot.heading.clockwiseDegrees)))\(size)\" fill=\"\(fill)\" fill-opacity=\"\(opacity)\" stroke=\"\(stroke)\" stroke-width=\"1\"\(dash)/>"
    }

    /// Draws the paths of the feet that left their print, from the previous print almost to the
    /// shoe.
    func drawStepArrows(from before: Pose, to pose: Pose, _ svg: inout SVGText) {
        for side in Side.allCases {
            let from = before.foot(side).place
            let to = pose.foot(side).place
            let displacement = to - from
            // A trailing heel takes more space than a shoe's side.
            let clearance = 0.2 + 0.35 * max(0, displacement.unit.dot(pose.foot(side).heading))
            var length = displacement.length - clearance
            while length > 0.35, Self.isPoint(from + displacement.unit * length, under: pose) { length -= 0.08 }
            guard length > 0.35 else { continue }
            svg.add(
                "<path d=\"M\(floor.point(from)) L\(floor.point(from + displacement.unit * length))\" stroke=\"\(colors.floor)\" stroke-width=\"1.2\" stroke-dasharray=\"3 2.5\" fill=\"none\" marker-end=\"url(#way)\"/>"
            )
        }
    }

    /// Returns whether a point is under a shoe, or closer to it than an arrow's head.
    private static func isPoint(_ point: Vector, under pose: Pose) -> Bool {
        [pose.left, pose.right].contains { foot in
            let ahead = (point - foot.place).dot(foot.heading)
            let sideways = (point - foot.place).dot(foot.heading.right)
            return (-0.52...0.26).contains(ahead) && abs(sideways) < 0.21
        }
    }

    /// Draws both feet and the facing direction.
    func drawFeet(_ pose: Pose, _ svg: inout SVGText) {
        for foot in [pose.left, pose.right] {
            let opacity = foot.isRaised ? "0" : opacity(foot, of: pose)
            let dash = foot.isRaised ? " stroke-dasharray=\"2.5 2\"" : ""
            svg.add(shoeElement(foot, fill: colors.foot, opacity: opacity, stroke: colors.ink, dash: dash))
        }
        drawFacingArrow(pose, &svg)
    }

    /// Returns the opacity of a foot on the floor; full for the front foot or the one that carries
    /// the weight.
    func opacity(_ foot: Footprint, of pose: Pose) -> String {
        let hasFront = pose.left.isFront || pose.right.isFront
        return foot.isFront || foot.weight > 0.85 ? "1" : foot.weight >= 0.5 && !hasFront ? ".75" : ".35"
    }

    /// Returns the distance from the performer's middle to the front end of the foremost shoe.
    static func ahead(_ pose: Pose) -> Double {
        [pose.left, pose.right].flatMap(Badges.shoePoints).map { ($0 - pose.center).dot(pose.look) }.max() ?? 0
    }

    /// Draws an arrow ahead of the foremost shoe in the facing direction.
    private func drawFacingArrow(_ pose: Pose, _ svg: inout SVGText) {
        let from = pose.center + pose.look * (Self.ahead(pose) + 0.1)
        let to = from + pose.look * 0.3
        svg.add(
            "<path d=\"M\(floor.point(from)) L\(floor.point(to))\" stroke=\"\(colors.ink)\" stroke-width=\"1.3\" marker-end=\"url(#tip)\"/>"
        )
    }

    /// Draws the turn on the ball of a foot as an arc, clockwise or counter-clockwise as performed.
    func drawPivot(_ side: Side, from: Pose, to: Pose, _ svg: inout SVGText) {
        let ball = to.foot(side).place
        let turned = to.turned(since: from)
        let radius = 0.42
        let start = ball + from.facing * radius
        let end = ball + to.facing * radius
        let length = SVGText.number(radius * floor.scale)
        svg.add(
            "<path d=\"M\(floor.point(start)) A\(length),\(length) 0 \(abs(turned) > 180.01 ? 1 : 0) \(turned > 0 ? 1 : 0) \(floor.point(end))\" fill=\"none\" stroke=\"\(colors.ink)\" stroke-width=\"1.4\" stroke-opacity=\".55\" marker-end=\"url(#turn)\"/>"
        )
    }

    /// Returns the numbers of the movements that share a pose: `3`, `3–5`.
    static func numberRange(_ numbers: [Int]) -> String {
        numbers.count == 1 ? "\(numbers[0])" : "\(numbers[0])–\(numbers[numbers.count - 1])"
    }

    /// Returns half the width of a number's frame, in points.
    static func halfWidth(_ words: String) -> Double { 5.5 + 3.4 * Double(words.count) }

    /// Draws a thread from a pose to its distant number.
    func drawThread(to place: Vector, of pose: Pose, _ svg: inout SVGText) {
        svg.add(
            "<circle cx=\"\(SVGText.number(floor.x(pose.center)))\" cy=\"\(SVGText.number(floor.y(pose.center)))\" r=\"2\" fill=\"\(colors.floor)\"/>"
        )
        guard (place - pose.center).length * floor.scale > 9 else { return }
        svg.add(
            "<path d=\"M\(floor.point(pose.center)) L\(floor.point(place))\" stroke=\"\(colors.floor)\" stroke-width=\".8\"/>"
        )
    }

    /// Draws words in a rounded frame at a place on the floor.
    func drawBadge(_ words: String, at place: Vector, _ svg: inout SVGText) {
        drawBadge(words, x: floor.x(place), y: floor.y(place), &svg)
    }

    /// Draws words in a rounded frame anywhere on the page.
    func drawBadge(_ words: String, x: Double, y: Double, _ svg: inout SVGText) {
        let halfWidth = Self.halfWidth(words)
        let number = SVGText.number
        svg.add(
            "<rect x=\"\(number(x - halfWidth))\" y=\"\(number(y - 8.5))\" width=\"\(number(2 * halfWidth))\""
                + " height=\"17\" rx=\"8.5\" fill=\"\(colors.paper)\" stroke=\"\(colors.ink)\" stroke-width=\"1\"/>"
        )
        svg.add(
            "<text x=\"\(number(x))\" y=\"\(number(y + 4))\" text-anchor=\"middle\" font-size=\"11.5\" font-weight=\"600\" fill=\"\(colors.ink)\">\(words)</text>"
        )
    }

    /// Draws a point on a badge's edge in the facing direction.
    func drawPointer(_ words: String, at place: Vector, toward look: Vector, _ svg: inout SVGText) {
        let x = floor.x(place)
        let y = floor.y(place)
        let direction = Vector(look.x, -look.y).unit
        let edgeDistance = min(Self.halfWidth(words) / max(0.01, abs(direction.x)), 8.5 / max(0.01, abs(direction.y)))
        let baseDistance = edgeDistance - 2
        let tipDistance = edgeDistance + 7
        let halfBase = direction.right * 4.5
        let points = [
            Vector(x, y) + direction * baseDistance + halfBase, Vector(x, y) + direction * tipDistance,
            Vector(x, y) + direction * baseDistance - halfBase,
        ]
        let text = points.map { "\(SVGText.number($0.x)),\(SVGText.number($0.y))" }.joined(separator: " ")
        svg.add("<polygon points=\"\(text)\" fill=\"\(colors.ink)\"/>")
    }
}
