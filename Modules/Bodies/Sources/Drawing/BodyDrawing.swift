import Documents
import Kernel

/// The colours of a drawn body.
public struct BodyColours: Hashable, Sendable {
    /// Of hands, feet and face.
    public let skin: String
    /// What covers arms, legs and trunk.
    public let suit: String
    /// Round the loins: that of the grade.
    public let belt: String
    /// Of edges.
    public let ink: String
    let hair = "#4a3a31"

    /// A body in white with a belt of that colour.
    public init(belt: String, ink: String = "#1b1d21", skin: String = "#e6b98e", suit: String = "#fdfcf7") {
        (self.belt, self.ink, self.skin, self.suit) = (belt, ink, skin, suit)
    }

    func of(_ cloth: BodyShape.Cloth) -> String {
        switch cloth {
        case .skin: skin
        case .suit: suit
        case .belt: belt
        case .hair: hair
        }
    }
}

/// A body as an image, seen from one side: rounded limbs, the nearer before the further, a suit and a belt.
public struct BodyDrawing: Sendable {
    /// From where.
    public let view: BodyView
    private let marks: BodyMarks
    private let seen: [Point]

    /// A body seen from somewhere.
    public init(_ body: Body, from view: BodyView) {
        self.view = view
        marks = BodyMarks(body)
        seen = marks.points.map(view.seen)
    }

    /// What the body takes up on the drawing, in shoulder widths: x to the right, y up from where the middle of the floor is seen.
    public var extent: (left: Double, right: Double, low: Double, high: Double) {
        let (xs, ys) = (seen.map(\.x), seen.map(\.y))
        return ((xs.min() ?? 0) - 0.25, (xs.max() ?? 0) + 0.25, (ys.min() ?? 0) - 0.12, (ys.max() ?? 0) + 0.25)
    }

    /// Where a place of the room is on the drawing, in shoulder widths: to the right, and up from where the middle of the floor is.
    public func seen(_ place: Point) -> (right: Double, up: Double) {
        let spot = view.seen(place)
        return (spot.x, spot.y)
    }

    /// SVG elements of the body, without the image around them.
    ///
    /// - Parameters:
    ///   - x: where the middle of the floor is seen, to the right on the image.
    ///   - y: the same, down.
    ///   - scale: points a shoulder width.
    public func svg(x: Double, y: Double, scale: Double, colours: BodyColours) -> String {
        let pen = Pen(x: x, y: y, scale: scale, colours: colours)
        var svg = SVGText()
        svg.add("<g stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-width=\"\(SVGText.number(max(0.6, scale / 36)))\">")
        for shape in layers.flatMap(\.shapes) { pen.draw(shape, of: self, &svg) }
        svg.add("</g>")
        return svg.text
    }

    /// The furthest first.
    var layers: [BodyShape.Layer] {
        let depths = BodyShape.layers.enumerated().map { index, layer in
            (index, layer.depth.reduce(0) { $0 + seen[$1].z } / Double(layer.depth.count) + layer.bias)
        }
        return depths.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map { BodyShape.layers[$0.0] }
    }

    /// The marks of a shape as they are seen.
    func spots(of shape: BodyShape) -> [Outline.Spot] {
        zip(shape.marks, shape.radii).map { mark, radius in
            let hand = mark < BodyMark.shoulderR.rawValue ? marks.hands.left : marks.hands.right
            return Outline.Spot(x: seen[mark].x, y: seen[mark].y, radius: radius < 0 ? -radius * hand : radius)
        }
    }

    /// Whether a seam is on the near side.
    func shows(_ shape: BodyShape) -> Bool { seen[shape.marks[shape.marks.count - 1]].z - seen[shape.marks[0]].z > 0.03 }

    /// The near half of a ring.
    func ring(of shape: BodyShape) -> [Outline.Spot] {
        let marks = shape.marks.map { seen[$0] }
        let (middle, right, ahead) = (marks[0], marks[1] - marks[0], marks[2] - marks[0])
        let turn = atan2(ahead.z, right.z)
        return (0...12).map { step in
            let angle = turn - .pi / 2 + Double(step) * .pi / 12
            let place = middle + right * cos(angle) + ahead * sin(angle)
            return Outline.Spot(x: place.x, y: place.y, radius: 0)
        }
    }
}

/// Puts shapes on the image.
private struct Pen {
    let x, y, scale: Double
    let colours: BodyColours

    func draw(_ shape: BodyShape, of body: BodyDrawing, _ svg: inout SVGText) {
        let (spots, fill) = (body.spots(of: shape), colours.of(shape.cloth))
        switch shape.form {
        case .limb: limb(spots[0], spots[1], fill, &svg)
        case .hull:
            let edge = Outline.hull(spots).map(text).joined(separator: "L")
            svg.add("<path d=\"M\(edge)Z\" fill=\"\(fill)\" stroke=\"\(colours.ink)\"/>")
        case .ring: line(body.ring(of: shape), width: shape.radii[0], fill, &svg)
        case .seam:
            guard body.shows(shape) else { return }
            line(Array(spots.dropFirst()), width: shape.radii[0], shape.cloth == .suit ? colours.ink : fill, &svg)
        }
    }

    private func text(_ spot: Outline.Spot) -> String {
        number(x + spot.x * scale) + "," + number(y - spot.y * scale)
    }

    private func number(_ value: Double) -> String { SVGText.number(value) }

    private func limb(_ from: Outline.Spot, _ to: Outline.Spot, _ fill: String, _ svg: inout SVGText) {
        guard let sides = Outline.sides(from, to) else {
            let disc = from.radius > to.radius ? from : to
            svg.add(
                "<circle cx=\"\(number(x + disc.x * scale))\" cy=\"\(number(y - disc.y * scale))\" r=\"\(number(disc.radius * scale))\" fill=\"\(fill)\" stroke=\"\(colours.ink)\"/>"
            )
            return
        }
        let (near, far) = (number(from.radius * scale), number(to.radius * scale))
        let large = from.radius < to.radius ? 1 : 0
        let edge =
            "M\(text(sides.from.0))L\(text(sides.to.0))A\(far),\(far) 0 \(large) 1 \(text(sides.to.1))L\(text(sides.from.1))"
        svg.add("<path d=\"\(edge)A\(near),\(near) 0 \(1 - large) 1 \(text(sides.from.0))Z\" fill=\"\(fill)\"/>")
        svg.add("<path d=\"\(edge)\" fill=\"none\" stroke=\"\(colours.ink)\"/>")
    }

    private func line(_ spots: [Outline.Spot], width: Double, _ colour: String, _ svg: inout SVGText) {
        let path = "M" + spots.map(text).joined(separator: "L")
        guard width > 0 else {
            svg.add("<path d=\"\(path)\" fill=\"none\" stroke=\"\(colour)\"/>")
            return
        }
        let thick = width * 2 * scale
        let edge = max(0.6, scale / 36) * 1.6
        svg.add("<path d=\"\(path)\" fill=\"none\" stroke=\"\(colours.ink)\" stroke-width=\"\(number(thick + edge))\"/>")
        svg.add("<path d=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"\(number(thick))\"/>")
    }
}
