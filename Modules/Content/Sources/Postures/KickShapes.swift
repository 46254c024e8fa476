import Footwork

/// The leg positions at the end of a kick.
enum KickShapes {
    /// Returns the height of the ankle for each section: the shin, the belly, the face.
    static func height(_ section: String?) -> Double { section == "high" ? 3.2 : section == "low" ? 1.1 : 2.35 }

    /// Returns the leg of a kick, and whether it is only schematic.
    static func leg(_ kick: Move.Action) -> (leg: LegTarget, isSchematic: Bool) {
        let height = height(kick.section)
        switch kick.action.replacing("flying ", with: "") {
        case "front snap kick" where kick.tool == "knee", "upward knee kick": return (knee, false)
        case "front snap kick", "front kick", "front rising kick": return (front(height), false)
        case "side front snap kick": return (front(height, aside: 0.12), false)
        case "side piercing kick", "side kick", "side thrusting kick", "side pushing kick":
            return (side(height), kick.section == "high")
        case "turning kick": return (turning(height), false)
        case "back piercing kick": return (back(height), false)
        case "side checking kick": return (side(1.7, ahead: 1.15), true)
        case "twisting kick": return (twisting(height), true)
        case "reverse turning kick": return (side(height, ahead: 1.75), true)
        case "hooking kick", "reverse hooking kick": return (side(height, ahead: 1.35), true)
        case "downward kick", "inward vertical kick", "outward vertical kick", "pick-shape kick":
            return (front(2.9), true)
        case "crescent kick": return (front(2.2, aside: -0.1), true)
        case "pressing kick", "waving kick": return (pressing, true)
        case "sweeping kick": return (front(0.45), true)
        default: return (front(height), true)
        }
    }

    /// Returns the leg straight ahead, with the toes up.
    private static func front(_ height: Double, aside: Double = -0.05) -> LegTarget {
        LegTarget(
            out: aside, height: height, knee: Point(0.1, 0.3, 1), toes: Point(0, 1, 0.35), instep: Point(0, -0.35, 1),
            hips: Rotation(yaw: 8, pitch: height > 3 ? -24 : -12), back: Rotation(pitch: height > 3 ? 12 : 10),
            support: 22)
    }

    /// Returns the leg to the side, with the edge of the foot ahead.
    private static func side(_ height: Double, ahead: Double? = nil) -> LegTarget {
        LegTarget(
            ahead: ahead, height: height, knee: Point(-1, 0, 0.6), toes: Point(-1, 0.05, -0.25),
            instep: Point(0, -1, 0.1), hips: Rotation(yaw: height > 3 ? -64 : -80, roll: height > 2 ? -42 : -14),
            back: Rotation(roll: height > 2 ? 16 : 6), support: 112)
    }

    /// Returns the leg at the end of an arc from outside.
    private static func turning(_ height: Double) -> LegTarget {
        // A high kick needs hip flexion, so the pelvis is turned less.
        let isHigh = height > 3
        return LegTarget(
            height: height, knee: Point(-1, 0, 0.25), toes: Point(-0.55, 0.85, isHigh ? 0.3 : -0.05),
            instep: Point(-0.85, -0.5, 0.1),
            hips: isHigh ? Rotation(yaw: -16, pitch: -14, roll: -36) : Rotation(yaw: -60, roll: -42),
            back: Rotation(yaw: 16, pitch: isHigh ? 8 : 0, roll: 16), support: 78)
    }

    /// Returns the leg to the rear, with the back toward the target.
    private static func back(_ height: Double) -> LegTarget {
        LegTarget(
            out: 0.05, height: height, knee: Point(-0.5, 0, -1), toes: Point(-0.35, 0.05, -1), instep: Point(0, -1, 0),
            hips: Rotation(yaw: -164, pitch: 62), back: Rotation(yaw: 14, pitch: -24), support: 158)
    }

    /// Returns the leg ahead and outward, with the toes turned out.
    private static func twisting(_ height: Double) -> LegTarget {
        LegTarget(
            out: 0.3, height: height, knee: Point(-0.4, 0.4, 1), toes: Point(0.4, 0.9, 0.3),
            instep: Point(0.4, -0.3, 1), hips: Rotation(yaw: 22, pitch: -14), back: Rotation(pitch: 12), support: 20)
    }

    private static let pressing = LegTarget(
        ahead: 0.85, height: 1.15, knee: Point(0.5, 0.8, 0.6), toes: Point(0.8, 0.5, 0.2), instep: Point(-0.1, 0.1, 1),
        support: 30)

    private static let knee = LegTarget(
        ahead: 0.62, height: 1.45, knee: Point(0, 1, 1), toes: Point(0, 0.4, -1), instep: Point(0, 1, 0.4),
        hips: Rotation(pitch: -4), back: Rotation(pitch: 12), support: 15)

    /// The foot drawn up to the other knee, the knee out.
    static let bending = LegTarget(
        out: -0.3, ahead: 0.16, height: 1.2, knee: Point(0.75, 0.8, 0.2), toes: Point(0, 0.8, -0.6),
        instep: Point(0.4, 0.6, 0.8))
}
