import Documents

/// A movement with its footprints over the previous ones, and its captions.
struct DiagramPanel {
    /// A line of text under the drawing.
    struct Line {
        let text: String
        var isStrong = false
        var isQuiet = false
    }

    /// The pose before the movement, drawn faintly, or nil without one.
    let before: Pose?
    let pose: Pose
    /// The body over the feet, or nil if the panel shows footprints only.
    var body: PanelBody?
    /// The title: `3`, `Ready`, `End`.
    let title: String
    var caption = Movement.Caption()
    var hangul = ""
    var words = ""

    /// Returns the wrapped lines: the stance, the action, the other hand, and both Korean names.
    func lines(columns: Int) -> [Line] {
        let parts = [
            Line(text: caption.stance, isStrong: true), Line(text: caption.action),
            Line(text: caption.hands, isQuiet: true),
            Line(text: hangul), Line(text: caption.romanization, isQuiet: true),
        ]
        return parts.flatMap { part in
            TextLines.wrapped(TextLines.tied(part.text), columns: part.isStrong ? columns - 2 : columns).map {
                Line(text: $0, isStrong: part.isStrong, isQuiet: part.isQuiet)
            }
        }
    }

    /// Draws the feet at maximum size in a box, with the number, the timing and the weights in its
    /// corners.
    func draw(_ svg: inout SVGText, size: (width: Double, height: Double), colors: DiagramColors) {
        let shoePoints = [pose, before].compactMap { $0 }.flatMap { [$0.left, $0.right] }.flatMap(Badges.shoePoints)
        let arrowHead = pose.center + pose.look * (DiagramParts.ahead(pose) + 0.4)
        let floor = Floor(shoePoints + [arrowHead], within: (size.width, size.height - 44), top: 24)
        let parts = DiagramParts(floor: floor, colors: colors)
        if let before {
            parts.drawPreviousPrints(before, &svg)
            parts.drawStepArrows(from: before, to: pose, &svg)
        }
        parts.drawFeet(pose, &svg)
        if let before, let pivot = pose.pivot { parts.drawPivot(pivot, from: before, to: pose, &svg) }
        parts.drawBadge(title, x: 8 + DiagramParts.halfWidth(title), y: 16.5, &svg)
        let pace = SVGText.rightAligned(
            caption.pace, x: size.width - 9, y: 20, size: 10.5, weight: 600, color: colors.ink)
        if !caption.pace.isEmpty { svg.add(pace) }
        svg.add(SVGText.line(Self.weights(pose), x: 9, y: size.height - 7, size: 9.5, color: colors.quiet))
        body?.draw(&svg, top: size.height, width: size.width, colors: colors)
    }

    /// Returns the weights in words, for example `left 70 %, right 30 %`.
    private static func weights(_ pose: Pose) -> String {
        [pose.left, pose.right].map { foot in
            foot.isRaised ? "\(foot.side.rawValue) up" : "\(foot.side.rawValue) \(Int((foot.weight * 100).rounded())) %"
        }.joined(separator: ", ")
    }
}
