/// The footwork of a movement and its final stance.
package struct Movement: Hashable, Sendable {
    /// The final stance of a movement.
    package struct Ending: Hashable, Sendable {
        package let shape: StanceShape
        /// Left or right; nil if the stance has no sides.
        package let side: Side?
        /// The direction that the performer faces; nil if unspecified.
        package let toward: Bearing?
        /// Whether the stance of the previous movement stays.
        package let isMaintained: Bool

        package init(_ shape: StanceShape, side: Side?, toward: Bearing? = nil, isMaintained: Bool = false) {
            self.shape = shape
            self.side = side
            self.toward = toward
            self.isMaintained = isMaintained
        }

        /// The front foot; nil if the feet are side by side or on one spot.
        var front: Side? { shape.front(of: side) }

        /// Returns the displacement from the left foot's position on the line to the right one's.
        func leftToRight(facing: Vector) -> Vector { shape.leftToRight(side: side, facing: facing) }
    }

    /// A kick, which holds a foot off the floor.
    package struct Kick: Hashable, Sendable {
        /// The leg; nil if unspecified.
        package let side: Side?
        /// The direction; nil if unspecified.
        package let toward: Bearing?

        package init(_ side: Side?, toward: Bearing?) {
            self.side = side
            self.toward = toward
        }
    }

    /// The captions of a drawing's parts; empty if there is no text.
    package struct Caption: Hashable, Sendable {
        package var stance = ""
        package var action = ""
        package var feet = ""
        package var hands = ""
        /// The timing, such as slow or in a continuous motion.
        package var pace = ""
        package var romanization = ""

        package init() {}
    }

    /// The number of the movement, from 1.
    package let number: Int
    /// The steps of the feet, in order; empty if the feet stay.
    package var steps: [Step] = []
    /// The turn of the body, or nil if the books leave it open.
    package var turn: Turn?
    /// The final stance; nil during a kick.
    package var ending: Ending?
    package var kicks: [Kick] = []
    /// The distance of a jump, a slide, foot shifting or a step in shoulder widths; nil if
    /// unspecified.
    package var distance: Double?
    /// The sentence of the movement in English.
    package var words = ""
    package var hangul = ""
    package var caption = Caption()
    /// The body's posture over the feet; nil if unspecified.
    package var posture: Posture?
    /// The intermediate posture of a kick before the end; nil without one.
    package var kickPosture: Posture?
    /// The duration relative to other movements; 1 is usual.
    package var duration = 1.0

    package init(_ number: Int) { self.number = number }
}

extension Movement {
    /// Whether the last moving foot went where the stance and the facing direction require; nil if
    /// this is undecidable.
    ///
    /// It is undecidable without a step in a direction, in a stance with the feet together, or if a
    /// foot only turned. A step in a direction must end on that side of the other foot. If the foot
    /// then turns, the other foot passes it, so either side is valid.
    package var stepFitsStance: Bool? {
        let step = steps.last { ![.pivot, .land].contains($0.verb) }
        guard let step, let reach = reach(of: step) else { return nil }
        return reach > 0.7 || otherFootGoesPast
    }

    /// Whether both feet leave the floor, in a jump or in a landing after a step.
    package var isJump: Bool {
        steps.contains { $0.verb == .jump } || (steps.count > 1 && steps.contains { $0.verb == .land })
    }

    /// Whether the foot steps first and the other one then passes it, in a turn on the foot that
    /// stepped.
    var otherFootGoesPast: Bool {
        guard steps.count == 2, steps[1].verb == .pivot, steps[0].foot == steps[1].foot, let reach = reach(of: steps[0])
        else { return false }
        return reach < -0.7
    }

    /// Returns how far ahead of the other foot the stance has this foot in the step's direction, as
    /// a fraction of their distance.
    private func reach(of step: Step) -> Double? {
        guard let ending, let toward = ending.toward, [.move, .lower, .slip, .slide].contains(step.verb),
            let foot = step.foot,
            case .bearing(let bearing)? = step.to
        else { return nil }
        let leftToRight = ending.shape.leftToRight(side: ending.side, facing: toward.direction)
        guard leftToRight.length > 0.5 else { return nil }
        return (leftToRight * (foot == .right ? 1 : -1)).unit.dot(bearing.direction)
    }
}
