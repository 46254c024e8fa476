import Bodies
import Footwork

extension Move {
    /// What the body does at the end of the movement, over the feet that Footwork has.
    ///
    /// - Parameters:
    ///   - before: how the hands were, for a movement in which they stay.
    ///   - earlier: postures of the movements before, by number, for hands that stay as in one of them.
    ///   - diagonal: how far diagonals lie from line CD, in degrees.
    func posture(after before: Posture, earlier: [Int: Posture], diagonal: Double) -> Posture {
        let facing = facing(diagonal)
        var posture = hands(before, facing: facing, diagonal: diagonal)
        if let kept = keptHands.flatMap({ earlier[$0] }) { posture = Posture(arms: kept.arms, chest: 0, gaze: 0) }
        posture.isSchematic = posture.isSchematic || (deeds.isEmpty && noAction != nil && ending == nil)
        if ending == nil, let kick = deeds.last(where: \.isKick) {
            let shape = KickShapes.leg(kick)
            (posture.leg, posture.isSchematic) = (shape.leg, shape.isSchematic || kick.action.hasPrefix("flying"))
            posture.gaze = 0
        } else if ending?.stance.isOnOneLeg == true {
            posture.leg = KickShapes.bending
        }
        return posture
    }

    /// What the body does on the way, where a kick comes before the foot lands; nil where none does.
    var passing: Posture? {
        guard ending != nil, let kick = deeds.last(where: \.isKick), kick.side != nil else { return nil }
        let shape = KickShapes.leg(kick)
        var posture = pulledAway ?? posture(Self.kickGuard, acting: kick.side ?? .right, aim: 0)
        (posture.leg, posture.isSchematic) = (shape.leg, shape.isSchematic || kick.action.hasPrefix("flying"))
        posture.gaze = 0
        return posture
    }

    /// The way one faces: the stance's, or the kick's.
    private func facing(_ diagonal: Double) -> Bearing? { ending?.toward ?? deeds.last(where: \.isKick)?.toward }

    private func hands(_ before: Posture, facing: Bearing?, diagonal: Double) -> Posture {
        let deed = deeds.last { !$0.isKick }
        let ready = ending.flatMap {
            ReadyShapes.shape([$0.stance.rawValue, $0.variant].compactMap { $0 }.joined(separator: " "))
        }
        let lead = ending.flatMap { $0.stance.front(of: $0.side) ?? $0.side } ?? .left
        guard let deed else {
            if let ready, deeds.isEmpty { return posture(ready, acting: lead.other == .left ? lead : .left, aim: 0) }
            if deeds.isEmpty { return before }
            return pulledAway ?? posture(Self.kickGuard, acting: deeds.last?.side ?? .right, aim: 0)
        }
        guard var shape = TechniqueShape(deed) else {
            var guarded = posture(Self.kickGuard, acting: deed.side ?? lead, aim: 0)
            guarded.isSchematic = true
            return guarded
        }
        if let other = otherReach { shape.other = other }
        var posture = posture(shape, acting: deed.side ?? lead, aim: aim(of: deed, from: facing, diagonal))
        // Of two techniques at once each arm has its own.
        for second in deeds.dropLast() where !second.isKick && second.side != nil && second.side != deed.side {
            guard let side = second.side, let shape = TechniqueShape(second) else { continue }
            posture.arms[side] = shape.acting
            posture.arms[side].aim = aim(of: second, from: facing, diagonal)
        }
        return posture
    }

    private static let kickGuard = TechniqueShape.one(
        Reach(out: 0.16, ahead: 0.72, up: -0.12, .chest, elbow: Point(0.4, 0, -1), palm: Point(-1, 0, 0)),
        Reach(out: 0.1, ahead: 0.42, up: -0.3, .chest, elbow: Point(0.8, 0, -0.8), palm: Point(0, -1, 0)), .half)

    /// Both hands pull something, or somebody's head, down or away.
    private var pulledAway: Posture? {
        guard otherHand?.hasPrefix("both hands pull") == true else { return nil }
        let down = Reach(out: 0.3, ahead: 0.3, up: -0.8, .chest, elbow: Point(0.7, -1, 0), palm: Point(-1, 0, 0))
        return Posture(arms: Pair(left: down, right: down))
    }

    /// How far clockwise of the way one faces a technique goes.
    private func aim(of deed: Deed, from facing: Bearing?, _ diagonal: Double) -> Double {
        guard let to = deed.toward, let facing else { return 0 }
        let way = to.direction(diagonal: diagonal).clockwiseDegrees - facing.direction(diagonal: diagonal).clockwiseDegrees
        return (way + 540).truncatingRemainder(dividingBy: 360) - 180
    }

    private func posture(_ shape: TechniqueShape, acting side: Side, aim: Double) -> Posture {
        let outward = side == .right ? 1.0 : -1.0
        // Nobody strikes straight behind without turning: the arm goes as far to its side as it comes.
        let reached = abs(aim) > 115 ? 115 * outward : aim
        var (acting, other) = (shape.acting, shape.other ?? Reaches.pulled)
        (acting.aim, other.aim) = (reached, abs(reached) > 100 ? 0 : reached)
        let arms = side == .left ? Pair(left: acting, right: other) : Pair(left: other, right: acting)
        return finished(Posture(arms: arms, chest: chest(shape.facing, acting: side, aim: reached), gaze: reached), shape)
    }

    private func finished(_ posture: Posture, _ shape: TechniqueShape) -> Posture {
        var posture = posture
        posture.isSchematic = shape.isSchematic
        return posture
    }

    /// How far the chest is turned clockwise from the way one faces.
    private func chest(_ turn: TechniqueShape.Facing, acting side: Side, aim: Double) -> Double {
        let away = side == .left ? 1.0 : -1.0
        let isAcross = [Stance.l, .fixed, .rearFoot, .vertical].contains(ending?.stance)
        if isAcross, let stance = ending, let front = stance.stance.front(of: stance.side) {
            // Half facing to the rear foot's side; the rear arm brings its shoulder forward.
            let half = front == .left ? 1.0 : -1.0
            return half * (turn == .side ? 75 : side == front ? 42 : 4)
        }
        if abs(aim) > 60 { return 0 }
        switch turn {
        case .full: return 0
        case .half: return away * 32
        case .side: return away * 60
        }
    }
}

extension Move {
    /// The other hand, where the words say where it is.
    private var otherReach: Reach? {
        guard let words = otherHand else { return nil }
        if words.contains("front of the forehead") { return Reaches.forehead }
        if words.contains("shoulder") { return Reaches.beforeShoulder }
        if words.contains("elbow bent to") { return nil }
        if words.contains("elbow") { return Reaches.atElbow }
        return words.contains("reaches down") ? Reaches.reachingDown : nil
    }
}
