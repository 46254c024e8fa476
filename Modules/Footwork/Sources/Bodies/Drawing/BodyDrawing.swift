import Documents
import Kernel

/// The colors of a drawn body.
package struct BodyColors: Hashable, Sendable {
    package let skin: String
    /// The color of the suit on arms, legs and trunk.
    package let suit: String
    /// The color of the belt, which shows the grade.
    package let belt: String
    /// The color of outlines.
    package let ink: String
    let hair = "#4a3a31"

    package init(belt: String, ink: String = "#1b1d21", skin: String = "#e6b98e", suit: String = "#fdfcf7") {
        self.belt = belt
        self.ink = ink
        self.skin = skin
        self.suit = suit
    }

    /// Returns the color of a material.
    func color(of material: BodyShape.Material) -> String {
        switch material {
        case .skin: skin
        case .suit: suit
        case .belt: belt
        case .hair: hair
        }
    }
}

/// A body as an image, seen from one side: rounded limbs, nearer parts on top, a suit and a belt.
package struct BodyDrawing: Sendable {
    package let view: BodyView
    private let marks: BodyMarks
    private let projectedPoints: [Point]

    package init(_ body: Body, from view: BodyView) {
        self.view = view
        marks = BodyMarks(body)
        projectedPoints = marks.points.map(view.projected)
    }

    /// The extent of the body on the drawing in shoulder widths: x to the right, y up from the
    /// middle of the floor.
    package var extent: (left: Double, right: Double, low: Double, high: Double) {
        let xs = projectedPoints.map(\.x)
        let ys = projectedPoints.map(\.y)
        return ((xs.min() ?? 0) - 0.25, (xs.max() ?? 0) + 0.25, (ys.min() ?? 0) - 0.12, (ys.max() ?? 0) + 0.25)
    }

    /// Returns the drawing position of a point in shoulder widths: to the right, and up from the
    /// middle of the floor.
    package func projected(_ place: Point) -> (right: Double, up: Double) {
        let spot = view.projected(place)
        return (spot.x, spot.y)
    }

    /// Returns the SVG elements of the body, without the image around them.
    ///
    /// - Parameters:
    ///   - x: the horizontal position of the floor's middle on the image.
    ///   - y: its vertical position, downward.
    ///   - scale: the points for each shoulder width.
    package func svg(x: Double, y: Double, scale: Double, colors: BodyColors) -> String {
        let pen = Pen(x: x, y: y, scale: scale, colors: colors)
        var svg = SVGText()
        svg.add(
            "<g stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-width=\"\(SVGText.number(max(0.6, scale / 36)))\">"
        )
        for shape in layers.flatMap(\.shapes) { pen.draw(shape, of: self, &svg) }
        svg.add("</g>")
        return svg.text
    }

    /// The layers of the body, farthest from the viewer first.
    var layers: [BodyShape.Layer] {
        let depths = BodyShape.layers.enumerated().map { index, layer in
            (index, layer.depth.reduce(0) { $0 + projectedPoints[$1].z } / Double(layer.depth.count) + layer.bias)
        }
        return depths.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map { BodyShape.layers[$0.0] }
    }

    /// Returns the marks of a shape in the view.
    func discs(of shape: BodyShape) -> [Outline.Spot] {
        zip(shape.marks, shape.radii).map { mark, radius in
            let hand = mark < BodyMark.shoulderR.rawValue ? marks.hands.left : marks.hands.right
            return Outline.Spot(
                x: projectedPoints[mark].x, y: projectedPoints[mark].y, radius: radius < 0 ? -radius * hand : radius)
        }
    }

    /// Returns whether a seam is on the near side.
    func shows(_ shape: BodyShape) -> Bool {
        projectedPoints[shape.marks[shape.marks.count - 1]].z - projectedPoints[shape.marks[0]].z > 0.03
    }

    /// Returns the near half of a ring.
    func ring(of shape: BodyShape) -> [Outline.Spot] {
        let marks = shape.marks.map { projectedPoints[$0] }
        let middle = marks[0]
        let right = marks[1] - marks[0]
        let ahead = marks[2] - marks[0]
        let turn = atan2(ahead.z, right.z)
        return (0...12).map { step in
            let angle = turn - .pi / 2 + Double(step) * .pi / 12
            let place = middle + right * cos(angle) + ahead * sin(angle)
            return Outline.Spot(x: place.x, y: place.y, radius: 0)
        }
    }
}

/// A writer of shapes onto the image.
private struct Pen {
    let x, y, scale: Double
    let colors: BodyColors

    /// Draws a shape with its fill and outline.
    func draw(_ shape: BodyShape, of body: BodyDrawing, _ svg: inout SVGText) {
        let spots = body.discs(of: shape)
        let fill = colors.color(of: shape.material)
        switch shape.form {
        case .limb: limb(spots[0], spots[1], fill, &svg)
        case .hull:
            let edge = Outline.hull(spots).map(text).joined(separator: "L")
            svg.add("<path d=\"M\(edge)Z\" fill=\"\(fill)\" stroke=\"\(colors.ink)\"/>")
        case .ring: line(body.ring(of: shape), width: shape.radii[0], fill, &svg)
        case .seam:
            guard body.shows(shape) else { return }
            line(Array(spots.dropFirst()), width: shape.radii[0], shape.material == .suit ? colors.ink : fill, &svg)
        }
    }

    /// Returns the coordinates of a spot on the page.
    private func text(_ spot: Outline.Spot) -> String { number(x + spot.x * scale) + "," + number(y - spot.y * scale) }

    private func number(_ value: Double) -> String { SVGText.number(value) }

    /// Draws a rounded limb between two discs, or the larger disc if it contains the other.
    private func limb(_ from: Outline.Spot, _ to: Outline.Spot, _ fill: String, _ svg: inout SVGText) {
        guard let sides = Outline.sides(from, to) else {
            let disc = from.radius > to.radius ? from : to
            svg.add(
                "<circle cx=\"\(number(x + disc.x * scale))\" cy=\"\(number(y - disc.y * scale))\" r=\"\(number(disc.radius * scale))\" fill=\"\(fill)\" stroke=\"\(colors.ink)\"/>"
            )
            return
        }
        let startRadius = number(from.radius * scale)
        let endRadius = number(to.radius * scale)
        let largeArcFlag = from.radius < to.radius ? 1 : 0
        let edge =
            "M\(text(sides.from.0))L\(text(sides.to.0))A\(endRadius),\(endRadius) 0 \(largeArcFlag) 1 "
            + "\(text(sides.to.1))L\(text(sides.from.1))"
        svg.add(
            "<path d=\"\(edge)A\(startRadius),\(startRadius) 0 \(1 - largeArcFlag) 1 \(text(sides.from.0))Z\" fill=\"\(fill)\"/>"
        )
        svg.add("<path d=\"\(edge)\" fill=\"none\" stroke=\"\(colors.ink)\"/>")
    }

    /// Draws a line, with an outline if it has a width.
    private func line(_ spots: [Outline.Spot], width: Double, _ color: String, _ svg: inout SVGText) {
        let path = "M" + spots.map(text).joined(separator: "L")
        guard width > 0 else {
            svg.add("<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\"/>")
            return
        }
        let strokeWidth = width * 2 * scale
        let outlineWidth = max(0.6, scale / 36) * 1.6
        svg.add(
            "<path d=\"\(path)\" fill=\"none\" stroke=\"\(colors.ink)\" stroke-width=\"\(number(strokeWidth + outlineWidth))\"/>"
        )
        svg.add("<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(number(strokeWidth))\"/>")
    }
}
