import Kernel

/// A pattern's diagram, drawn from its movements: the compass, the way, and a pair of footprints for each movement.
///
/// A school's diagram is a picture of this kind; here it cannot disagree with the text, because it is made of it. Above stands the floor with its lines
/// and the way over it; below, true to scale, the footprints in phrases that do not step on each other. Movements that keep the stance share a pair.
public struct PatternDiagram: Sendable {
    /// What is drawn.
    public let course: Course
    /// The movements that are shown.
    public let shown: ClosedRange<Int>
    /// Those of the belt at which it is learned.
    public let colours: DiagramColours
    let walk: Walk

    static let width = 900.0
    private static let scale = 46.0

    /// A diagram of all movements, or of a range of them; a range outside it is cut to it.
    public init(_ course: Course, showing range: ClosedRange<Int>? = nil, colours: DiagramColours) {
        self.course = course
        self.colours = colours
        walk = course.walk(keepingToLines: true)
        let last = max(1, course.movements.last?.number ?? 1)
        let wanted = range ?? 1...last
        shown = min(max(1, wanted.lowerBound), last)...min(max(1, wanted.upperBound), last)
    }

    /// The poses that are shown, in order.
    public var poses: [Pose] { walk.poses.filter { shown.contains($0.number) } }

    var isWhole: Bool { shown.lowerBound == 1 && shown.upperBound == course.movements.last?.number }

    /// Poses to draw, each with the numbers of the movements that share it.
    var visible: [(pose: Pose, numbers: [Int])] {
        var result: [(pose: Pose, numbers: [Int])] = []
        for pose in poses {
            if let last = result.last, last.pose.stands(as: pose) {
                result[result.count - 1].numbers.append(pose.number)
            } else {
                result.append((pose, [pose.number]))
            }
        }
        return result
    }

    /// The diagram as an SVG image that needs nothing else.
    public func svg() -> String {
        let panels = DiagramPanel.panels(of: visible, before: walk.poses.last { $0.number < shown.lowerBound })
        let floors = panels.map { $0.floor(scale: Self.scale) }
        let rows = PanelRows(floors.map { ($0.width, $0.height) }, width: Self.width - 32, gap: 10)
        let overview = isWhole ? Floor(walk.poses.map(\.centre), margin: 1.9, scale: 54) : nil
        let top = 60 + (overview.map { $0.height + 12 } ?? 0)
        let height = top + rows.height + 66
        var svg = SVGText()
        let size = (SVGText.number(Self.width), SVGText.number(height))
        svg.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size.0) \(size.1)\" width=\"\(size.0)\" height=\"\(size.1)\" role=\"img\" font-family=\"'Noto Sans', 'Noto Sans CJK KR', 'Apple SD Gothic Neo', sans-serif\">"
        )
        heading(&svg)
        if let overview { draw(overview, &svg) }
        for (index, panel) in panels.enumerated() {
            let place = rows.places[index]
            svg.add("<g transform=\"translate(\(SVGText.number(16 + place.x)) \(SVGText.number(top + place.y)))\">")
            panel.draw(&svg, floor: floors[index], colours: colours) { course.movement($0)?.words }
            svg.add("</g>")
        }
        DiagramLegend(colours: colours, isFromSingleSource: course.isFromSingleSource).draw(&svg, top: height - 46)
        svg.add("</svg>")
        return svg.text
    }

    private func draw(_ overview: Floor, _ svg: inout SVGText) {
        svg.add("<g transform=\"translate(\(SVGText.number((Self.width - overview.width) / 2)) 60)\">")
        let lines = FloorLines(walk: walk, floor: overview, colours: colours)
        lines.draw(&svg)
        let parts = DiagramParts(floor: overview, colours: colours)
        parts.way(walk.poses.map(\.centre), &svg)
        var badges = Badges(taken: lines.letters.map(\.place), scale: overview.scale)
        for (pose, numbers) in visible { badges.add(DiagramParts.words(numbers), for: pose) }
        badges.draw(parts, &svg)
        svg.add("</g>")
    }

    private func heading(_ svg: inout SVGText) {
        let range = shown.count == 1 ? "movement \(shown.lowerBound)" : "movements \(shown.lowerBound)–\(shown.upperBound)"
        let title = course.name + ", " + (isWhole ? counted(course.count, "movement") : range)
        svg.add("<title>\(SVGText.escaped(title))</title>")
        svg.add("<desc>\(SVGText.escaped("Footprints of \(title), made from the movements. \(course.meaning)"))</desc>")
        svg.add("<rect width=\"100%\" height=\"100%\" fill=\"\(colours.paper)\"/>")
        svg.add(DiagramParts.definitions(colours))
        svg.add(
            "<text x=\"16\" y=\"28\" font-size=\"20\" font-weight=\"700\" fill=\"\(colours.ink)\">\(SVGText.escaped(course.name)) <tspan font-weight=\"400\">\(SVGText.escaped(course.hangul))</tspan></text>"
        )
        let detail = isWhole ? "\(counted(course.count, "movement")), \(course.figure)" : range
        svg.add("<text x=\"16\" y=\"48\" font-size=\"13\" fill=\"\(colours.floor)\">\(SVGText.escaped(detail))</text>")
    }
}
