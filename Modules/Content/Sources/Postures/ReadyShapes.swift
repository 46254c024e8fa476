import Bodies

/// How hands rest in postures in which nothing is done.
enum ReadyShapes {
    /// The hands of a ready posture by its words: `closed ready stance B`; nil where they name none.
    static func shape(_ words: String) -> TechniqueShape? {
        if words.contains("heaven hand") { return heaven(0.62) }
        if words.contains("twin side elbow") { return TechniqueShape(.init("twin side elbow thrust", tool: "side elbow")) }
        if words.hasPrefix("warrior ready") { return near(Reach(out: 0.14, ahead: 0.5, up: -0.3, .chest)) }
        if words.contains("back hand") { return near(crossed(-0.95)) }
        if words.hasPrefix("closed ready stance") || words.hasPrefix("close ready") { return closed(words.last) }
        if words.hasPrefix("bending ready stance") {
            return words.hasSuffix("B")
                ? .both(Reach(out: 0.5, ahead: 0.2, up: -0.95, .chest, elbow: Point(0.5, -1, 0)))
                : .one(Reaches.forearm(-0.02, out: 0.14, ahead: 1.02), Reaches.guardFist)
        }
        if words.hasPrefix("walking ready") || words.hasPrefix("attention") { return .both(Reaches.hanging) }
        return words.hasPrefix("parallel ready") || words.hasPrefix("parallel stance") ? .both(Reaches.belly) : nil
    }

    private static func closed(_ letter: Character?) -> TechniqueShape {
        switch letter {
        case "B": covered(-0.78, ahead: 0.5)
        case "C": covered(-1.02, ahead: 0.48)
        case "D": .both(Reaches.hanging)
        default: covered(0.26, ahead: 0.66)
        }
    }

    /// The right fist in the left hand.
    private static func covered(_ up: Double, ahead: Double) -> TechniqueShape {
        let elbow = Point(1, -0.2, -0.8)
        return .one(
            Reach(
                out: 0.12, ahead: ahead, up: up, .chest, elbow: elbow, .flat, along: Point(-1, 0.5, 0.15), palm: Point(0, -1, 0)),
            Reach(
                out: 0.1, ahead: ahead - 0.06, up: up, .chest, elbow: elbow, along: Point(-0.7, 0.6, 0.1), palm: Point(0, -1, 0)),
            .full)
    }

    private static func crossed(_ up: Double) -> Reach {
        Reach(
            out: 0, ahead: 0.5, up: up, .chest, elbow: Point(1, -0.3, 0), .flat, along: Point(-0.6, 0.4, -0.7),
            palm: Point(0, 1, 0))
    }

    private static func near(_ reach: Reach) -> TechniqueShape {
        var shape = TechniqueShape.both(reach)
        shape.isSchematic = true
        return shape
    }

    private static func heaven(_ up: Double) -> TechniqueShape {
        .both(
            Reach(
                out: 0.14, ahead: 0.5, up: up, .chest, elbow: Point(1, 0.2, 0), .flat, along: Point(-0.5, 0.2, 0.8),
                palm: Point(0, 1, 0)))
    }
}
