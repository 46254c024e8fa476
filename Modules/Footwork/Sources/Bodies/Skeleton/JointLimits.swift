import Kernel

/// The ranges of joints, in degrees.
///
/// Ranges of the American Academy of Orthopaedic Surgeons (*Joint Motion*, 1965), as printed by
/// Norkin and White:
///
/// - shoulder: 180 forward, 60 back, 135 across in front
/// - elbow: 150
/// - hip: 120 forward, 30 back, 45 out, 30 in
/// - knee: 135
/// - back: 80 forward, 25 back, 35 aside, 45 turned
/// - neck: 80 turned
///
/// An ankle that carries the body bends further than one that hangs, to 40. A limit between two
/// named directions is on the ellipse through both. A kick is higher than a hip's 45 because pelvis
/// and back lean away from it.
package enum JointLimits {
    /// The maximum bend of an elbow, in degrees.
    package static let elbow = 150.0
    /// The maximum bend of a knee, in degrees.
    package static let knee = 135.0
    static let back = (yaw: 45.0, forward: 80.0, backward: 25.0, aside: 35.0)
    static let neck = (yaw: 80.0, forward: 50.0, backward: 60.0, aside: 45.0)
    static let wrist = 80.0

    /// Returns the maximum lift of an arm from hanging down for its direction seen from above: 0
    /// outward, 90 ahead, 180 inward, -90 back.
    static func shoulder(_ azimuth: Double) -> Double {
        interpolated(azimuth, [(-180, 40), (-90, 60), (-30, 130), (0, 180), (135, 180), (170, 75), (180, 40)])
    }

    /// Returns the maximum lift of a thigh from hanging down for its direction seen from above, as
    /// for an arm.
    static func hip(_ azimuth: Double) -> Double {
        let forward = azimuth >= 0 ? 120.0 : 30
        let outward = abs(azimuth) <= 90 ? 45.0 : 30
        let scaledCosine = cos(azimuth * .pi / 180) / outward
        let scaledSine = sin(azimuth * .pi / 180) / forward
        return 1 / (scaledCosine * scaledCosine + scaledSine * scaledSine).squareRoot()
    }

    /// Returns the limit at an angle, interpolated between the entries of a table.
    private static func interpolated(_ value: Double, _ table: [(at: Double, most: Double)]) -> Double {
        guard let next = table.firstIndex(where: { $0.at >= value }) else { return table[table.count - 1].most }
        guard next > 0 else { return table[0].most }
        let low = table[next - 1]
        let high = table[next]
        return low.most + (high.most - low.most) * (value - low.at) / (high.at - low.at)
    }

    /// Returns the number of degrees by which a limb's upper segment exceeds the joint's range; 0
    /// or less inside it.
    static func excess(_ direction: Point, _ side: Side, _ maximumLift: (Double) -> Double) -> Double {
        let lift = direction.angle(to: Point(0, 0, -1))
        guard lift > 0.01, lift < 179.99 else { return lift - maximumLift(90) }
        return lift - maximumLift(atan2(direction.y, direction.x * side.outward) * 180 / .pi)
    }

    /// Returns the direction, lowered vertically until the joint allows it.
    static func constrained(_ direction: Point, _ side: Side, _ maximumLift: (Double) -> Double) -> Point {
        let excess = excess(direction, side, maximumLift)
        guard excess > 0 else { return direction }
        let lift = direction.angle(to: Point(0, 0, -1))
        guard lift > 0.01 else { return direction }
        return direction.toward(Point(0, 0, -1), min(1, (excess + 0.001) / lift), by: Point(0, 1, 0))
    }

    /// Returns the rotation within these limits.
    static func constrained(_ rotation: Rotation, yaw: Double, forward: Double, backward: Double, aside: Double)
        -> Rotation
    {
        Rotation(
            yaw: clamped(rotation.yaw, yaw, yaw), pitch: clamped(rotation.pitch, backward, forward),
            roll: clamped(rotation.roll, aside, aside))
    }

    /// Returns a value within −`backward`…`forward`, or 0 for a non-finite one.
    private static func clamped(_ value: Double, _ backward: Double, _ forward: Double) -> Double {
        value.isFinite ? max(-backward, min(forward, value)) : 0
    }
}
