import Footwork

/// The final hand positions by the terms of the art, in shoulder widths from the middle of the
/// shoulders.
enum HandPositions {
    /// Returns the height of a hand for each section: low at the belly, middle at the shoulders,
    /// high at the eyes.
    static func height(_ section: String?) -> Double { section == "high" ? 0.42 : section == "low" ? -0.86 : 0 }

    /// The fist pulled back to the hip.
    static let pulled = HandTarget(
        out: 0.5, ahead: -0.02, up: -0.86, .chest, elbow: Point(0.25, -1, 0.1), along: Point(0, 1, 0),
        palm: Point(0, 0, 1))
    /// The arm hanging at the side.
    static let hanging = HandTarget(
        out: 0.52, ahead: 0.04, up: -1.2, .chest, elbow: Point(0.3, -1, 0), along: Point(0, 0, -1),
        palm: Point(-1, 0, 0))
    /// The fist before the belly, as in a ready posture.
    static let belly = HandTarget(
        out: 0.17, ahead: 0.46, up: -0.98, .chest, elbow: Point(1, -0.4, 0), along: Point(-0.45, 0.5, -0.7),
        palm: Point(-0.5, -0.8, 0))
    /// The fist before the chest, in a guarding block.
    static let guardFist = HandTarget(
        out: 0.02, ahead: 0.5, up: -0.3, elbow: Point(1, -0.1, -0.7), palm: Point(0, -1, 0))
    /// The knife-hand before the chest, in a guarding block.
    static let guardHand = HandTarget(
        out: 0.1, ahead: 0.46, up: -0.42, elbow: Point(1, -0.2, -0.5), .flat, along: Point(-0.6, 0.9, 0.1),
        palm: Point(0, 0, 1))
    /// The arm stretched down at the side.
    static let reachingDown = HandTarget(
        out: 0.55, ahead: 0.25, up: -1.12, .chest, elbow: Point(0.5, -1, 0), palm: Point(-1, 0, 0))
    /// The fist before the opposite shoulder.
    static let beforeShoulder = HandTarget(
        out: -0.3, ahead: 0.42, up: -0.1, elbow: Point(0.7, 0.2, -0.7), palm: Point(0, -1, 0))
    /// The hand at the elbow of the acting arm.
    static let atElbow = HandTarget(
        out: -0.16, ahead: 0.62, up: -0.26, elbow: Point(0.8, 0, -0.6), .flat, along: Point(-0.9, 0.4, 0.1),
        palm: Point(0, 0, -1))
    /// The hand before the forehead.
    static let forehead = HandTarget(
        out: -0.02, ahead: 0.52, up: 0.46, elbow: Point(1, 0.2, -0.3), .flat, along: Point(-0.8, 0.1, 0.5),
        palm: Point(0, 1, 0))
    /// The back of the leading arm near its elbow, for a double forearm block.
    static let doubled = HandTarget(
        out: -0.2, ahead: 0.62, up: -0.28, elbow: Point(0.8, -0.2, -0.6), palm: Point(0, -1, 0.3))
    /// The forearm above the forehead, in a rising block.
    static let rising = HandTarget(
        out: -0.06, ahead: 0.54, up: 0.5, elbow: Point(1, 0.3, -0.4), along: Point(-0.8, 0.1, 0.5),
        palm: Point(0, 1, 0.3))

    /// Returns a position straight ahead on the middle line, at full reach.
    static func straight(_ height: Double, _ hand: HandShape = .fist, out: Double = 0, palm: Point = Point(0, 0, -1))
        -> HandTarget
    {
        HandTarget(out: out, ahead: nil, up: height, elbow: Point(0.5, 0, -1), hand, palm: palm)
    }

    /// Returns a forearm in front of the body, with a bent and low elbow.
    static func forearm(
        _ height: Double, out: Double = 0.22, ahead: Double = 0.98, _ hand: HandShape = .fist,
        palm: Point = Point(-1, 0, 0)
    ) -> HandTarget {
        HandTarget(out: out, ahead: ahead, up: height, elbow: Point(0.35, 0, -1), hand, palm: palm)
    }
}
