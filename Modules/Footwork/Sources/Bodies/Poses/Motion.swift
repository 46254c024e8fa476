import Kernel

/// A motion between two bodies by joint angles, with constant segment lengths and all joints within
/// their limits.
package struct Motion: Sendable {
    let from: Body
    let to: Body
    /// The side whose foot moves least, and stays on its path.
    private let plantedSide: Side
    /// Whether the other leg is lifted on the way.
    private let liftsFreeLeg: Bool
    /// The maximum height of a jump, in shoulder widths, or 0.
    private let jumpHeight: Double

    /// - Parameters:
    ///   - turned: the clockwise turn of the body on the way, in degrees; nil for the shorter
    ///     direction.
    ///   - isJump: whether both feet leave the floor.
    package init(from: Body, to: Body, turned: Double? = nil, isJump: Bool = false) {
        var to = to
        let shortestTurn = PoseSolver.shortestTurn(to.hips.yaw - from.hips.yaw)
        let turn = turned ?? shortestTurn
        to.hips.yaw = from.hips.yaw + turn + PoseSolver.shortestTurn(shortestTurn - turn)
        self.from = from
        self.to = to
        jumpHeight = isJump ? 0.7 : 0
        let before = Joints(from)
        let after = Joints(to)
        func lowestHeight(_ flank: Joints.SideJoints) -> Double { min(flank.ball.z, flank.heel.z) }
        func movement(_ side: Side) -> Double {
            let start = before.sideJoints[side]
            let end = after.sideJoints[side]
            return (end.ball - start.ball).length + (lowestHeight(start) + lowestHeight(end)) * 3
        }
        plantedSide = movement(.left) <= movement(.right) ? .left : .right
        let freeSide = plantedSide.other
        liftsFreeLeg =
            (after.sideJoints[freeSide].ball - before.sideJoints[freeSide].ball).length > 0.3
            && lowestHeight(after.sideJoints[freeSide]) < 0.2
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
        if liftsFreeLeg {
            let leg = body.legs[plantedSide.other]
            let liftedDirection = leg.direction.turned(about: leg.hinge, -16 * rise)
            body.legs[plantedSide.other] = Limb(
                direction: liftedDirection, hinge: leg.hinge, bend: min(JointLimits.knee, leg.bend + 34 * rise))
        }
        body = body.constrained
        // The standing foot stays in place, and nothing goes below the floor.
        let joints = Joints(body)
        let before = Joints(from).sideJoints[plantedSide].ball
        let after = Joints(to).sideJoints[plantedSide].ball
        let plantedPoint = before + (after - before) * part
        let sidePoints = joints.sideJoints[plantedSide]
        let lowest = Side.allCases.flatMap {
            [joints.sideJoints[$0].heel.z, joints.sideJoints[$0].ball.z, joints.sideJoints[$0].toes.z]
        }
        let floor = min(sidePoints.ball.z - max(0, plantedPoint.z), lowest.min() ?? 0)
        body.pelvis =
            body.pelvis
            + Point(plantedPoint.x - sidePoints.ball.x, plantedPoint.y - sidePoints.ball.y, jumpHeight * rise - floor)
        return body
    }
}
