import Bodies

/// Where hands end, by the words of the art; in shoulder widths from the middle of the shoulders.
enum Reaches {
    /// How high a hand is at each section: a low one before the belly, a middle one at the shoulders, a high one at the eyes.
    static func height(_ section: String?) -> Double { section == "high" ? 0.42 : section == "low" ? -0.86 : 0 }

    /// The fist that does nothing, pulled to the hip.
    static let pulled = Reach(
        out: 0.5, ahead: -0.02, up: -0.86, .chest, elbow: Point(0.25, -1, 0.1), along: Point(0, 1, 0), palm: Point(0, 0, 1))
    /// Hanging beside the thigh.
    static let hanging = Reach(
        out: 0.52, ahead: 0.04, up: -1.2, .chest, elbow: Point(0.3, -1, 0), along: Point(0, 0, -1), palm: Point(-1, 0, 0))
    /// A fist before the belly.
    static let belly = Reach(
        out: 0.17, ahead: 0.46, up: -0.98, .chest, elbow: Point(1, -0.4, 0), along: Point(-0.45, 0.5, -0.7),
        palm: Point(-0.5, -0.8, 0))
    /// The guard's rear fist, before the chest.
    static let guardFist = Reach(out: 0.02, ahead: 0.5, up: -0.3, elbow: Point(1, -0.1, -0.7), palm: Point(0, -1, 0))
    /// The guard's rear knife hand, before the chest.
    static let guardHand = Reach(
        out: 0.1, ahead: 0.46, up: -0.42, elbow: Point(1, -0.2, -0.5), .flat, along: Point(-0.6, 0.9, 0.1),
        palm: Point(0, 0, 1))
    /// Down to the side.
    static let reachingDown = Reach(
        out: 0.55, ahead: 0.25, up: -1.12, .chest, elbow: Point(0.5, -1, 0), palm: Point(-1, 0, 0))
    /// A fist before the other shoulder.
    static let beforeShoulder = Reach(out: -0.3, ahead: 0.42, up: -0.1, elbow: Point(0.7, 0.2, -0.7), palm: Point(0, -1, 0))
    /// Under the other elbow, or meeting it.
    static let atElbow = Reach(
        out: -0.16, ahead: 0.62, up: -0.26, elbow: Point(0.8, 0, -0.6), .flat, along: Point(-0.9, 0.4, 0.1),
        palm: Point(0, 0, -1))
    /// Before the forehead.
    static let forehead = Reach(
        out: -0.02, ahead: 0.52, up: 0.46, elbow: Point(1, 0.2, -0.3), .flat, along: Point(-0.8, 0.1, 0.5), palm: Point(0, 1, 0))
    /// Meeting the back of the leading arm near its elbow: a double forearm.
    static let doubled = Reach(out: -0.2, ahead: 0.62, up: -0.28, elbow: Point(0.8, -0.2, -0.6), palm: Point(0, -1, 0.3))
    /// Over the head, forearm across the forehead.
    static let rising = Reach(
        out: -0.06, ahead: 0.54, up: 0.5, elbow: Point(1, 0.3, -0.4), along: Point(-0.8, 0.1, 0.5), palm: Point(0, 1, 0.3))

    /// Straight ahead on the middle line, as far as the arm reaches.
    static func straight(_ up: Double, _ hand: HandShape = .fist, out: Double = 0, palm: Point = Point(0, 0, -1)) -> Reach {
        Reach(out: out, ahead: nil, up: up, elbow: Point(0.5, 0, -1), hand, palm: palm)
    }

    /// A forearm before the body, the elbow bent and low.
    static func forearm(
        _ up: Double, out: Double = 0.22, ahead: Double = 0.98, _ hand: HandShape = .fist, palm: Point = Point(-1, 0, 0)
    ) -> Reach {
        Reach(out: out, ahead: ahead, up: up, elbow: Point(0.35, 0, -1), hand, palm: palm)
    }
}
