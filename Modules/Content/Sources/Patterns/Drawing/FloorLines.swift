/// The lines of the diagram with their letters, and the compass.
struct FloorLines {
    let walk: Walk
    let floor: Floor
    let colours: DiagramColours

    func draw(_ svg: inout SVGText) {
        let places = walk.poses.map(\.centre)
        let (least, most) = (places.map(\.x).min() ?? -1, places.map(\.x).max() ?? 1)
        let (low, high) = (places.map(\.y).min() ?? -1, places.map(\.y).max() ?? 1)
        for (bar, y) in walk.bars.filter({ $0.key != "CD" }).sorted(by: { $0.key < $1.key }) {
            let letters = bar.map(String.init)
            line(Vector(least - 1.1, y), Vector(most + 1.1, y), letters[1], letters[0], &svg)
        }
        line(Vector(0, low - 1.1), Vector(0, high + 1.1), "C", "D", &svg)
        svg.add(
            "<circle cx=\"\(SVGText.number(floor.x(.zero)))\" cy=\"\(SVGText.number(floor.y(.zero)))\" r=\"5\" fill=\"none\" stroke=\"\(colours.ink)\" stroke-width=\"1.2\"/>"
        )
    }

    private func line(_ from: Vector, _ to: Vector, _ first: String, _ last: String, _ svg: inout SVGText) {
        svg.add(
            "<path d=\"M\(floor.point(from)) L\(floor.point(to))\" stroke=\"\(colours.floor)\" stroke-opacity=\".5\" stroke-width=\"1\"/>"
        )
        let out = (to - from).unit * 0.35
        letter(first, at: from - out, &svg)
        letter(last, at: to + out, &svg)
    }

    private func letter(_ text: String, at place: Vector, _ svg: inout SVGText) {
        svg.add(
            "<text x=\"\(SVGText.number(floor.x(place)))\" y=\"\(SVGText.number(floor.y(place) + 5))\" text-anchor=\"middle\" font-size=\"15\" font-weight=\"700\" fill=\"\(colours.floor)\">\(text)</text>"
        )
    }
}

/// What the marks of a diagram mean.
struct DiagramLegend {
    let colours: DiagramColours
    let isFromSingleSource: Bool

    func draw(_ svg: inout SVGText, top: Double) {
        let marks = [("1", "front or supporting foot"), (".35", "rear foot"), ("0", "off the floor")]
        var x = 24.0
        for (opacity, words) in marks {
            let dash = opacity == "0" ? " stroke-dasharray=\"2.5 2\"" : ""
            svg.add(
                "<use href=\"#right-foot\" transform=\"translate(\(SVGText.number(x)),\(SVGText.number(top)))\" fill=\"\(colours.foot)\" fill-opacity=\"\(opacity)\" stroke=\"\(colours.ink)\"\(dash)/>"
            )
            svg.add(text(words, x: x + 12, y: top + 10))
            x += 26 + Double(words.count) * 6.1
        }
        let remark =
            isFromSingleSource
            ? "Arc: turn on that foot. These movements rest on one source: check them."
            : "Arc: turn on that foot. Arrow: the way you face. Up is D, right is A. Grey: where you stood before."
        svg.add(text(remark, x: 16, y: top + 38))
    }

    private func text(_ words: String, x: Double, y: Double) -> String {
        "<text x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\" font-size=\"11.5\" fill=\"\(colours.ink)\">\(SVGText.escaped(words))</text>"
    }
}
