import Kernel

/// From one body to the next by the angles of the joints: no segment changes its length, and no joint leaves its limits on the way.
public struct Motion: Sendable {
    let from: Body
    let to: Body
    private let planted: Side
    private let swings: Bool
    private let leap: Double

    /// - Parameters:
    ///   - turned: how far the body turns clockwise on the way, in degrees; nil for the shorter way.
    ///   - isJump: whether both feet leave the floor.
    public init(from: Body, to: Body, turned: Double? = nil, isJump: Bool = false) {
        var to = to
        let shorter = Posing.shorter(to.hips.yaw - from.hips.yaw)
        let wanted = turned ?? shorter
        to.hips.yaw = from.hips.yaw + wanted + Posing.shorter(shorter - wanted)
        (self.from, self.to, leap) = (from, to, isJump ? 0.7 : 0)
        let (before, after) = (Joints(from), Joints(to))
        func low(_ flank: Joints.Flank) -> Double { min(flank.ball.z, flank.heel.z) }
        func moved(_ side: Side) -> Double {
            let (one, two) = (before.flanks[side], after.flanks[side])
            return (two.ball - one.ball).length + (low(one) + low(two)) * 3
        }
        planted = moved(.left) <= moved(.right) ? .left : .right
        let swing = planted.other
        swings = (after.flanks[swing].ball - before.flanks[swing].ball).length > 0.3 && low(after.flanks[swing]) < 0.2
    }

    /// The body on the way, from 0 to 1.
    public func body(at part: Double) -> Body {
        let part = part.isFinite ? max(0, min(1, part)) : 1
        if part == 0 { return from }
        if part == 1 { return to }
        let rise = sin(part * .pi)
        var body = Body(
            pelvis: from.pelvis + (to.pelvis - from.pelvis) * part, hips: from.hips.toward(to.hips, part),
            back: from.back.toward(to.back, part), neck: from.neck.toward(to.neck, part),
            arms: Pair { from.arms[$0].toward(to.arms[$0], part) }, hands: Pair { from.hands[$0].toward(to.hands[$0], part) },
            legs: Pair { from.legs[$0].toward(to.legs[$0], part) }, feet: Pair { from.feet[$0].toward(to.feet[$0], part) })
        if swings {
            let leg = body.legs[planted.other]
            let lifted = leg.direction.turned(about: leg.hinge, -16 * rise)
            body.legs[planted.other] = Limb(
                direction: lifted, hinge: leg.hinge, bend: min(JointLimits.knee, leg.bend + 34 * rise))
        }
        body = body.held
        // The foot that stays keeps its place; nothing goes below the floor.
        let joints = Joints(body)
        let (before, after) = (Joints(from).flanks[planted].ball, Joints(to).flanks[planted].ball)
        let wanted = before + (after - before) * part
        let flank = joints.flanks[planted]
        let lowest = Side.allCases.flatMap { [joints.flanks[$0].heel.z, joints.flanks[$0].ball.z, joints.flanks[$0].toes.z] }
        let floor = min(flank.ball.z - max(0, wanted.z), lowest.min() ?? 0)
        body.pelvis = body.pelvis + Point(wanted.x - flank.ball.x, wanted.y - flank.ball.y, leap * rise - floor)
        return body
    }
}
