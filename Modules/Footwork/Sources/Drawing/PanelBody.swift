import Bodies
import Documents

/// A body over a movement's feet: seen from the front, and from the side to which the chest is open.
struct PanelBody {
    static let height = 156.0
    private static let scale = 31.0

    let body: Body
    /// Where the performer faces, in degrees.
    let facing: Double
    /// Whether it only stands for what is done.
    let isSchematic: Bool

    /// The body in a pose of a movement; nil where nobody says what it does.
    init?(_ pose: Pose, of course: Course) {
        let movement = course.movement(pose.number)
        guard let posture = movement?.posture else { return nil }
        self.init(pose, in: movement?.ending, posture)
    }

    /// The body at rest, at the beginning and where a foot has come back.
    init(resting pose: Pose, of course: Course) {
        self.init(pose, in: Movement.Ending(course.beginning, side: nil), course.resting)
    }

    private init(_ pose: Pose, in ending: Movement.Ending?, _ posture: Posture) {
        (body, facing) = (pose.body(in: ending, doing: posture), pose.look.clockwiseDegrees)
        isSchematic = posture.isSchematic
    }

    /// From where it is seen.
    var views: [BodyView] { [.front(facing), .side(body.openSide(facing: facing), facing)] }

    /// Both views side by side, the floor under them.
    func draw(_ svg: inout SVGText, top: Double, width: Double, colours: DiagramColours) {
        let look = BodyColours(belt: colours.foot, ink: colours.ink)
        let floor = top + Self.height - 16
        let drawings = views.map { BodyDrawing(body, from: $0) }
        let unders = drawings.map { $0.seen(Point(body.pelvis.x, body.pelvis.y, 0)) }
        let wide = drawings.reduce(0) { $0 + $1.extent.right - $1.extent.left }
        let high = zip(drawings, unders).map { $0.extent.high - $1.up }.max() ?? 1
        let scale = min(Self.scale, (width - 18) / max(0.1, wide), (Self.height - 26) / max(0.1, high))
        // What is left of the width stands around both.
        let room = (width - 18 - wide * scale) / 2
        var left = 6.0
        for (index, (drawing, under)) in zip(drawings, unders).enumerated() {
            let extent = drawing.extent
            let wide = (extent.right - extent.left) * scale + room
            svg.add(
                "<path d=\"M\(SVGText.number(left)),\(SVGText.number(floor)) h\(SVGText.number(wide))\" stroke=\"\(colours.floor)\" stroke-opacity=\".5\" stroke-width=\"1\"/>"
            )
            svg.add(
                drawing.svg(
                    x: left + room / 2 - extent.left * scale, y: floor + under.up * scale, scale: scale, colours: look))
            let words = drawing.view.name + (isSchematic && index == 0 ? ", schematic" : "")
            svg.add(SVGText.line(words, x: left + 2, y: top + Self.height - 3, size: 9, colour: colours.quiet))
            left += wide + 6
        }
    }
}
