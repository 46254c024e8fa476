import Kernel

/// A motion between two bodies by joint angles, with constant segment lengths and all joints within
/// their limits.
package struct Motion: Sendable {
    let from: Body
    let to: Body
    private let planted: Side
    private let swings: Bool
    private let leap: Double

    /// - Parameters:
    ///   - turned: the clockwise turn of the body on the way, in degrees; nil for the shorter
    ///     direction.
    ///   - isJump: whether both feet leave the floor.
    package init(from: Body, to: Body, turned: Double? = nil, isJump: Bool = false) {
        var to = to
        let shorter = PoseSolver.shortestTurn(to.hips.yaw - from.hips.yaw)
        let wanted = turned ?? shorter
        to.hips.yaw = from.hips.yaw + wanted + PoseSolver.shortestTurn(shorter - wanted)
        self.from = from
        self.to = to
        leap = isJump ? 0.7 : 0
        let before = Joints(from)
        let after = Joints(to)
        func low(_ flank: Joints.SideJoints) -> Double { min(flank.ball.z, flank.heel.z) }
        func moved(_ side: Side) -> Double {
            let one = before.sideJoints[side]
            let two = after.sideJoints[side]
            return (two.ball - one.ball).length + (low(one) + low(two)) * 3
        }
        planted = moved(.left) <= moved(.right) ? .left : .right
        let swing = planted.other
        swings =
            (after.sideJoints[swing].ball - before.sideJoints[swing].ball).length > 0.3
            && low(after.sideJoints[swing]) < 0.2
    }

    /// Returns the intermediate body at a fraction from 0 to 1.
    package func body(at part: Double) -> Body {
        let part = part.isFinite ? max(0, min(1, part)) : 1
        if part == 0 { return from }
        if part == 1 { return to }
        let rise = sin(part * .pi)
        var body = Body(
            pelvis: from.pelvis + (to.pelvis - from.pelvis) * part, hips: from.hips.toward(to.hips, part),
            back: from.back.toward(to.back, part), neck: from.neck.toward(to.neck, part),
            arms: Pair { from.arms[$0].toward(to.arms[$0], part) },
            hands: Pair { from.hands[$0].toward(to.hands[$0], part) },
            legs: Pair { from.legs[$0].toward(to.legs[$0], part) },
            feet: Pair { from.feet[$0].toward(to.feet[$0], part) })
        if swings {
            let leg = body.legs[planted.other]
            let lifted = leg.direction.turned(about: leg.hinge, -16 * rise)
            body.legs[planted.other] = Limb(
                direction: lifted, hinge: leg.hinge, bend: min(JointLimits.knee, leg.bend + 34 * rise))
        }
        body = body.constrained
        // The standing foot stays in place, and nothing goes below the floor.
        let joints = Joints(body)
        let before = Joints(from).sideJoints[planted].ball
        let after = Joints(to).sideJoints[planted].ball
        let wanted = before + (after - before) * part
        let flank = joints.sideJoints[planted]
        let lowest = Side.allCases.flatMap {
            [joints.sideJoints[$0].heel.z, joints.sideJoints[$0].ball.z, joints.sideJoints[$0].toes.z]
        }
        let floor = min(flank.ball.z - max(0, wanted.z), lowest.min() ?? 0)
        body.pelvis = body.pelvis + Point(wanted.x - flank.ball.x, wanted.y - flank.ball.y, leap * rise - floor)
        return body
    }
}
