import Footwork

extension Move {
    /// Returns the body's posture at the end of the movement, on the feet from Footwork.
    ///
    /// - Parameters:
    ///   - before: the previous posture, for a movement in which the hands stay.
    ///   - earlier: the postures of earlier movements by number, for hands that stay as in one of
    ///     them.
    ///   - diagonal: the angle of the diagonals to line CD, in degrees.
    func posture(after before: Posture, earlier: [Int: Posture], diagonal: Double) -> Posture {
        let facing = ending?.toward ?? actions.last(where: \.isKick)?.toward
        var posture = hands(before, facing: facing, diagonal: diagonal)
        if let heldPosture = handPositionSource.flatMap({ earlier[$0] }) {
            posture = Posture(arms: heldPosture.arms, chest: 0, gaze: 0)
        }
        posture.isSchematic = posture.isSchematic || (actions.isEmpty && noAction != nil && ending == nil)
        if ending == nil, let kick = actions.last(where: \.isKick) {
            let shape = KickShapes.leg(kick)
            (posture.leg, posture.isSchematic) = (shape.leg, shape.isSchematic || kick.action.hasPrefix("flying"))
            posture.gaze = 0
        } else if ending?.stance.isOnOneLeg == true {
            posture.leg = KickShapes.bending
        }
        return posture
    }

    /// The intermediate posture of a kick before the foot lands; nil without a kick.
    var kickPosture: Posture? {
        guard ending != nil, let kick = actions.last(where: \.isKick), kick.side != nil else { return nil }
        let shape = KickShapes.leg(kick)
        var posture = pullingPosture ?? posture(Self.kickGuard, acting: kick.side ?? .right, aim: 0)
        (posture.leg, posture.isSchematic) = (shape.leg, shape.isSchematic || kick.action.hasPrefix("flying"))
        posture.gaze = 0
        return posture
    }

    /// Returns the posture of both arms and the chest: of the technique, the ready posture, a
    /// guard, or as before.
    private func hands(_ before: Posture, facing: Bearing?, diagonal: Double) -> Posture {
        let technique = actions.last { !$0.isKick }
        let ready = ending.flatMap {
            ReadyShapes.shape([$0.stance.rawValue, $0.variant].compactMap { $0 }.joined(separator: " "))
        }
        let leadingSide = ending.flatMap { $0.stance.front(of: $0.side) ?? $0.side } ?? .left
        guard let technique else {
            if let ready, actions.isEmpty {
                return posture(ready, acting: leadingSide.other == .left ? leadingSide : .left, aim: 0)
            }
            if actions.isEmpty { return before }
            return pullingPosture ?? posture(Self.kickGuard, acting: actions.last?.side ?? .right, aim: 0)
        }
        guard var shape = TechniqueShape(technique) else {
            var guardPosture = posture(Self.kickGuard, acting: technique.side ?? leadingSide, aim: 0)
            guardPosture.isSchematic = true
            return guardPosture
        }
        if let other = otherHandTarget { shape.other = other }
        var posture = posture(
            shape, acting: technique.side ?? leadingSide, aim: aim(of: technique, from: facing, diagonal))
        // In two simultaneous techniques each arm performs its own.
        for otherTechnique in actions.dropLast()
        where !otherTechnique.isKick && otherTechnique.side != nil && otherTechnique.side != technique.side {
            guard let side = otherTechnique.side, let shape = TechniqueShape(otherTechnique) else { continue }
            posture.arms[side] = shape.acting
            posture.arms[side].aim = aim(of: otherTechnique, from: facing, diagonal)
        }
        return posture
    }

    /// The guard of both arms during a kick.
    private static let kickGuard = TechniqueShape.one(
        HandTarget(out: 0.16, ahead: 0.72, up: -0.12, .chest, elbow: Point(0.4, 0, -1), palm: Point(-1, 0, 0)),
        HandTarget(out: 0.1, ahead: 0.42, up: -0.3, .chest, elbow: Point(0.8, 0, -0.8), palm: Point(0, -1, 0)), .half)

    /// The posture of both hands pulling an object or the opponent's head down or away.
    private var pullingPosture: Posture? {
        guard otherHand?.hasPrefix("both hands pull") == true else { return nil }
        let down = HandTarget(out: 0.3, ahead: 0.3, up: -0.8, .chest, elbow: Point(0.7, -1, 0), palm: Point(-1, 0, 0))
        return Posture(arms: Pair(left: down, right: down))
    }

    /// Returns the angle of a technique, clockwise from the facing direction.
    private func aim(of technique: Action, from facing: Bearing?, _ diagonal: Double) -> Double {
        guard let techniqueBearing = technique.toward, let facing else { return 0 }
        let angle =
            techniqueBearing.direction(diagonal: diagonal).clockwiseDegrees
            - facing.direction(diagonal: diagonal).clockwiseDegrees
        return (angle + 540).truncatingRemainder(dividingBy: 360) - 180
    }

    /// Returns the posture of a shape for one acting side, aimed in a direction.
    private func posture(_ shape: TechniqueShape, acting side: Side, aim: Double) -> Posture {
        let outward = side == .right ? 1.0 : -1.0
        // A strike straight to the rear is impossible without turning, so the arm goes as far to
        // its side as it can.
        let limitedAim = abs(aim) > 115 ? 115 * outward : aim
        var acting = shape.acting
        var other = shape.other ?? HandPositions.pulled
        (acting.aim, other.aim) = (limitedAim, abs(limitedAim) > 100 ? 0 : limitedAim)
        let arms = side == .left ? Pair(left: acting, right: other) : Pair(left: other, right: acting)
        return withSchematicMark(
            Posture(arms: arms, chest: chest(shape.facing, acting: side, aim: limitedAim), gaze: limitedAim), shape)
    }

    /// Returns the posture, marked as schematic if its shape is.
    private func withSchematicMark(_ posture: Posture, _ shape: TechniqueShape) -> Posture {
        var posture = posture
        posture.isSchematic = shape.isSchematic
        return posture
    }

    /// Returns the angle of the chest, clockwise from the facing direction.
    private func chest(_ turn: TechniqueShape.Facing, acting side: Side, aim: Double) -> Double {
        let backward = side == .left ? 1.0 : -1.0
        let isAcross = [Stance.l, .fixed, .rearFoot, .vertical].contains(ending?.stance)
        if isAcross, let stance = ending, let front = stance.stance.front(of: stance.side) {
            // The chest half faces the rear foot's side. The rear arm brings its shoulder forward.
            let rearward = front == .left ? 1.0 : -1.0
            return rearward * (turn == .side ? 75 : side == front ? 42 : 4)
        }
        if abs(aim) > 60 { return 0 }
        switch turn {
        case .full: return 0
        case .half: return backward * 32
        case .side: return backward * 60
        }
    }
}

extension Move {
    /// The position of the other hand, if the words specify it.
    private var otherHandTarget: HandTarget? {
        guard let words = otherHand else { return nil }
        if words.contains("front of the forehead") { return HandPositions.forehead }
        if words.contains("shoulder") { return HandPositions.beforeShoulder }
        if words.contains("elbow bent to") { return nil }
        if words.contains("elbow") { return HandPositions.atElbow }
        return words.contains("reaches down") ? HandPositions.reachingDown : nil
    }
}
