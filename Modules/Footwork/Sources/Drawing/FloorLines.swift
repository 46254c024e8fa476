/// The lines of the diagram with their letters, and the compass.
struct FloorLines {
    let walk: Walk
    let floor: Floor
    let colours: DiagramColours

    /// The bars, from the letter at one end to that at the other.
    private var bars: [(from: Vector, to: Vector, letters: [String])] {
        let walked = Extent(walk.poses.map(\.centre))
        let level = walk.bars.filter { $0.key.count == 2 && $0.key != "CD" }.sorted { $0.key < $1.key }.map { bar, y in
            (
                from: Vector(walked.west - 1.1, y), to: Vector(walked.east + 1.1, y),
                letters: bar.map(String.init).reversed() as [String]
            )
        }
        let upright = walk.bars["CD"] ?? 0
        return level + [
            (from: Vector(upright, walked.south - 1.1), to: Vector(upright, walked.north + 1.1), letters: ["C", "D"])
        ] + uprights
    }

    /// The uprights that leave line AB at A and at B, with the letter at their end.
    private var uprights: [(from: Vector, to: Vector, letters: [String])] {
        walk.bars.filter { $0.key.count == 1 }.sorted { $0.key < $1.key }.map { letter, x in
            (from: Vector(x, walk.bars["AB"] ?? 0), to: Vector(x, 0) + walk.uprights * 3, letters: ["", letter])
        }
    }

    /// The letters at the ends of the bars and where they stand.
    var letters: [(text: String, place: Vector)] {
        bars.flatMap { bar in
            let out = (bar.to - bar.from).unit * 0.35
            return [(bar.letters[0], bar.from - out), (bar.letters[1], bar.to + out)]
        }
    }

    func draw(_ svg: inout SVGText) {
        for bar in bars {
            svg.add(
                "<path d=\"M\(floor.point(bar.from)) L\(floor.point(bar.to))\" stroke=\"\(colours.floor)\" stroke-opacity=\".5\" stroke-width=\"1\"/>"
            )
        }
        for (text, place) in letters { letter(text, at: place, &svg) }
        svg.add(
            "<circle cx=\"\(SVGText.number(floor.x(.zero)))\" cy=\"\(SVGText.number(floor.y(.zero)))\" r=\"5\" fill=\"none\" stroke=\"\(colours.ink)\" stroke-width=\"1.2\"/>"
        )
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
            ? "Arc: the way you turn on that foot. These movements rest on one source: check them."
            : "Arc: the way you turn on that foot. Arrow: the way you face. Up is D, right is A. Grey: where you stood before."
        svg.add(text(remark, x: 16, y: top + 38))
    }

    private func text(_ words: String, x: Double, y: Double) -> String {
        "<text x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\" font-size=\"11.5\" fill=\"\(colours.ink)\">\(SVGText.escaped(words))</text>"
    }
}
