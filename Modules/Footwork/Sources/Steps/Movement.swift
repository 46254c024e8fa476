import Bodies

/// One movement as the feet have it: what they do and where they end.
public struct Movement: Hashable, Sendable {
    /// The stance a movement ends in.
    public struct Ending: Hashable, Sendable {
        /// How the feet stand.
        public let shape: StanceShape
        /// Left or right; nil where the stance has no sides.
        public let side: Side?
        /// Where the performer faces; nil when nobody says.
        public let toward: Bearing?
        /// Whether it is the stance of the movement before, kept.
        public let isMaintained: Bool

        /// Feet that stand so, and the way their owner looks.
        public init(_ shape: StanceShape, side: Side?, toward: Bearing? = nil, isMaintained: Bool = false) {
            (self.shape, self.side, self.toward, self.isMaintained) = (shape, side, toward, isMaintained)
        }

        /// Which foot is in front; nil when the feet stand side by side or on one spot.
        var front: Side? { shape.front(of: side) }

        /// The way from the left foot's place on the line to the right one's.
        func leftToRight(facing: Vector) -> Vector { shape.leftToRight(side: side, facing: facing) }
    }

    /// A kick, which holds a foot off the floor.
    public struct Kick: Hashable, Sendable {
        /// Which leg; nil when nobody says.
        public let side: Side?
        /// Where to; nil when nobody says.
        public let toward: Bearing?

        /// A leg that is off the floor when the movement ends.
        public init(_ side: Side?, toward: Bearing?) { (self.side, self.toward) = (side, toward) }
    }

    /// What a drawing says of it part by part; empty where nothing is to be said.
    public struct Caption: Hashable, Sendable {
        /// How one stands at the end.
        public var stance = ""
        /// What is done.
        public var action = ""
        /// What the feet do.
        public var feet = ""
        /// What the other hand does.
        public var hands = ""
        /// How it is timed.
        public var pace = ""
        /// Its name in Latin letters.
        public var romanization = ""

        /// Nothing to be said yet.
        public init() {}
    }

    /// Its number, from 1.
    public let number: Int
    /// What the feet do, in order; none when they stay.
    public var steps: [Step] = []
    /// The turn, where it is named.
    public var turn: Turn?
    /// How it ends; nil during a kick.
    public var ending: Ending?
    /// The kicks, in order.
    public var kicks: [Kick] = []
    /// How far a jump, a slide, foot shifting or a step carries, in shoulder widths; nil when nobody says.
    public var carries: Double?
    /// What a drawing says of it.
    public var words = ""
    /// The same in hangul.
    public var hangul = ""
    /// What a drawing says of it, part by part.
    public var caption = Caption()
    /// What the body does over the feet; nil where nobody says.
    public var posture: Posture?
    /// What it does on the way, where a kick comes before the end; nil where none does.
    public var passing: Posture?
    /// How long it takes beside others, 1 being usual.
    public var duration = 1.0

    /// A movement that does nothing yet.
    public init(_ number: Int) { self.number = number }
}

extension Movement {
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

    /// Whether both feet leave the floor in it: in a jump, or in a landing that a step leads to.
    public var isJump: Bool { steps.contains { $0.verb == .jump } || (steps.count > 1 && steps.contains { $0.verb == .land }) }

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
        let way = ending.shape.leftToRight(side: ending.side, facing: toward.direction)
        guard way.length > 0.5 else { return nil }
        return (way * (foot == .right ? 1 : -1)).unit.along(bearing.direction)
    }
}
