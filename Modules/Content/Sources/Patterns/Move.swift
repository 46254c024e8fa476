import Footwork

/// One movement of a pattern: what the feet do, where they end, what the hands do, and how it is called.
public struct Move: Hashable, Sendable {
    /// What a foot does.
    public typealias Step = Movement.Step
    /// Where a step leads.
    public typealias Destination = Movement.Destination
    /// Which way the body turns.
    public typealias Turn = Movement.Turn

    /// The stance a movement ends in.
    public struct Ending: Hashable, Sendable {
        /// The name by which the books call it, and its measures.
        public let stance: Stance
        /// The letter of a ready posture: A, B, C, D.
        public let variant: String?
        /// Left or right; nil where the stance has no sides.
        public let side: Side?
        /// Where the performer faces; nil when the sources do not say.
        public let toward: Bearing?
        /// Whether it is the stance of the movement before, kept.
        public let isMaintained: Bool

        /// A stance.
        public init(_ stance: Stance, variant: String? = nil, side: Side?, toward: Bearing?, isMaintained: Bool = false) {
            (self.stance, self.variant, self.side) = (stance, variant, side)
            (self.toward, self.isMaintained) = (toward, isMaintained)
        }
    }

    /// What is done with a hand or a foot.
    public struct Deed: Hashable, Sendable {
        /// What: `guarding block`.
        public let action: String
        /// How high: high, middle or low; nil where the technique has one height only.
        public let section: String?
        /// With what: `knife hand`.
        public let tool: String?
        /// Which arm or leg; nil when both, or where the sources do not say.
        public let side: Side?
        /// Where to; nil where the sources do not say.
        public let toward: Bearing?

        /// A technique.
        public init(_ action: String, section: String? = nil, tool: String? = nil, side: Side? = nil, toward: Bearing? = nil) {
            (self.action, self.section, self.tool, self.side, self.toward) = (action, section, tool, side, toward)
        }

        /// Whether a leg does it.
        public var isKick: Bool { action.hasSuffix("kick") }
    }

    /// How it is timed, when it is not at the usual speed.
    public enum Timing: String, Sendable, CaseIterable {
        /// As books name them; `stamping` is what packs wrote before it had a field of its own, and is read as that.
        case slow, fast, continuous, connecting, stamping, circular
        /// Two steps for one movement.
        case doubleStepping = "double-stepping"
        /// Two kicks of one leg, the foot not lowered between them.
        case consecutiveKick = "consecutive kick"
        /// Two kicks in one jump.
        case doubleKick = "double kick"
    }

    /// Its number, from 1.
    public let number: Int
    /// What the feet do, in order; none when they stay.
    public var steps: [Step] = []
    /// The turn, where the books name it.
    public var turn: Turn?
    /// How it ends; nil during a kick.
    public var ending: Ending?
    /// What is done.
    public var deeds: [Deed] = []
    /// How fast, and how it hangs together with its neighbours; nil at the usual speed.
    public var timing: Timing?
    /// The movements timed together with it, itself included; empty when it is timed alone.
    public var together: [Int] = []
    /// Whether the foot comes down in a stamping motion.
    public var isStamping = false
    /// What the hand does that does not do the technique, or both hands during a kick; nil where no source says it.
    public var otherHand: String?
    /// Why nothing is done, in a movement without a technique that is no ready posture.
    public var noAction: String?
    /// The Korean name in Latin letters.
    public var korean: String?
    /// The Korean name.
    public var hangul: String?
    /// Whether the school shouts here.
    public var hasKihap = false
    /// How far a jump, a slide, foot shifting or a step carries, in shoulder widths; nil when the sources do not say.
    public var carries: Double?
    /// The sources it rests on, as the pack lists them.
    public var sources: [String] = []
    /// A word to the learner.
    public var note: String?
    /// What is not sure about it.
    public var doubt: String?
    /// What often goes wrong in it: what, why that matters, and how to mend it, a sentence each.
    public var mistakes: [String] = []

    /// A movement that does nothing yet.
    public init(_ number: Int) { self.number = number }

    /// Whether one source alone has it.
    public var isFromSingleSource: Bool { sources.count == 1 }

    /// Whether something is done, or it says why not: a ready posture says it by itself.
    public var isAccountedFor: Bool {
        !deeds.isEmpty || noAction != nil || [.closedReady, .bendingReady, .walkingReady].contains(ending?.stance)
    }

    /// The foot that leaves the floor although no step is taken: that of a kick, or the one that a stance on one leg does not stand on.
    public var liftedFoot: Side? {
        guard steps.isEmpty else { return nil }
        if let kick = deeds.last(where: \.isKick) { return kick.side }
        guard let ending, ending.stance.isOnOneLeg, !ending.isMaintained else { return nil }
        return ending.side?.other
    }
}
