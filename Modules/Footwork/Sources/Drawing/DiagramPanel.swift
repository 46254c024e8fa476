/// Some movements in a row that do not step on each other's prints, drawn together.
struct DiagramPanel {
    /// The pose before, drawn as a ghost.
    let before: Pose?
    /// The poses, each with the numbers of the movements that share it.
    var steps: [(pose: Pose, numbers: [Int])]

    /// Parts a walk where the performer turns round or steps on a print.
    static func panels(of steps: [(pose: Pose, numbers: [Int])], before first: Pose?) -> [DiagramPanel] {
        var panels: [DiagramPanel] = []
        var previous = first
        for step in steps {
            if let last = panels.last, let known = previous, last.takes(step.pose, after: known) {
                panels[panels.count - 1].steps.append(step)
            } else {
                panels.append(DiagramPanel(before: previous, steps: [step]))
            }
            previous = step.pose
        }
        return panels
    }

    private func takes(_ pose: Pose, after known: Pose) -> Bool {
        let isTurned = pose.facing.along(known.facing) < 0.8
        guard steps.count <= 4, !isTurned, ![known.left, known.right, pose.left, pose.right].contains(where: \.isRaised) else {
            return false
        }
        let earlier = steps.flatMap { [$0.pose.left, $0.pose.right] } + (before.map { [$0.left, $0.right] } ?? [])
        return [pose.left, pose.right].allSatisfy { foot in
            let kept = foot.side == .left ? known.left : known.right
            if (kept.place - foot.place).length < 0.1, kept.heading.along(foot.heading) > 0.5 { return true }
            return earlier.allSatisfy { ($0.place - foot.place).length > 0.5 }
        }
    }

    private var places: [Vector] {
        steps.flatMap { [$0.pose.left.place, $0.pose.right.place] } + (before.map { [$0.left.place, $0.right.place] } ?? [])
    }

    func floor(scale: Double) -> Floor { Floor(places, margin: 0.95, side: steps.count == 1 ? 0.8 : 0, scale: scale, least: 1.2) }

    func draw(_ svg: inout SVGText, floor: Floor, colours: DiagramColours, titles: (Int) -> String?) {
        let parts = DiagramParts(floor: floor, colours: colours)
        svg.add(
            "<rect width=\"\(SVGText.number(floor.width))\" height=\"\(SVGText.number(floor.height))\" rx=\"8\" fill=\"none\" stroke=\"\(colours.floor)\" stroke-opacity=\".35\"/>"
        )
        if let before { parts.ghost(before, &svg) }
        parts.way((before.map { [$0.centre] } ?? []) + steps.map(\.pose.centre), &svg)
        let isLabelled = steps.count == 1 && steps[0].numbers.count == 1
        let shoes = (steps.map(\.pose) + [before].compactMap { $0 }).flatMap {
            Badges.room(of: $0.left) + Badges.room(of: $0.right)
        }
        var badges = Badges(taken: shoes + (isLabelled ? DiagramParts.labelRoom(of: steps[0].pose) : []), scale: floor.scale)
        var previous = before
        for (pose, numbers) in steps {
            svg.add("<g>")
            if let title = titles(numbers[0]) { svg.add("<title>\(SVGText.escaped(title))</title>") }
            parts.feet(pose, labelled: isLabelled, &svg)
            if let previous, let pivot = pose.pivot { parts.pivot(pivot, from: previous, to: pose, &svg) }
            svg.add("</g>")
            badges.add(DiagramParts.words(numbers), for: pose)
            previous = pose
        }
        badges.draw(parts, &svg)
    }
}

/// Panels side by side, in rows.
struct PanelRows {
    private(set) var places: [(x: Double, y: Double)] = []
    private(set) var height = 0.0

    init(_ sizes: [(width: Double, height: Double)], width: Double, gap: Double) {
        var (x, y, row) = (0.0, 0.0, 0.0)
        for size in sizes {
            if x > 0, x + size.width > width {
                y += row + gap
                (x, row) = (0, 0)
            }
            places.append((x, y))
            x += size.width + gap
            row = max(row, size.height)
        }
        height = y + row
    }
}
