/// The pieces that a diagram is made of.
struct DiagramParts {
    let floor: Floor
    let colours: DiagramColours

    /// A shoe whose ball lies at the origin and whose toes point up.
    private static let shoe =
        "M-1,-7.4 C3.5,-8.2 6.6,-4.4 6.2,0.6 C5.9,4.6 3.9,7.6 4.1,12 C4.3,17 3.6,20.6 0,20.6 C-3.6,20.6 -4.4,17 -4.2,12.6 C-4,8 -5.6,5 -5.8,0.6 C-6,-3.6 -4.4,-6.8 -1,-7.4 Z"

    static func definitions(_ colours: DiagramColours) -> String {
        "<defs><path id=\"right-foot\" d=\"\(shoe)\"/><path id=\"left-foot\" transform=\"scale(-1 1)\" d=\"\(shoe)\"/>"
            + "<marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 Z\" fill=\"\(colours.ink)\"/></marker>"
            + "<marker id=\"turn\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path d=\"M1,1 L6,4 L1,7\" fill=\"none\" stroke=\"\(colours.ink)\" stroke-opacity=\".55\" stroke-width=\"1.4\"/></marker></defs>"
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
        "<use href=\"#\(foot.side.rawValue)-foot\" transform=\"translate(\(floor.point(foot.place))) rotate(\(SVGText.number(foot.heading.clockwiseDegrees)))\" fill=\"\(fill)\" fill-opacity=\"\(opacity)\" stroke=\"\(stroke)\" stroke-width=\"1\"\(dash)/>"
    }

    func feet(_ pose: Pose, labelled: Bool, _ svg: inout SVGText) {
        for foot in [pose.left, pose.right] {
            let opacity =
                foot.isRaised
                ? "0" : foot.isFront || foot.weight > 0.85 ? "1" : foot.weight >= 0.5 && !hasFront(pose) ? ".75" : ".35"
            let dash = foot.isRaised ? " stroke-dasharray=\"2.5 2\"" : ""
            svg.add(use(foot, fill: colours.foot, opacity: opacity, stroke: colours.ink, dash: dash))
            if labelled { label(foot, of: pose, &svg) }
        }
        facing(pose, &svg)
    }

    private func hasFront(_ pose: Pose) -> Bool { pose.left.isFront || pose.right.isFront }

    /// Where the words beside a foot begin, away from the other foot, and the way that is.
    private static func labelPlace(_ foot: Footprint, of pose: Pose) -> (place: Vector, way: Vector) {
        let outward = foot.place - (pose.left.place + pose.right.place) * 0.5
        let way = outward.length > 0.1 ? outward.unit : pose.facing.right * (foot.side == .left ? -1 : 1)
        let isBehind = way.along(foot.heading) < -0.5
        return (foot.place + way * (abs(way.x) > 0.5 ? (isBehind ? 0.6 : 0.3) : (isBehind ? 0.68 : 0.55)), way)
    }

    /// The room that the words beside both feet take, which numbers should leave free.
    static func labelRoom(of pose: Pose) -> [Vector] {
        [pose.left, pose.right].flatMap { foot in
            let (place, way) = labelPlace(foot, of: pose)
            let start = way.x > 0.5 ? 0.15 : way.x < -0.5 ? -1.05 : -0.5
            return [0, 0.3, 0.6, 0.9].map { place + Vector(start + $0, 0) }
        }
    }

    private func label(_ foot: Footprint, of pose: Pose, _ svg: inout SVGText) {
        let (place, way) = Self.labelPlace(foot, of: pose)
        let words =
            foot.isRaised ? "\(foot.side.rawValue), raised" : "\(foot.side.rawValue) \(Int((foot.weight * 100).rounded())) %"
        let anchor = way.x > 0.5 ? "start" : way.x < -0.5 ? "end" : "middle"
        svg.add(
            "<text x=\"\(SVGText.number(floor.x(place)))\" y=\"\(SVGText.number(floor.y(place) + 4))\" text-anchor=\"\(anchor)\" font-size=\"10.5\" fill=\"\(colours.ink)\" stroke=\"\(colours.paper)\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\">\(words)</text>"
        )
    }

    /// A small head ahead of the performer's middle that shows the way they face.
    private func facing(_ pose: Pose, _ svg: inout SVGText) {
        let from = pose.centre + pose.look * 0.08
        let to = pose.centre + pose.look * 0.36
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
        guard (place - pose.centre).length > 0.3 else { return }
        svg.add(
            "<path d=\"M\(floor.point(pose.centre)) L\(floor.point(place))\" stroke=\"\(colours.floor)\" stroke-width=\".8\"/>"
        )
    }

    /// Words in a rounded frame.
    func badge(_ words: String, at place: Vector, _ svg: inout SVGText) {
        let (x, y) = (floor.x(place), floor.y(place))
        let half = Self.halfWidth(words)
        let number = SVGText.number
        svg.add(
            "<rect x=\"\(number(x - half))\" y=\"\(number(y - 8.5))\" width=\"\(number(2 * half))\" height=\"17\" rx=\"8.5\" fill=\"\(colours.paper)\" stroke=\"\(colours.ink)\" stroke-width=\"1\"/>"
        )
        svg.add(
            "<text x=\"\(number(x))\" y=\"\(number(y + 4))\" text-anchor=\"middle\" font-size=\"11.5\" font-weight=\"600\" fill=\"\(colours.ink)\">\(words)</text>"
        )
    }
}
