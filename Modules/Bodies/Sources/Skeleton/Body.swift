/// A body as the angles of its joints and the place of its pelvis. Where each joint is follows from that, so that no segment is ever longer or shorter.
public struct Body: Hashable, Sendable {
    /// The middle between the hips, in shoulder widths.
    public internal(set) var pelvis: Point
    /// How the pelvis is turned in the room; its yaw counts on over a full turn.
    var hips: Turning
    /// The chest against the pelvis.
    var back: Turning
    /// The head against the chest.
    var neck: Turning
    var arms: Pair<Limb>
    var hands: Pair<Hand>
    var legs: Pair<Limb>
    var feet: Pair<Foot>

    var hipFrame: Frame { Frame(hips, in: .room) }
    var chestFrame: Frame { Frame(back, in: hipFrame) }
    var headFrame: Frame { Frame(neck, in: chestFrame) }

    /// The side to which the chest is turned from a way, in degrees, so that it is seen from there; the right one where it looks straight ahead.
    public func openSide(facing: Double) -> Side {
        let ahead = chestFrame.ahead
        return ahead.along(Point.level(facing + 90)) < -0.1 ? .left : .right
    }

    /// The same body with left and right exchanged, about the middle of the floor.
    public var mirrored: Body {
        func turned(_ turning: Turning) -> Turning { Turning(yaw: -turning.yaw, pitch: turning.pitch, roll: -turning.roll) }
        return Body(
            pelvis: Point(-pelvis.x, pelvis.y, pelvis.z), hips: turned(hips), back: turned(back), neck: turned(neck),
            arms: Pair { arms[$0.other].mirrored }, hands: Pair { hands[$0.other].mirrored },
            legs: Pair { legs[$0.other].mirrored }, feet: Pair { feet[$0.other].mirrored })
    }

    /// The same with every joint brought back to where it can go.
    var held: Body {
        var body = self
        let (spine, head) = (JointLimits.back, JointLimits.neck)
        body.back = JointLimits.held(
            back, yaw: spine.yaw, forward: spine.forward, backward: spine.backward, aside: spine.aside)
        body.neck = JointLimits.held(neck, yaw: head.yaw, forward: head.forward, backward: head.backward, aside: head.aside)
        for side in Side.allCases {
            body.arms[side] = Limb(
                direction: JointLimits.held(arms[side].direction, side, JointLimits.shoulder), hinge: arms[side].hinge,
                bend: max(0, min(JointLimits.elbow, arms[side].bend)))
            body.legs[side] = Limb(
                direction: JointLimits.held(legs[side].direction, side, JointLimits.hip), hinge: legs[side].hinge,
                bend: max(0, min(JointLimits.knee, legs[side].bend)))
        }
        return body
    }

    /// The greatest number of degrees by which a joint is beyond its limit; 0 or less when none is.
    public var strain: Double {
        let (spine, head) = (JointLimits.back, JointLimits.neck)
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
