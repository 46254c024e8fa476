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
        if let standingSide = stand.standingSide, let leg = posture.leg {
            let side = standingSide.other.outward
            hips = Rotation(
                yaw: stand.facing + leg.hips.yaw * side, pitch: leg.hips.pitch, roll: leg.hips.roll * side)
            var feet = stand.feet
            if let support = leg.support {
                feet[standingSide] = FootTarget(
                    ball: feet[standingSide].ball, heading: stand.facing + support * standingSide.outward,
                    heelLift: feet[standingSide].heelLift)
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
        if let standingSide = stand.standingSide {
            var position = feet[standingSide].middle
            for _ in 0..<4 {
                let body = body(at: Point(position.x, position.y, height(at: position)))
                let balance = Joints(body).balance
                let offset = Point(feet[standingSide].middle.x - balance.x, feet[standingSide].middle.y - balance.y, 0)
                guard offset.length.isFinite else { break }
                position = position + offset * 0.8
            }
            return Point(position.x, position.y, height(at: position))
        }
        let left = feet.left.ankle
        let right = feet.right.ankle
        let position = left + (right - left) * stand.middle
        return Point(position.x, position.y, height(at: position))
    }

    /// Returns the height at which the straighter leg has its intended bend.
    private func height(at position: Point) -> Double {
        let span = Limb.span(Proportions.thigh, Proportions.shank, bend: stand.bend)
        let frame = hipFrame
        let heights = Side.allCases.filter { !feet[$0].isRaised }.map { side -> Double in
            let hip = frame.right * (side.outward * Proportions.hip)
            let ankle = feet[side].ankle
            let horizontalDistance = Point(position.x + hip.x - ankle.x, position.y + hip.y - ankle.y, 0).length
            let squaredHeight = span * span - horizontalDistance * horizontalDistance
            return ankle.z - hip.z + (squaredHeight > 0.16 ? squaredHeight.squareRoot() : 0.4)
        }
        return heights.min() ?? Proportions.thigh + Proportions.shank + Proportions.ankle
    }

    /// Returns the body with its pelvis at a position.
    func body(at pelvis: Point) -> Body {
        let side = stand.standingSide?.other
        let leg = side == nil ? nil : posture.leg
        var back = Rotation(yaw: stand.facing + posture.chest - hips.yaw, pitch: posture.bow - hips.pitch)
        if let side, let leg {
            back = Rotation(yaw: leg.back.yaw * side.outward, pitch: leg.back.pitch, roll: leg.back.roll * side.outward)
        }
        let hangingLimb = Limb(direction: Point(0, 0, -1), hinge: Point(1, 0, 0), bend: 0)
        let foot = Foot(toes: Point(0, 1, 0), instep: .up)
        let hand = Hand(shape: .fist, along: Point(0, 0, -1), palm: Point(1, 0, 0))
        var body = Body(
            pelvis: pelvis, hips: hips, back: back, neck: Rotation(), arms: Pair { _ in hangingLimb },
            hands: Pair { _ in hand },
            legs: Pair { _ in hangingLimb }, feet: Pair { _ in foot }
        ).constrained
        let chest = hips.yaw + body.back.yaw
        body.neck = Rotation(
            yaw: Self.shortestTurn(stand.facing + posture.gaze - chest), pitch: -(hips.pitch + body.back.pitch) * 0.8)
        body = body.constrained
        for side in Side.allCases {
            poseLeg(side, of: &body, at: pelvis)
            poseArm(side, of: &body)
        }
        return body.constrained
    }

    /// Returns the equivalent turn in -180…180 degrees.
    static func shortestTurn(_ degrees: Double) -> Double {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    }

    // MARK: - Legs

    /// Poses a leg and its foot: on its target on the floor, or raised as the posture requires.
    private func poseLeg(_ side: Side, of body: inout Body, at pelvis: Point) {
        let frame = body.hipFrame
        let hip = pelvis + frame.right * (side.outward * Proportions.hip)
        let footTarget = feet[side]
        guard footTarget.isRaised else {
            let ahead = Point.level(footTarget.heading)
            let pole = ahead + Point.level(footTarget.heading + 90 * side.outward) * stand.knees
            body.legs[side] = leg(side, to: footTarget.ankle - hip, pole: pole, in: frame)
            body.feet[side] = Foot(
                toes: frame.toLocal(footTarget.foot.toes), instep: frame.toLocal(footTarget.foot.instep))
            return
        }
        let leg =
            posture.leg
            ?? LegTarget(
                ahead: 0.35, height: 1.1, knee: Point(0.3, 1, 0.3), toes: Point(0, 1, -0.6), instep: Point(0, 0.6, 1))
        let toRoom = { (way: Point) in Self.aimed(way, side, stand.facing) }
        let rise = leg.height - hip.z
        let reach = (Proportions.thigh + Proportions.shank) * 0.995
        let squaredDistance = reach * reach - rise * rise - leg.out * leg.out
        let ahead = leg.ahead ?? (squaredDistance > 0 ? squaredDistance.squareRoot() : 0)
        body.legs[side] = self.leg(side, to: toRoom(Point(leg.out, ahead, rise)), pole: toRoom(leg.knee), in: frame)
        body.feet[side] = Foot(
            toes: frame.toLocal(toRoom(leg.toes).unit ?? Point(0, 1, 0)),
            instep: frame.toLocal(toRoom(leg.instep).unit ?? .up))
    }

    /// Returns a leg whose ankle is at a target relative to the hip.
    private func leg(_ side: Side, to target: Point, pole: Point, in frame: Frame) -> Limb {
        withinLimits(
            Limb.LimbTarget(
                place: frame.toLocal(target), pole: frame.toLocal(pole), upper: Proportions.thigh,
                lower: Proportions.shank,
                most: JointLimits.knee), side, JointLimits.hip)
    }

    /// Returns a vector given as out, ahead and up in the coordinates of the room.
    static func aimed(_ way: Point, _ side: Side, _ degrees: Double) -> Point {
        Frame(level: degrees).toRoom(Point(way.x * side.outward, way.y, way.z))
    }

    // MARK: - Arms

    /// Poses an arm and its hand at the hand target, or as near to it as the joints allow.
    private func poseArm(_ side: Side, of body: inout Body) {
        let reach = posture.arms[side]
        let frame = body.chestFrame
        let degrees = reach.frame == .aim ? stand.facing + reach.aim : hips.yaw + body.back.yaw
        let toRoom = { (way: Point) in
            reach.frame == .aim
                ? Self.aimed(way, side, degrees) : frame.toRoom(Point(way.x * side.outward, way.y, way.z))
        }
        let shoulder = frame.right * (side.outward * Proportions.shoulder)
        let length = (Proportions.upperArm + Proportions.forearm) * 0.985
        var target = toRoom(Point(reach.out, reach.ahead ?? 0, reach.up)) - shoulder
        if reach.ahead == nil {
            // Continue along the aim until the arm is nearly straight.
            let ahead = toRoom(Point(0, 1, 0))
            let aimedLength = target.dot(ahead)
            let squaredRest = length * length - (target.dot(target) - aimedLength * aimedLength)
            target = target + ahead * ((squaredRest > 0 ? squaredRest.squareRoot() : 0) - aimedLength)
        }
        let limb = withinLimits(
            Limb.LimbTarget(
                place: frame.toLocal(target), pole: frame.toLocal(toRoom(reach.elbow)), upper: Proportions.upperArm,
                lower: Proportions.forearm, most: JointLimits.elbow), side, JointLimits.shoulder)
        body.arms[side] = limb
        let along = reach.along.flatMap { frame.toLocal(toRoom($0)).unit } ?? limb.lower
        let handBend = limb.lower.angle(to: along)
        body.hands[side] = Hand(
            shape: reach.hand,
            along: handBend > JointLimits.wrist ? limb.lower.toward(along, JointLimits.wrist / handBend) : along,
            palm: frame.toLocal(toRoom(reach.palm)).unit ?? Point(0, 0, -1))
    }

    /// Returns the limb at its target, with its elbow or knee rotated only as far as the joint
    /// requires.
    private func withinLimits(_ target: Limb.LimbTarget, _ side: Side, _ maximumLift: (Double) -> Double) -> Limb {
        let direction = target.place.unit ?? Point(0, 0, -1)
        let turns = [0.0] + (1...18).flatMap { [Double($0) * 10, Double($0) * -10] }
        var closest: (limb: Limb, excess: Double)?
        for turn in turns {
            let limb = Limb(
                reaching: target.place, upper: target.upper, lower: target.lower, most: target.most,
                pole: target.pole.turned(about: direction, turn * side.outward))
            let excess = JointLimits.excess(limb.direction, side, maximumLift)
            if excess <= 0 { return limb }
            if closest.map({ excess < $0.excess - 0.5 }) ?? true { closest = (limb, excess) }
        }
        return closest?.limb ?? Limb(direction: Point(0, 0, -1), hinge: Point(1, 0, 0), bend: 0)
    }
}

extension Limb {
    /// The target of a limb, relative to its root.
    struct LimbTarget {
        let place: Point
        /// The direction in which the elbow or knee points.
        let pole: Point
        /// The lengths of both segments, and the maximum bend of the hinge in degrees.
        let upper, lower, most: Double
    }
}
