import Documents

/// A body over a movement's feet, seen from the front and from the open side of the chest.
struct PanelBody {
    static let height = 156.0
    private static let scale = 31.0

    let body: Body
    /// The direction that the performer faces, in degrees.
    let facing: Double
    /// Whether the body is only schematic.
    let isSchematic: Bool
    /// The kick on the way to the final body; nil if there is none.
    private(set) var passing: Passing?

    /// An intermediate body.
    struct Passing {
        let body: Body
        let facing: Double
        let isSchematic: Bool

        /// A kick is seen from the open side of the chest.
        var view: BodyView { .side(body.openSide(facing: facing), facing) }
        var words: String { "kick" + (isSchematic ? ", schematic" : "") }
    }

    /// Creates the body in the pose of a movement; nil if it has no posture.
    init?(_ pose: Pose, of course: Course) {
        let movement = course.movement(pose.number)
        guard let posture = movement?.posture else { return nil }
        self.init(pose, in: movement?.ending, posture)
        guard let kickPosture = movement?.kickPosture, let kick = movement?.kicks.last(where: { $0.side != nil }) else {
            return
        }
        let turn = course.isDrawnTurned ? -1.0 : 1
        let kickDirection = kick.toward.map { $0.direction(diagonal: course.diagonal) * turn }
        passing = pose.kicking(kick, toward: kickDirection).map {
            Passing(
                body: $0.body(in: nil, doing: kickPosture), facing: $0.look.clockwiseDegrees,
                isSchematic: kickPosture.isSchematic)
        }
    }

    init(resting pose: Pose, of course: Course) {
        self.init(pose, in: Movement.Ending(course.beginning, side: nil), course.resting)
    }

    private init(_ pose: Pose, in ending: Movement.Ending?, _ posture: Posture) {
        body = pose.body(in: ending, doing: posture)
        facing = pose.look.clockwiseDegrees
        isSchematic = posture.isSchematic
    }

    var views: [BodyView] { [.front(facing), .side(body.openSide(facing: facing), facing)] }

    /// Draws both views next to each other above the floor, after the kick that precedes them.
    func draw(_ svg: inout SVGText, top: Double, width: Double, colors: DiagramColors) {
        let bodyColors = BodyColors(belt: colors.foot, ink: colors.ink)
        let floor = top + Self.height - 16
        var drawings = views.map { BodyDrawing(body, from: $0) }
        var floorPoints = drawings.map { $0.projected(Point(body.pelvis.x, body.pelvis.y, 0)) }
        var words = drawings.enumerated().map { $1.view.name + (isSchematic && $0 == 0 ? ", schematic" : "") }
        if let passing {
            let kick = BodyDrawing(passing.body, from: passing.view)
            drawings.insert(kick, at: 0)
            floorPoints.insert(kick.projected(Point(passing.body.pelvis.x, passing.body.pelvis.y, 0)), at: 0)
            words.insert(passing.words, at: 0)
        }
        let bodiesWidth = drawings.reduce(0) { $0 + $1.extent.right - $1.extent.left }
        let height = zip(drawings, floorPoints).map { $0.extent.high - $1.up }.max() ?? 1
        let freeWidth = width - 6 - Double(drawings.count) * 6
        let scale = min(Self.scale, freeWidth / max(0.1, bodiesWidth), (Self.height - 26) / max(0.1, height))
        // The remaining width is divided around the views.
        let margin = (freeWidth - bodiesWidth * scale) / Double(drawings.count)
        var x = 6.0
        for (index, (drawing, floorPoint)) in zip(drawings, floorPoints).enumerated() {
            let extent = drawing.extent
            let viewWidth = (extent.right - extent.left) * scale + margin
            svg.add(
                "<path d=\"M\(SVGText.number(x)),\(SVGText.number(floor)) h\(SVGText.number(viewWidth))\""
                    + " stroke=\"\(colors.floor)\" stroke-opacity=\".5\" stroke-width=\"1\"/>"
            )
            svg.add(
                drawing.svg(
                    x: x + margin / 2 - extent.left * scale, y: floor + floorPoint.up * scale, scale: scale,
                    colors: bodyColors))
            svg.add(SVGText.line(words[index], x: x + 2, y: top + Self.height - 3, size: 9, color: colors.quiet))
            x += viewWidth + 6
        }
    }
}
