import Kernel

extension Body {
    /// A body that stands so and does that, every joint within its limits. Feet on the floor are where they are wanted, unless no leg reaches there;
    /// hands as near as the arms come.
    public init(_ stand: Stand, _ posture: Posture) {
        let posing = Posing(stand: stand, posture: posture)
        self = posing.body(at: posing.seat())
    }
}

/// Finds the angles of a body over its feet.
struct Posing {
    let stand: Stand
    let posture: Posture
    private let hips: Turning
    private let feet: Pair<Foothold>

    init(stand: Stand, posture: Posture) {
        let posture = posture.sound
        (self.stand, self.posture) = (stand, posture)
        if let alone = stand.alone, let leg = posture.leg {
            let side = alone.other.outward
            hips = Turning(
                yaw: stand.facing + leg.hips.yaw * side, pitch: leg.hips.pitch, roll: leg.hips.roll * side)
            var feet = stand.feet
            if let support = leg.support {
                feet[alone] = Foothold(
                    ball: feet[alone].ball, heading: stand.facing + support * alone.outward, lift: feet[alone].lift)
            }
            self.feet = feet
        } else {
            // The back turns 45° at most against the pelvis.
            let yaw = max(posture.chest - 40, min(posture.chest + 40, stand.hips))
            hips = Turning(yaw: stand.facing + yaw, pitch: stand.tilt)
            feet = stand.feet
        }
    }

    private var hipFrame: Frame { Frame(hips, in: .room) }

    /// Where the pelvis is: between the feet, as high as the legs let it be; over the foot, and in balance, where one stands alone.
    func seat() -> Point {
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
        let (left, right) = (feet.left.ankle, feet.right.ankle)
        let over = left + (right - left) * stand.middle
        return Point(over.x, over.y, height(at: over))
    }

    /// The height at which the straighter leg is bent as it should be.
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
        var back = Turning(yaw: stand.facing + posture.chest - hips.yaw, pitch: posture.bow - hips.pitch)
        if let side, let leg {
            back = Turning(yaw: leg.back.yaw * side.outward, pitch: leg.back.pitch, roll: leg.back.roll * side.outward)
        }
        let rest = Limb(direction: Point(0, 0, -1), hinge: Point(1, 0, 0), bend: 0)
        let foot = Foot(toes: Point(0, 1, 0), instep: .up)
        let hand = Hand(shape: .fist, along: Point(0, 0, -1), palm: Point(1, 0, 0))
        var body = Body(
            pelvis: pelvis, hips: hips, back: back, neck: Turning(), arms: Pair { _ in rest }, hands: Pair { _ in hand },
            legs: Pair { _ in rest }, feet: Pair { _ in foot }
        ).held
        let chest = hips.yaw + body.back.yaw
        body.neck = Turning(yaw: Self.shorter(stand.facing + posture.gaze - chest), pitch: -(hips.pitch + body.back.pitch) * 0.8)
        body = body.held
        for side in Side.allCases {
            place(side, of: &body, at: pelvis)
            raise(side, of: &body)
        }
        return body.held
    }

    static func shorter(_ degrees: Double) -> Double {
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
            body.feet[side] = Foot(toes: frame.within(hold.foot.toes), instep: frame.within(hold.foot.instep))
            return
        }
        let leg =
            posture.leg
            ?? LegReach(
                ahead: 0.35, height: 1.1, knee: Point(0.3, 1, 0.3), toes: Point(0, 1, -0.6), instep: Point(0, 0.6, 1))
        let aim = { (way: Point) in Self.aimed(way, side, stand.facing) }
        let up = leg.height - hip.z
        let reach = (Proportions.thigh + Proportions.shank) * 0.995
        let level = reach * reach - up * up - leg.out * leg.out
        let ahead = leg.ahead ?? (level > 0 ? level.squareRoot() : 0)
        body.legs[side] = self.leg(side, to: aim(Point(leg.out, ahead, up)), pole: aim(leg.knee), in: frame)
        body.feet[side] = Foot(
            toes: frame.within(aim(leg.toes).unit ?? Point(0, 1, 0)), instep: frame.within(aim(leg.instep).unit ?? .up))
    }

    private func leg(_ side: Side, to way: Point, pole: Point, in frame: Frame) -> Limb {
        fitting(
            Limb.Wish(
                place: frame.within(way), pole: frame.within(pole), upper: Proportions.thigh, lower: Proportions.shank,
                most: JointLimits.knee), side, JointLimits.hip)
    }

    /// A way out, ahead and up as the room has it.
    static func aimed(_ way: Point, _ side: Side, _ degrees: Double) -> Point {
        Frame(level: degrees).out(Point(way.x * side.outward, way.y, way.z))
    }

    // MARK: - Arms

    private func raise(_ side: Side, of body: inout Body) {
        let reach = posture.arms[side]
        let frame = body.chestFrame
        let degrees = reach.frame == .aim ? stand.facing + reach.aim : hips.yaw + body.back.yaw
        let out = { (way: Point) in
            reach.frame == .aim
                ? Self.aimed(way, side, degrees) : frame.out(Point(way.x * side.outward, way.y, way.z))
        }
        let shoulder = frame.right * (side.outward * Proportions.shoulder)
        let length = (Proportions.upperArm + Proportions.forearm) * 0.985
        var way = out(Point(reach.out, reach.ahead ?? 0, reach.up)) - shoulder
        if reach.ahead == nil {
            // On along the aim, until the arm is nearly straight.
            let ahead = out(Point(0, 1, 0))
            let done = way.along(ahead)
            let rest = length * length - (way.along(way) - done * done)
            way = way + ahead * ((rest > 0 ? rest.squareRoot() : 0) - done)
        }
        let limb = fitting(
            Limb.Wish(
                place: frame.within(way), pole: frame.within(out(reach.elbow)), upper: Proportions.upperArm,
                lower: Proportions.forearm, most: JointLimits.elbow), side, JointLimits.shoulder)
        body.arms[side] = limb
        let along = reach.along.flatMap { frame.within(out($0)).unit } ?? limb.lower
        let bent = limb.lower.angle(to: along)
        body.hands[side] = Hand(
            shape: reach.hand,
            along: bent > JointLimits.wrist ? limb.lower.toward(along, JointLimits.wrist / bent) : along,
            palm: frame.within(out(reach.palm)).unit ?? Point(0, 0, -1))
    }

    /// The limb as it is wanted, its elbow or knee turned about the way no further than the joint needs.
    private func fitting(_ wish: Limb.Wish, _ side: Side, _ most: (Double) -> Double) -> Limb {
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
    /// Where a limb is to reach, from its root.
    struct Wish {
        let place: Point
        let pole: Point
        let upper, lower, most: Double
    }
}
