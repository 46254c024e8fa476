import Footwork

/// A movement of a pattern: its footwork, final stance, hand techniques and name.
package struct Move: Hashable, Sendable {
    package typealias Step = Movement.Step
    package typealias Destination = Movement.Destination
    package typealias Turn = Movement.Turn

    /// The final stance of a movement.
    package struct Ending: Hashable, Sendable {
        /// The stance, with its book name and measures.
        package let stance: Stance
        /// The letter of a ready posture: A, B, C, D.
        package let variant: String?
        /// Left or right; nil if the stance has no sides.
        package let side: Side?
        /// The direction that the performer faces; nil if the sources do not specify it.
        package let toward: Bearing?
        package let isMaintained: Bool

        package init(
            _ stance: Stance, variant: String? = nil, side: Side?, toward: Bearing?, isMaintained: Bool = false
        ) {
            self.stance = stance
            self.variant = variant
            self.side = side
            self.toward = toward
            self.isMaintained = isMaintained
        }
    }

    /// The action of a hand or a foot.
    package struct Action: Hashable, Sendable {
        /// The action, for example `guarding block`.
        package let action: String
        /// The height: high, middle or low; nil if the technique has one height only.
        package let section: String?
        /// The tool, for example `knife hand`.
        package let tool: String?
        /// The arm or leg; nil for both, or if the sources do not specify it.
        package let side: Side?
        /// The direction; nil if the sources do not specify it.
        package let toward: Bearing?

        package init(
            _ action: String, section: String? = nil, tool: String? = nil, side: Side? = nil, toward: Bearing? = nil
        ) {
            self.action = action
            self.section = section
            self.tool = tool
            self.side = side
            self.toward = toward
        }

        package var isKick: Bool { action.hasSuffix("kick") }
    }

    /// The timing of a movement at other than the usual speed.
    package enum Timing: String, Sendable, CaseIterable {
        /// The names in the books. Older packs write `stamping` here, and the reader sets
        /// `isStamping` instead.
        case slow, fast, continuous, connecting, stamping, circular
        case doubleStepping = "double-stepping"
        /// Two kicks with one leg, without lowering the foot between them.
        case consecutiveKick = "consecutive kick"
        case doubleKick = "double kick"
    }

    /// The number of the movement, from 1.
    package let number: Int
    /// The steps of the feet, in order; empty if the feet stay.
    package var steps: [Step] = []
    package var turn: Turn?
    /// The final stance; nil during a kick.
    package var ending: Ending?
    package var actions: [Action] = []
    /// The speed and the connection with neighboring movements; nil at the usual speed.
    package var timing: Timing?
    /// The movements timed together, including this one; empty for separate timing.
    package var timingGroup: [Int] = []
    /// Whether the foot comes down in a stamping motion.
    package var isStamping = false
    /// The action of the hand that performs no technique, or of both hands during a kick; nil if no
    /// source specifies it.
    package var otherHand: String?
    /// The reason for a movement without a technique that is not a ready posture.
    package var noAction: String?
    /// The Korean name, romanized.
    package var korean: String?
    package var hangul: String?
    /// Whether the performer shouts (kihap).
    package var hasKihap = false
    /// The distance of a jump, a slide, foot shifting or a step in shoulder widths; nil if the
    /// sources do not specify it.
    package var distance: Double?
    package var sources: [String] = []
    package var note: String?
    /// The uncertain details, or nil if there are none.
    package var doubt: String?
    /// The common mistakes, each with its description, its importance and its correction in a
    /// sentence each.
    package var mistakes: [String] = []

    package init(_ number: Int) { self.number = number }

    package var isFromSingleSource: Bool { sources.count == 1 }

    /// Whether the movement has an action or a reason for having none; a ready posture is a reason.
    package var isAccountedFor: Bool {
        !actions.isEmpty || noAction != nil || [.closedReady, .bendingReady, .walkingReady].contains(ending?.stance)
    }

    /// The foot that leaves the floor without a step: the kicking foot, or the raised foot in a
    /// stance on one leg.
    package var liftedFoot: Side? {
        guard steps.isEmpty else { return nil }
        if let kick = actions.last(where: \.isKick) { return kick.side }
        guard let ending, ending.stance.isOnOneLeg, !ending.isMaintained else { return nil }
        return ending.side?.other
    }
}
