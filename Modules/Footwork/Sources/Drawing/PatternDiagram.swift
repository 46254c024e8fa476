import Documents
import Kernel

/// A pattern's diagram, drawn from its movements: the compass, the way, and a pair of footprints for each movement.
///
/// A school's diagram is a picture of this kind; here it cannot disagree with the text, because it is made of it. Above stands the floor with its lines
/// and the way over it; below, in equal panels, each movement's footprints with its stance, its technique and its Korean name.
public struct PatternDiagram: Sendable {
    /// What is drawn.
    public let course: Course
    /// The movements that are shown.
    public let shown: ClosedRange<Int>
    /// Those of the belt at which it is learned.
    public let colours: DiagramColours
    /// Whether each panel shows the body over the feet, where somebody says what it does.
    public var showsBodies = false
    let walk: Walk

    /// The walk as it is drawn: turned about where the figure would else stand on its head.
    let drawn: Walk

    /// A diagram of all movements, or of a range of them; a range outside it is cut to it.
    public init(_ course: Course, showing range: ClosedRange<Int>? = nil, colours: DiagramColours) {
        self.course = course
        self.colours = colours
        walk = course.walk()
        drawn = course.isDrawnTurned ? walk.turnedAbout() : walk
        let last = max(1, course.movements.last?.number ?? 1)
        let wanted = range ?? 1...last
        shown = min(max(1, wanted.lowerBound), last)...min(max(1, wanted.upperBound), last)
    }

    /// The poses that are shown, in order.
    public var poses: [Pose] { walk.poses.filter { shown.contains($0.number) } }

    /// What is up on the drawing and what is right.
    public var compass: String { course.isDrawnTurned ? "C is up, B right" : "D is up, A right" }

    var isWhole: Bool { shown.lowerBound == 1 && shown.upperBound == course.movements.last?.number }

    /// The poses that are shown, as they are drawn.
    private var drawnPoses: [Pose] { drawn.poses.filter { shown.contains($0.number) } }

    /// Stops on the floor, each with the numbers of the movements that stand there and look the same way.
    var stops: [(pose: Pose, numbers: [Int])] {
        drawnPoses.map(drawn.onLines).reduce(into: []) { stops, pose in
            if let last = stops.last, (last.pose.centre - pose.centre).length < 0.3, last.pose.look.along(pose.look) > 0.99 {
                stops[stops.count - 1].numbers.append(pose.number)
            } else {
                stops.append((pose, [pose.number]))
            }
        }
    }

    /// The diagram as an SVG image that needs nothing else.
    public func svg(_ layout: DiagramLayout = .wide) -> String {
        let grid = PanelGrid(panels, layout: layout, colours: colours)
        let plan = isWhole ? PlanDrawing(diagram: self, layout: layout) : nil
        let legend = DiagramLegend(
            layout: layout, colours: colours, isFromSingleSource: course.isFromSingleSource, isTurned: course.isDrawnTurned,
            isWhole: isWhole, showsBodies: showsBodies)
        let key = PlanKey(isWhole ? course.movements : [], layout: layout, colours: colours)
        let beside = plan.map { layout == .wide ? max($0.height, key.height) : $0.height + key.height } ?? 0
        let top = 60 + (isWhole ? beside + 16 : 0)
        let height = top + grid.height + 32 + legend.height
        var svg = SVGText()
        let size = (SVGText.number(layout.width), SVGText.number(height))
        svg.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size.0) \(size.1)\" width=\"\(size.0)\" height=\"\(size.1)\" role=\"img\" font-family=\"'Noto Sans', 'Noto Sans CJK KR', 'Apple SD Gothic Neo', sans-serif\">"
        )
        heading(&svg)
        plan?.draw(&svg, top: 60)
        if let plan { key.draw(&svg, x: layout.keyPlace, top: layout == .wide ? 66 : 60 + plan.height) }
        grid.draw(&svg, top: top)
        legend.draw(&svg, top: top + grid.height + 22)
        svg.add("</svg>")
        return svg.text
    }

    /// A panel for each movement, and where the whole is shown for the beginning, the end and a foot that comes back in between.
    var panels: [DiagramPanel] {
        var before = drawn.poses.last { $0.number < shown.lowerBound }
        var result: [DiagramPanel] = []
        if isWhole, let ready = drawn.poses.first {
            result.append(panel(ready, before: nil, title: "Ready", words: course.ready))
        }
        for pose in drawnPoses {
            let move = course.movement(pose.number)
            result.append(
                DiagramPanel(
                    before: before, pose: pose, body: showsBodies ? PanelBody(pose, of: course) : nil, title: "\(pose.number)",
                    caption: move?.caption ?? .init(), hangul: move?.hangul ?? "", words: move?.words ?? ""))
            before = pose
            guard isWhole, let back = drawn.returns.first(where: { $0.number == pose.number }) else { continue }
            let isEnd = pose.number == shown.upperBound
            let foot = isEnd ? course.standing.other : course.standing
            result.append(
                panel(back, before: pose, title: isEnd ? "End" : "Back", words: "the \(foot.rawValue) foot comes back"))
            before = back
        }
        return result
    }

    private func panel(_ pose: Pose, before: Pose?, title: String, words: String) -> DiagramPanel {
        var panel = DiagramPanel(before: before, pose: pose, title: title, words: "\(title): \(words)")
        panel.caption.stance = words
        if showsBodies { panel.body = PanelBody(resting: pose, of: course) }
        return panel
    }

    private func heading(_ svg: inout SVGText) {
        let range = shown.count == 1 ? "movement \(shown.lowerBound)" : "movements \(shown.lowerBound)–\(shown.upperBound)"
        let title = course.name + ", " + (isWhole ? counted(course.count, "movement") : range)
        let about =
            showsBodies
            ? "Footprints and bodies of \(title), made from the movements. \(course.meaning)"
            : "Footprints of \(title), made from the movements. \(course.meaning)"
        svg.add("<title>\(Escaping.markup(title))</title>")
        svg.add(
            "<desc>\(Escaping.markup(about))</desc>"
        )
        svg.add("<rect width=\"100%\" height=\"100%\" fill=\"\(colours.paper)\"/>")
        svg.add(DiagramParts.definitions(colours))
        svg.add(
            "<text x=\"16\" y=\"28\" font-size=\"20\" font-weight=\"700\" fill=\"\(colours.ink)\">\(Escaping.markup(course.name)) <tspan font-weight=\"400\">\(Escaping.markup(course.hangul))</tspan></text>"
        )
        let detail = isWhole ? "\(counted(course.count, "movement")), \(course.figure)" : range
        svg.add(SVGText.line(detail, x: 16, y: 48, size: 13, colour: colours.quiet))
    }
}
