import Kernel

extension Body {
    /// Creates a body from a stand and a posture, with every joint within its limits.
    ///
    /// Feet on the floor are at their targets unless no leg reaches them. Hands are as near to
    /// theirs as the arms allow.
    package init(_ stand: BodyStance, _ posture: Posture) {
        let solver = PoseSolver(stand: stand, posture: posture)
        self = solver.body(at: solver.pelvisPosition())
    }
}

/// A solver for the joint angles of a body over its feet.
struct PoseSolver {
    let stand: BodyStance
    let posture: Posture
    private let hips: Rotation
    private let feet: Pair<FootTarget>

    init(stand: BodyStance, posture: Posture) {
        let posture = posture.sanitized
        self.stand = stand
        self.posture = posture
        if let alone = stand.alone, let leg = posture.leg {
            let side = alone.other.outward
            hips = Rotation(
                yaw: stand.facing + leg.hips.yaw * side, pitch: leg.hips.pitch, roll: leg.hips.roll * side)
            var feet = stand.feet
            if let support = leg.support {
                feet[alone] = FootTarget(
                    ball: feet[alone].ball, heading: stand.facing + support * alone.outward, lift: feet[alone].lift)
            }
            self.feet = feet
        } else {
            // The back turns 45° at most against the pelvis.
            let yaw = max(posture.chest - 40, min(posture.chest + 40, stand.hips))
            hips = Rotation(yaw: stand.facing + yaw, pitch: stand.tilt)
            feet = stand.feet
        }
    }

    private var hipFrame: Frame { Frame(hips, in: .room) }

    /// Returns the position of the pelvis: between the feet at the height that the legs allow, or
    /// balanced over a single foot.
    func pelvisPosition() -> Point {
        if let alone = stand.alone {
            var over = feet[alone].middle
            for _ in 0..<4 {
                let body = body(at: Point(over.x, over.y, height(at: over)))
                let balance = Joints(body).balance
                let off = Point(feet[alone].middle.x - balance.x, feet[alone].middle.y - balance.y, 0)
                guard off.length.isFinite else { break }
                over = over + off * 0.8
            }
            return Point(over.x, over.y, height(at: over))
        }
        let left = feet.left.ankle
        let right = feet.right.ankle
        let over = left + (right - left) * stand.middle
        return Point(over.x, over.y, height(at: over))
    }

    /// Returns the height at which the straighter leg has its intended bend.
    private func height(at over: Point) -> Double {
        let span = Limb.span(Proportions.thigh, Proportions.shank, bend: stand.bend)
        let frame = hipFrame
        let heights = Side.allCases.filter { !feet[$0].isRaised }.map { side -> Double in
            let hip = frame.right * (side.outward * Proportions.hip)
            let ankle = feet[side].ankle
            let aside = Point(over.x + hip.x - ankle.x, over.y + hip.y - ankle.y, 0).length
            let level = span * span - aside * aside
            return ankle.z - hip.z + (level > 0.16 ? level.squareRoot() : 0.4)
        }
        return heights.min() ?? Proportions.thigh + Proportions.shank + Proportions.ankle
    }

    func body(at pelvis: Point) -> Body {
        let side = stand.alone?.other
        let leg = side == nil ? nil : posture.leg
        var back = Rotation(yaw: stand.facing + posture.chest - hips.yaw, pitch: posture.bow - hips.pitch)
        if let side, let leg {
            back = Rotation(yaw: leg.back.yaw * side.outward, pitch: leg.back.pitch, roll: leg.back.roll * side.outward)
        }
        let rest = Limb(direction: Point(0, 0, -1), hinge: Point(1, 0, 0), bend: 0)
        let foot = Foot(toes: Point(0, 1, 0), instep: .up)
        let hand = Hand(shape: .fist, along: Point(0, 0, -1), palm: Point(1, 0, 0))
        var body = Body(
            pelvis: pelvis, hips: hips, back: back, neck: Rotation(), arms: Pair { _ in rest },
            hands: Pair { _ in hand },
            legs: Pair { _ in rest }, feet: Pair { _ in foot }
        ).constrained
        let chest = hips.yaw + body.back.yaw
        body.neck = Rotation(
            yaw: Self.shortestTurn(stand.facing + posture.gaze - chest), pitch: -(hips.pitch + body.back.pitch) * 0.8)
        body = body.constrained
        for side in Side.allCases {
            place(side, of: &body, at: pelvis)
            raise(side, of: &body)
        }
        return body.constrained
    }

    static func shortestTurn(_ degrees: Double) -> Double {
        let way = degrees.truncatingRemainder(dividingBy: 360)
        return way > 180 ? way - 360 : way < -180 ? way + 360 : way
    }

    // MARK: - Legs

