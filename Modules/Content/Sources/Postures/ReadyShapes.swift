import Footwork

/// The hand positions of ready postures.
enum ReadyShapes {
    /// Returns the hands of a ready posture by its words, for example `closed ready stance B`; nil
    /// if they name none.
    static func shape(_ words: String) -> TechniqueShape? {
        if words.contains("heaven hand") { return heavenHands(0.62) }
        if words.contains("twin side elbow") {
            return TechniqueShape(.init("twin side elbow thrust", tool: "side elbow"))
        }
        if words.hasPrefix("warrior ready") { return schematic(HandTarget(out: 0.14, ahead: 0.5, up: -0.3, .chest)) }
        if words.contains("back hand") { return schematic(crossed(-0.95)) }
        if words.hasPrefix("closed ready stance") || words.hasPrefix("close ready") { return closedReady(words.last) }
        if words.hasPrefix("bending ready stance") {
            return words.hasSuffix("B")
                ? .both(HandTarget(out: 0.5, ahead: 0.2, up: -0.95, .chest, elbow: Point(0.5, -1, 0)))
                : .one(HandPositions.forearm(-0.02, out: 0.14, ahead: 1.02), HandPositions.guardFist)
        }
        if words.hasPrefix("walking ready") || words.hasPrefix("attention") { return .both(HandPositions.hanging) }
        return words.hasPrefix("parallel ready") || words.hasPrefix("parallel stance")
            ? .both(HandPositions.belly) : nil
    }

    /// Returns the hands of a closed ready stance by its letter, A for an unknown one.
    private static func closedReady(_ letter: Character?) -> TechniqueShape {
        switch letter {
        case "B": coveredFist(-0.78, ahead: 0.5)
        case "C": coveredFist(-1.02, ahead: 0.48)
        case "D": .both(HandPositions.hanging)
        default: coveredFist(0.26, ahead: 0.66)
        }
    }

    /// Returns the right fist in the left hand.
    private static func coveredFist(_ height: Double, ahead: Double) -> TechniqueShape {
        let elbow = Point(1, -0.2, -0.8)
        return .one(
            HandTarget(
                out: 0.12, ahead: ahead, up: height, .chest, elbow: elbow, .flat, along: Point(-1, 0.5, 0.15),
                palm: Point(0, -1, 0)),
            HandTarget(
                out: 0.1, ahead: ahead - 0.06, up: height, .chest, elbow: elbow, along: Point(-0.7, 0.6, 0.1),
                palm: Point(0, -1, 0)),
            .full)
    }

    /// Returns a hand that crosses the other before the body.
    private static func crossed(_ height: Double) -> HandTarget {
        HandTarget(
            out: 0, ahead: 0.5, up: height, .chest, elbow: Point(1, -0.3, 0), .flat, along: Point(-0.6, 0.4, -0.7),
            palm: Point(0, 1, 0))
    }

    /// Returns an approximate shape with both arms alike.
    private static func schematic(_ target: HandTarget) -> TechniqueShape {
        var shape = TechniqueShape.both(target)
        shape.isSchematic = true
        return shape
    }

    /// Returns both hands raised before the forehead.
    private static func heavenHands(_ height: Double) -> TechniqueShape {
        .both(
            HandTarget(
                out: 0.14, ahead: 0.5, up: height, .chest, elbow: Point(1, 0.2, 0), .flat, along: Point(-0.5, 0.2, 0.8),
                palm: Point(0, 1, 0)))
    }
}
