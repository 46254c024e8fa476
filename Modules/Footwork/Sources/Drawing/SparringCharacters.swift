import Documents

extension SparringDiagram {
    /// Returns a moment in characters in two lanes, or three if a foot is near the middle line, at
    /// most `width` wide.
    ///
    /// `L` and `R` are the attacker's feet, `l` and `r` the defender's, each with its direction.
    /// The attacker's left foot is in the upper lane, the defender's in the lower one.
    package func characters(_ moment: SparringWalk.Moment, width: Int) -> [String] {
        let feet = SparringWalk.Partner.allCases.flatMap { partner in
            [moment.pose(of: partner).left, moment.pose(of: partner).right].map { (partner, $0) }
        }
        let extent = Extent(feet.map(\.1.place))
        let columnsPerUnit = min(6, Double(width - 3) / max(0.1, extent.east - extent.west))
        var lanes = [[Character]](repeating: [Character](repeating: " ", count: width), count: 3)
        for (partner, foot) in feet {
            let lane = foot.place.y > 0.3 ? 0 : foot.place.y < -0.3 ? 2 : 1
            let letter = foot.side == .left ? "l" : "r"
            let mark = partner == .attacker ? letter.uppercased() + ">" : "<" + letter
            let column = min(width - 2, Int(((foot.place.x - extent.west) * columnsPerUnit).rounded()))
            for (offset, character) in mark.enumerated() { lanes[lane][column + offset] = character }
        }
        let lines = lanes.map { row in String(String(row).reversed().drop { $0 == " " }.reversed()) }
        return lines[1].isEmpty ? [lines[0], lines[2]] : lines
    }
}

extension SparringWalk.Partner {
    /// The letter of the partner: `A` or `D`.
    var letter: String { self == .attacker ? "A" : "D" }
}

extension SparringWalk.Moment {
    /// The distance between the partners, in words.
    package var distanceDescription: String {
        let widths = "\(SVGText.number(abs(distance))) shoulder widths"
        return distance < -0.05 ? "the front feet \(widths) past each other" : "the nearest feet \(widths) apart"
    }

    /// Returns the label at a partner's feet: `A`, `A2`, `D counters`.
    func label(of who: SparringWalk.Partner) -> String {
        guard actions.contains(where: { $0.who == who }) else { return who.letter }
        return step.map { "\(who.letter)\($0)" } ?? (isCounter ? "\(who.letter) counters" : who.letter)
    }
}
