import Documents

/// One movement: its feet over those of before, and what it is called.
struct DiagramPanel {
    /// A line under the drawing.
    struct Line {
        let text: String
        var isStrong = false
        var isQuiet = false
    }

    /// How one stood before, drawn as a ghost.
    let before: Pose?
    let pose: Pose
    /// The body over the feet, where it is drawn.
    var body: PanelBody?
    /// `3`, `Ready`, `End`.
    let title: String
    var caption = Movement.Caption()
    var hangul = ""
    /// The whole sentence, for who points at it.
    var words = ""

    /// The stance, what is done, what the other hand does, and both Korean names, wrapped.
    func lines(columns: Int) -> [Line] {
        let parts = [
            Line(text: caption.stance, isStrong: true), Line(text: caption.action), Line(text: caption.hands, isQuiet: true),
            Line(text: hangul), Line(text: caption.romanization, isQuiet: true),
        ]
        return parts.flatMap { part in
            TextLines.wrapped(TextLines.tied(part.text), columns: part.isStrong ? columns - 2 : columns).map {
                Line(text: $0, isStrong: part.isStrong, isQuiet: part.isQuiet)
            }
        }
    }

    /// The feet in a box, as large as they may be in it, and in its corners the number, the timing and the weights.
    func draw(_ svg: inout SVGText, size: (width: Double, height: Double), colours: DiagramColours) {
        let shoes = [pose, before].compactMap { $0 }.flatMap { [$0.left, $0.right] }.flatMap(Badges.room)
        let head = pose.centre + pose.look * (DiagramParts.ahead(pose) + 0.4)
        let floor = Floor(shoes + [head], within: (size.width, size.height - 44), top: 24)
        let parts = DiagramParts(floor: floor, colours: colours)
        if let before {
            parts.ghost(before, &svg)
            parts.ways(from: before, to: pose, &svg)
        }
        parts.feet(pose, &svg)
        if let before, let pivot = pose.pivot { parts.pivot(pivot, from: before, to: pose, &svg) }
        parts.badge(title, x: 8 + DiagramParts.halfWidth(title), y: 16.5, &svg)
        let pace = SVGText.ending(caption.pace, x: size.width - 9, y: 20, size: 10.5, weight: 600, colour: colours.ink)
        if !caption.pace.isEmpty { svg.add(pace) }
        svg.add(SVGText.line(Self.weights(pose), x: 9, y: size.height - 7, size: 9.5, colour: colours.quiet))
        body?.draw(&svg, top: size.height, width: size.width, colours: colours)
    }

    /// `left 70 %, right 30 %`.
    private static func weights(_ pose: Pose) -> String {
        [pose.left, pose.right].map { foot in
            foot.isRaised ? "\(foot.side.rawValue) up" : "\(foot.side.rawValue) \(Int((foot.weight * 100).rounded())) %"
        }.joined(separator: ", ")
    }
}
