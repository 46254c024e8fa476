/// How far the performer stands beside the line that is walked, because feet stay where they are.
///
/// A foot that no step moves holds its print while the performer faces the same way: the other foot is put beside it, and the line gives way. A foot that
/// turns on its ball finds the line again, as far as a turning foot slides: half a shoulder width along either line of the floor, unless it is said to turn where
/// it is. Who steps with both feet, jumps or slides stands on the line again; foot shifting carries both feet alike.
struct Drift {
    /// How far a foot slides while it turns, along each line of the floor, in shoulder widths. No source says it: with half a width every coloured tul ends
    /// within half a width of its beginning.
    static let slack = 0.5

    /// From where the line would have the performer to where they stand.
    private(set) var beside = Vector.zero

    /// Follows a movement, given how it would go on the line.
    mutating func follow(_ move: Movement, from before: Pose, to after: Pose) {
        if move.steps.contains(where: { $0.verb == .shift }) { return }
        if move.steps.isEmpty, before.facing.along(after.facing) < Self.sameWay { return }
        let staying = Side.allCases.filter { move.keeps($0) && !before.foot($0).isRaised && !after.foot($0).isRaised }
        guard let foot = staying.first else {
            beside = .zero
            return
        }
        let gone = after.foot(foot).place - before.foot(foot).place
        let isPivot = before.facing.along(after.facing) < Self.sameWay
        if isPivot, gone.length < 1e-9 { return }
        let slide = isPivot ? Self.slack : 0
        func next(_ gone: Double, _ beside: Double) -> Double { beside + min(slide, max(-slide, gone - beside)) - gone }
        beside = Vector(next(gone.x, beside.x), next(gone.y, beside.y))
    }

    /// Two ways nearer to each other than this are one: no turn.
    static let sameWay = 0.99
}

extension Movement {
    /// Whether no step moves that foot: none names it, none takes both, and it does not go round the other one in a turn on that.
    public func keeps(_ foot: Side) -> Bool {
        let goesRound = steps.last.map { $0.verb == .pivot && $0.foot == foot.other } ?? false
        return !goesRound
            && steps.allSatisfy { step in
                ![.jump, .slide, .shift, .land].contains(step.verb)
                    && (step.foot == foot.other || (step.verb == .pivot && step.foot == foot))
            }
    }
}

extension Course {
    /// Feet that no step moves and that leave their print all the same, by more than a turning foot slides: a step is missing, or a stance is another.
    public var strays: [(number: Int, foot: Side)] {
        let poses = walk().poses
        return zip(movements, zip(poses, poses.dropFirst())).flatMap { movement, pair in
            Side.allCases.filter { movement.strays($0, from: pair.0, to: pair.1) }.map { (movement.number, $0) }
        }
    }
}

extension Movement {
    fileprivate func strays(_ side: Side, from before: Pose, to after: Pose) -> Bool {
        let feet = (before.foot(side), after.foot(side))
        guard keeps(side), !feet.0.isRaised, !feet.1.isRaised else { return false }
        let allowed = before.facing.along(after.facing) < Drift.sameWay ? Drift.slack * 2.0.squareRoot() : 0
        return (feet.1.place - feet.0.place).length > allowed + 1e-6
    }
}
