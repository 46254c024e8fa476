/// The performer's offset from the walked line, caused by feet that stay in place.
///
/// A foot without a step keeps its print while the performer faces the same direction. The other
/// foot is placed next to it, and the line gives way. A foot that turns on its ball slides back
/// toward the line by at most half a shoulder width along each line of the floor, unless it must
/// turn in place. After steps of both feet, a jump or a slide the performer is on the line again.
/// Foot shifting moves both feet equally.
struct Drift {
    /// The distance that a foot slides while it turns, along each line of the floor, in shoulder
    /// widths.
    ///
    /// No source specifies it. With half a width every colored tul ends within half a width of its
    /// start.
    static let maximumSlide = 0.5

    /// The offset of the performer from the position on the line.
    private(set) var offset = Vector.zero

    /// Updates the offset for a movement, given its poses on the line.
    mutating func follow(_ move: Movement, from before: Pose, to after: Pose) {
        if move.steps.contains(where: { $0.verb == .shift }) { return }
        if move.steps.isEmpty, before.facing.dot(after.facing) < Self.straightCosine { return }
        let stationaryFeet = Side.allCases.filter {
            move.staysInPlace($0) && !before.foot($0).isRaised && !after.foot($0).isRaised
        }
        guard let foot = stationaryFeet.first else {
            offset = .zero
            return
        }
        let displacement = after.foot(foot).place - before.foot(foot).place
        let isPivot = before.facing.dot(after.facing) < Self.straightCosine
        if isPivot, displacement.length < 1e-9 { return }
        let slide = isPivot ? Self.maximumSlide : 0
        func next(_ displacement: Double, _ offset: Double) -> Double {
            offset + min(slide, max(-slide, displacement - offset)) - displacement
        }
        offset = Vector(next(displacement.x, offset.x), next(displacement.y, offset.y))
    }

    /// The cosine above which two directions count as the same, without a turn.
    static let straightCosine = 0.99
}

extension Movement {
    /// Returns whether no step moves that foot: none names it, none moves both, and it does not go
    /// around the other in a turn on that one.
    package func staysInPlace(_ foot: Side) -> Bool {
        let goesAround = steps.last.map { $0.verb == .pivot && $0.foot == foot.other } ?? false
        return !goesAround
            && steps.allSatisfy { step in
                ![.jump, .slide, .shift, .land].contains(step.verb)
                    && (step.foot == foot.other || (step.verb == .pivot && step.foot == foot))
            }
    }
}

extension Course {
    /// The feet that leave their print without a step, by more than a turning foot slides, because
    /// a step is missing or a stance is wrong.
    package var strayFeet: [(number: Int, foot: Side)] {
        let poses = walk().poses
        return zip(movements, zip(poses, poses.dropFirst())).flatMap { movement, pair in
            Side.allCases.filter { movement.leavesPrint($0, from: pair.0, to: pair.1) }.map { (movement.number, $0) }
        }
    }
}

extension Movement {
    /// Returns whether a foot without a step moves further than a turning foot slides.
    fileprivate func leavesPrint(_ side: Side, from before: Pose, to after: Pose) -> Bool {
        let feet = (before.foot(side), after.foot(side))
        guard staysInPlace(side), !feet.0.isRaised, !feet.1.isRaised else { return false }
        let maximumDistance =
            before.facing.dot(after.facing) < Drift.straightCosine ? Drift.maximumSlide * 2.0.squareRoot() : 0
        return (feet.1.place - feet.0.place).length > maximumDistance + 1e-6
    }
}
