extension Move {
    /// Whether the last foot that moved went where the stance and the way one faces need it; nil where that cannot be told: no step in a direction, a
    /// stance whose feet are together, or a foot that was only turned.
    ///
    /// A step in a direction must end on that side of the other foot; of a foot that is turned on after its step it may be the other side, for then
    /// the other foot goes past it.
    public var stepFitsStance: Bool? {
        let step = steps.last { ![.pivot, .land].contains($0.verb) }
        guard let step, let reach = reach(of: step) else { return nil }
        return reach > 0.7 || otherFootGoesPast
    }

    /// Whether the foot steps first and the other one then goes past it, in a turn on the foot that stepped.
    var otherFootGoesPast: Bool {
        guard steps.count == 2, steps[1].verb == .pivot, steps[0].foot == steps[1].foot, let reach = reach(of: steps[0]) else {
            return false
        }
        return reach < -0.7
    }

    /// How far in the direction of a step the stance has that foot of the other, as a part of their distance.
    private func reach(of step: Step) -> Double? {
        guard let ending, let toward = ending.toward, [.move, .lower, .slip, .slide].contains(step.verb), let foot = step.foot,
            case .bearing(let bearing)? = step.to
        else { return nil }
        let way = StanceShape(ending.stance).leftToRight(ending.stance, side: ending.side, facing: toward.direction)
        guard way.length > 0.5 else { return nil }
        return (way * (foot == .right ? 1 : -1)).unit.along(bearing.direction)
    }

    /// What in its Korean name contradicts the arm: `bandae` (reverse) must be the arm of the side that does not name the stance, `baro` (obverse) the
    /// other, and a plain punch in a walking or low stance is obverse. Nil when nothing does, or nothing can be told.
    public var brokenForm: String? {
        guard let side = ending?.side, deeds.count == 1, let deed = deeds.first, let arm = deed.side, !deed.isKick, let hangul
        else {
            return nil
        }
        let words = hangul.split(separator: " ")
        let isLong = ending?.stance == .walking || ending?.stance == .low
        if words.contains("반대") { return arm == side ? "반대 (bandae) is the other arm than the stance’s." : nil }
        if words.contains("바로") { return arm != side ? "바로 (baro) is the arm on the stance’s side." : nil }
        return isLong && words.contains("지르기") && arm != side ? "A punch with the other arm is 반대 (bandae)." : nil
    }
}
