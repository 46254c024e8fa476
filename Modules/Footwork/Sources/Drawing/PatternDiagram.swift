import Documents
import Kernel

/// A pattern's diagram, drawn from its movements: the compass, the path, and a pair of footprints
/// for each movement.
///
/// The drawing always agrees with the text because it is generated from it. At the top is the floor
/// with its lines and the path. Below, equal panels show each movement's footprints with its
/// stance, technique and Korean name.
package struct PatternDiagram: Sendable {
    package let course: Course
    /// The numbers of the visible movements.
    package let shown: ClosedRange<Int>
    package let colors: DiagramColors
    /// Whether each panel shows the body over the feet, if its posture is known.
    package var showsBodies = false
    let walk: Walk

    /// The walk for drawing, rotated if the figure would otherwise be upside down.
    let drawnWalk: Walk

    /// Creates a diagram of all movements, or of a range of them that is clamped to the course.
    package init(_ course: Course, showing range: ClosedRange<Int>? = nil, colors: DiagramColors) {
        self.course = course
        self.colors = colors
        walk = course.walk()
        drawnWalk = course.isDrawnTurned ? walk.turnedAbout() : walk
        let last = max(1, course.movements.last?.number ?? 1)
        let requested = range ?? 1...last
        shown = min(max(1, requested.lowerBound), last)...min(max(1, requested.upperBound), last)
    }

    /// The visible poses, in order.
    package var poses: [Pose] { walk.poses.filter { shown.contains($0.number) } }

    /// The directions up and right on the drawing.
    package var compass: String { course.isDrawnTurned ? "C is up, B right" : "D is up, A right" }

    /// Whether all movements are visible.
    var isWhole: Bool { shown.lowerBound == 1 && shown.upperBound == course.movements.last?.number }

    /// The visible poses, as drawn.
    private var drawnPoses: [Pose] { drawnWalk.poses.filter { shown.contains($0.number) } }

    /// The stops on the floor, each with the numbers of the movements at that position and facing
    /// direction.
    var stops: [(pose: Pose, numbers: [Int])] {
        drawnPoses.map(drawnWalk.onLines).reduce(into: []) { stops, pose in
            if let last = stops.last, (last.pose.center - pose.center).length < 0.3,
                last.pose.look.dot(pose.look) > 0.99
            {
                stops[stops.count - 1].numbers.append(pose.number)
            } else {
                stops.append((pose, [pose.number]))
            }
        }
    }

    /// Returns the diagram as a self-contained SVG image.
    package func svg(_ layout: DiagramLayout = .wide) -> String {
        let grid = PanelGrid(panels, layout: layout, colors: colors)
        let plan = isWhole ? FloorPlan(diagram: self, layout: layout) : nil
        let legend = DiagramLegend(
            layout: layout, colors: colors, isFromSingleSource: course.isFromSingleSource,
            isTurned: course.isDrawnTurned, isWhole: isWhole, showsBodies: showsBodies)
        let key = PlanKey(isWhole ? course.movements : [], layout: layout, colors: colors)
        let planHeight = plan.map { layout == .wide ? max($0.height, key.height) : $0.height + key.height } ?? 0
        let top = 60 + (isWhole ? planHeight + 16 : 0)
        let height = top + grid.height + 32 + legend.height
        var svg = SVGText()
        let size = (SVGText.number(layout.width), SVGText.number(height))
        svg.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size.0) \(size.1)\" width=\"\(size.0)\" height=\"\(size.1)\" role=\"img\" font-family=\"'Noto Sans', 'Noto Sans CJK KR', 'Apple SD Gothic Neo', sans-serif\">"
        )
        drawHeading(&svg)
        plan?.draw(&svg, top: 60)
        if let plan { key.draw(&svg, x: layout.keyPlace, top: layout == .wide ? 66 : 60 + plan.height) }
        grid.draw(&svg, top: top)
        legend.draw(&svg, top: top + grid.height + 22)
        svg.add("</svg>")
        return svg.text
    }

    /// A panel for each movement and, for a whole diagram, for the start, the end and an
    /// intermediate return of a foot.
    var panels: [DiagramPanel] {
        var before = drawnWalk.poses.last { $0.number < shown.lowerBound }
        var result: [DiagramPanel] = []
        if isWhole, let ready = drawnWalk.poses.first {
            result.append(panel(ready, before: nil, title: "Ready", words: course.ready))
        }
        for pose in drawnPoses {
            let move = course.movement(pose.number)
            result.append(
                DiagramPanel(
                    before: before, pose: pose, body: showsBodies ? PanelBody(pose, of: course) : nil,
                    title: "\(pose.number)",
                    caption: move?.caption ?? .init(), hangul: move?.hangul ?? "", words: move?.words ?? ""))
            before = pose
            guard isWhole, let returnPose = drawnWalk.returns.first(where: { $0.number == pose.number }) else {
                continue
            }
            let isEnd = pose.number == shown.upperBound
            let foot = isEnd ? course.standing.other : course.standing
            result.append(
                panel(
                    returnPose, before: pose, title: isEnd ? "End" : "Back",
                    words: "the \(foot.rawValue) foot comes back"))
            before = returnPose
        }
        return result
    }

    /// Returns a panel for a pose without a movement, such as the start.
    private func panel(_ pose: Pose, before: Pose?, title: String, words: String) -> DiagramPanel {
        var panel = DiagramPanel(before: before, pose: pose, title: title, words: "\(title): \(words)")
        panel.caption.stance = words
        if showsBodies { panel.body = PanelBody(resting: pose, of: course) }
        return panel
    }

    /// Draws the title, the description and the background, and defines the shared shapes.
    private func drawHeading(_ svg: inout SVGText) {
        let range =
            shown.count == 1 ? "movement \(shown.lowerBound)" : "movements \(shown.lowerBound)–\(shown.upperBound)"
        let title = course.name + ", " + (isWhole ? counted(course.count, "movement") : range)
        let description =
            showsBodies
            ? "Footprints and bodies of \(title), made from the movements. \(course.meaning)"
            : "Footprints of \(title), made from the movements. \(course.meaning)"
        svg.add("<title>\(Escaper.markup(title))</title>")
        svg.add(
            "<desc>\(Escaper.markup(description))</desc>"
        )
        svg.add("<rect width=\"100%\" height=\"100%\" fill=\"\(colors.paper)\"/>")
        svg.add(DiagramParts.definitions(colors))
        svg.add(
            "<text x=\"16\" y=\"28\" font-size=\"20\" font-weight=\"700\" fill=\"\(colors.ink)\">\(Escaper.markup(course.name)) <tspan font-weight=\"400\">\(Escaper.markup(course.hangul))</tspan></text>"
        )
        let detail = isWhole ? "\(counted(course.count, "movement")), \(course.figure)" : range
        svg.add(SVGText.line(detail, x: 16, y: 48, size: 13, color: colors.quiet))
    }
}