    private func place(_ side: Side, of body: inout Body, at pelvis: Point) {
        let frame = body.hipFrame
        let hip = pelvis + frame.right * (side.outward * Proportions.hip)
        let hold = feet[side]
        guard hold.isRaised else {
            let ahead = Point.level(hold.heading)
            let pole = ahead + Point.level(hold.heading + 90 * side.outward) * stand.knees
            body.legs[side] = leg(side, to: hold.ankle - hip, pole: pole, in: frame)
            body.feet[side] = Foot(toes: frame.toLocal(hold.foot.toes), instep: frame.toLocal(hold.foot.instep))
            return
        }
        let leg =
            posture.leg
            ?? LegTarget(
                ahead: 0.35, height: 1.1, knee: Point(0.3, 1, 0.3), toes: Point(0, 1, -0.6), instep: Point(0, 0.6, 1))
        let aim = { (way: Point) in Self.aimed(way, side, stand.facing) }
        let up = leg.height - hip.z
        let reach = (Proportions.thigh + Proportions.shank) * 0.995
        let level = reach * reach - up * up - leg.out * leg.out
        let ahead = leg.ahead ?? (level > 0 ? level.squareRoot() : 0)
        body.legs[side] = self.leg(side, to: aim(Point(leg.out, ahead, up)), pole: aim(leg.knee), in: frame)
        body.feet[side] = Foot(
            toes: frame.toLocal(aim(leg.toes).unit ?? Point(0, 1, 0)),
            instep: frame.toLocal(aim(leg.instep).unit ?? .up))
    }

    private func leg(_ side: Side, to way: Point, pole: Point, in frame: Frame) -> Limb {
        fitting(
            Limb.LimbTarget(
                place: frame.toLocal(way), pole: frame.toLocal(pole), upper: Proportions.thigh,
                lower: Proportions.shank,
                most: JointLimits.knee), side, JointLimits.hip)
    }

    /// Returns a vector given as out, ahead and up in the coordinates of the room.
    static func aimed(_ way: Point, _ side: Side, _ degrees: Double) -> Point {
        Frame(level: degrees).toRoom(Point(way.x * side.outward, way.y, way.z))
    }

    // MARK: - Arms

    private func raise(_ side: Side, of body: inout Body) {
        let reach = posture.arms[side]
        let frame = body.chestFrame
        let degrees = reach.frame == .aim ? stand.facing + reach.aim : hips.yaw + body.back.yaw
        let toRoom = { (way: Point) in
            reach.frame == .aim
                ? Self.aimed(way, side, degrees) : frame.toRoom(Point(way.x * side.outward, way.y, way.z))
        }
        let shoulder = frame.right * (side.outward * Proportions.shoulder)
        let length = (Proportions.upperArm + Proportions.forearm) * 0.985
        var way = toRoom(Point(reach.out, reach.ahead ?? 0, reach.up)) - shoulder
        if reach.ahead == nil {
            // Continue along the aim until the arm is nearly straight.
            let ahead = toRoom(Point(0, 1, 0))
            let done = way.dot(ahead)
            let rest = length * length - (way.dot(way) - done * done)
            way = way + ahead * ((rest > 0 ? rest.squareRoot() : 0) - done)
        }
        let limb = fitting(
            Limb.LimbTarget(
                place: frame.toLocal(way), pole: frame.toLocal(toRoom(reach.elbow)), upper: Proportions.upperArm,
                lower: Proportions.forearm, most: JointLimits.elbow), side, JointLimits.shoulder)
        body.arms[side] = limb
        let along = reach.along.flatMap { frame.toLocal(toRoom($0)).unit } ?? limb.lower
        let bent = limb.lower.angle(to: along)
        body.hands[side] = Hand(
            shape: reach.hand,
            along: bent > JointLimits.wrist ? limb.lower.toward(along, JointLimits.wrist / bent) : along,
            palm: frame.toLocal(toRoom(reach.palm)).unit ?? Point(0, 0, -1))
    }

    /// Returns the limb at its target, with its elbow or knee rotated only as far as the joint
    /// requires.
    private func fitting(_ wish: Limb.LimbTarget, _ side: Side, _ most: (Double) -> Double) -> Limb {
        let way = wish.place.unit ?? Point(0, 0, -1)
        let turns = [0.0] + (1...18).flatMap { [Double($0) * 10, Double($0) * -10] }
        var best: (limb: Limb, excess: Double)?
        for turn in turns {
            let limb = Limb(
                reaching: wish.place, upper: wish.upper, lower: wish.lower, most: wish.most,
                pole: wish.pole.turned(about: way, turn * side.outward))
            let excess = JointLimits.excess(limb.direction, side, most)
            if excess <= 0 { return limb }
            if best.map({ excess < $0.excess - 0.5 }) ?? true { best = (limb, excess) }
        }
        return best?.limb ?? Limb(direction: Point(0, 0, -1), hinge: Point(1, 0, 0), bend: 0)
    }
}

extension Limb {
    /// The target of a limb, relative to its root.
    struct LimbTarget {
        let place: Point
        let pole: Point
        let upper, lower, most: Double
    }
}
