import Documents

/// The lines of the diagram with their letters, and the compass.
struct FloorLines {
    let walk: Walk
    let floor: Floor
    let colors: DiagramColors

    /// A bar of the diagram as far as the performer walks it, with the letters at its ends.
    private struct Bar {
        let from: Vector
        let to: Vector
        let letters: [String]
        /// Whether the performer stands along it; otherwise only its letters appear.
        var isWalked = true
    }

    /// The bars as far as the performer stands on them; a staircase counts only if it reaches both
    /// sides.
    private var bars: [Bar] {
        let upright = walk.bars["CD"] ?? 0
        let poses = walk.poses.map(walk.onLines)
        let feet = poses.flatMap { [$0.left.place, $0.right.place] }
        let levelBars = walk.bars.filter { $0.key.count == 2 && $0.key != "CD" }.sorted { $0.key < $1.key }.map {
            bar, y in
            let feetX = feet.filter { abs($0.y - y) < Self.maximumDistance }.map(\.x)
            let west = min(upright, feetX.min() ?? upright)
            let east = max(upright, feetX.max() ?? upright)
            let overhang = Self.maximumDistance / 2
            let extends = (west: upright - west > Self.maximumDistance, east: east - upright > Self.maximumDistance)
            return Bar(
                from: Vector(extends.west || !extends.east ? west - overhang : upright, y),
                to: Vector(extends.east || !extends.west ? east + overhang : upright, y),
                letters: endLetters(bar.map(String.init).reversed()), isWalked: extends.west || extends.east)
        }
        let centersY = poses.map(\.center.y)
        let verticalBar = Bar(
            from: Vector(upright, (centersY.min() ?? 0) - Self.maximumDistance),
            to: Vector(upright, (centersY.max() ?? 0) + Self.maximumDistance),
            letters: endLetters(["C", "D"]), isWalked: walk.bars["CD"] != nil)
        return levelBars + [verticalBar] + uprights
    }

    /// Returns the letters in the order of the drawing, reversed on a turned one.
    private func endLetters(_ letters: [String]) -> [String] { walk.isTurned ? letters.reversed() : letters }

    /// The maximum distance of a foot from its bar; stances are wide and walking is inexact.
    private static let maximumDistance = 0.8

    /// The uprights that leave line AB at A and at B, with the letter at their end.
    private var uprights: [Bar] {
        walk.bars.filter { $0.key.count == 1 }.sorted { $0.key < $1.key }.map { letter, x in
            Bar(from: Vector(x, walk.bars["AB"] ?? 0), to: Vector(x, 0) + walk.uprights * 3, letters: ["", letter])
        }
    }

    /// The letters at the ends of the bars, with their positions.
    var letters: [(text: String, place: Vector)] {
        bars.flatMap { bar in
            let outward = (bar.to - bar.from).unit * 0.35
            return [(bar.letters[0], bar.from - outward), (bar.letters[1], bar.to + outward)]
        }
    }

    /// Draws the lines that the pattern uses, and the letters at their ends.
    func draw(_ svg: inout SVGText) {
        for bar in bars where bar.isWalked {
            svg.add(
                "<path d=\"M\(floor.point(bar.from)) L\(floor.point(bar.to))\" stroke=\"\(colors.floor)\" stroke-opacity=\".3\" stroke-width=\"7\" stroke-linecap=\"round\"/>"
            )
        }
        for (text, place) in letters { drawLetter(text, at: place, &svg) }
    }

    /// Draws the ring at the start, on top of everything else.
    func drawStart(_ svg: inout SVGText) {
        let x = SVGText.number(floor.x(.zero))
        let y = SVGText.number(floor.y(.zero))
        svg.add(
            "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"8\" fill=\"\(colors.foot)\" stroke=\"\(colors.ink)\" stroke-width=\"2\"/>"
        )
        svg.add(
            "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"3\" fill=\"\(colors.paper)\" stroke=\"\(colors.ink)\" stroke-width=\"1.2\"/>"
        )
    }

    /// Draws a letter centered at a place.
    private func drawLetter(_ text: String, at place: Vector, _ svg: inout SVGText) {
        svg.add(
            "<text x=\"\(SVGText.number(floor.x(place)))\" y=\"\(SVGText.number(floor.y(place) + 5))\" text-anchor=\"middle\" font-size=\"15\" font-weight=\"700\" fill=\"\(colors.floor)\">\(text)</text>"
        )
    }
}
