/// A body as its joint angles and the position of its pelvis, from which all joint positions follow
/// at constant segment lengths.
package struct Body: Hashable, Sendable {
    /// The middle between the hips, in shoulder widths.
    package internal(set) var pelvis: Point
    /// The turn of the pelvis in the room; its yaw may exceed a full turn.
    var hips: Rotation
    /// The rotation of the chest relative to the pelvis.
    var back: Rotation
    /// The rotation of the head relative to the chest.
    var neck: Rotation
    var arms: Pair<Limb>
    var hands: Pair<Hand>
    var legs: Pair<Limb>
    var feet: Pair<Foot>

    var hipFrame: Frame { Frame(hips, in: .room) }
    var chestFrame: Frame { Frame(back, in: hipFrame) }
    var headFrame: Frame { Frame(neck, in: chestFrame) }

    /// Returns the side from which the turned chest is visible, for a facing direction in degrees;
    /// the right one if the chest looks straight ahead.
    package func openSide(facing: Double) -> Side {
        let ahead = chestFrame.ahead
        return ahead.dot(Point.level(facing + 90)) < -0.1 ? .left : .right
    }

    /// The body with left and right exchanged, about the middle of the floor.
    package var mirrored: Body {
        func mirroredRotation(_ rotation: Rotation) -> Rotation {
            Rotation(yaw: -rotation.yaw, pitch: rotation.pitch, roll: -rotation.roll)
        }
        return Body(
            pelvis: Point(-pelvis.x, pelvis.y, pelvis.z), hips: mirroredRotation(hips), back: mirroredRotation(back),
            neck: mirroredRotation(neck),
            arms: Pair { arms[$0.other].mirrored }, hands: Pair { hands[$0.other].mirrored },
            legs: Pair { legs[$0.other].mirrored }, feet: Pair { feet[$0.other].mirrored })
    }

    /// The body with every joint clamped to its limits.
    var constrained: Body {
        var body = self
        let spine = JointLimits.back
        let head = JointLimits.neck
        body.back = JointLimits.constrained(
            back, yaw: spine.yaw, forward: spine.forward, backward: spine.backward, aside: spine.aside)
        body.neck = JointLimits.constrained(
            neck, yaw: head.yaw, forward: head.forward, backward: head.backward, aside: head.aside)
        for side in Side.allCases {
            body.arms[side] = Limb(
                direction: JointLimits.constrained(arms[side].direction, side, JointLimits.shoulder),
                hinge: arms[side].hinge,
                bend: max(0, min(JointLimits.elbow, arms[side].bend)))
            body.legs[side] = Limb(
                direction: JointLimits.constrained(legs[side].direction, side, JointLimits.hip),
                hinge: legs[side].hinge,
                bend: max(0, min(JointLimits.knee, legs[side].bend)))
        }
        return body
    }

    /// The maximum number of degrees by which a joint exceeds its limit; 0 or less if none does.
    package var strain: Double {
        let spine = JointLimits.back
        let head = JointLimits.neck
        var result = max(abs(back.yaw) - spine.yaw, abs(back.roll) - spine.aside, abs(neck.yaw) - head.yaw)
        result = max(result, back.pitch - spine.forward, -back.pitch - spine.backward)
        result = max(result, neck.pitch - head.forward, -neck.pitch - head.backward)
        for side in Side.allCases {
            result = max(result, JointLimits.excess(arms[side].direction, side, JointLimits.shoulder))
            result = max(result, JointLimits.excess(legs[side].direction, side, JointLimits.hip))
            result = max(result, arms[side].bend - JointLimits.elbow, -arms[side].bend)
            result = max(result, legs[side].bend - JointLimits.knee, -legs[side].bend)
        }
        return result
    }
}
