/// An exchange of pre-arranged sparring, walked by both partners on one line.
///
/// The attacker faces A, the defender faces B. Each foot that moves is put where the stance wants it beside the other, as in a pattern. No source says how
/// far apart partners stand: the last attack ends with the balls of the nearest feet `reach` apart, and all other distances follow from the steps.
public struct SparringWalk: Sendable {
    /// One of the two.
    public enum Partner: String, Sendable, CaseIterable {
        /// Who attacks; the counter is answered by nothing.
        case attacker
        /// Who defends and counters.
        case defender
    }

    /// What one of the partners does in a step.
    public struct Part: Hashable, Sendable {
        /// The stance it ends in; nil when the partner chooses.
        public let ending: Movement.Ending?
        /// The foot that steps or kicks; nil when none does, or the partner chooses.
        public let foot: Side?
        /// Where the foot goes: forward, back, jump, behind the partner; nil on the spot.
        public let way: String?
        /// What is said of it.
        public let words: String

        /// One partner’s stance, foot and words; without a stance nobody moves.
        public init(ending: Movement.Ending?, foot: Side?, way: String?, words: String) {
            (self.ending, self.foot, self.way, self.words) = (ending, foot, way, words)
        }
    }

    /// An attack, the answer to it, and what ends the exchange; nil when the attack goes on.
    public struct Step: Hashable, Sendable {
        let attack: Part
        let defence: Part
        let counter: Part?

        /// What both do, the attacker first.
        public init(attack: Part, defence: Part, counter: Part?) {
            (self.attack, self.defence, self.counter) = (attack, defence, counter)
        }
    }

    /// Both partners after a step, or after the counter.
    public struct Moment: Sendable {
        /// `Ready`, `Step 1`, `Counter`.
        public let title: String
        /// The attacker's feet.
        public let attacker: Pose
        /// The defender's feet.
        public let defender: Pose
        /// What each does, in words, the first to act first.
        public let deeds: [(who: Partner, phrase: String)]
        /// The step's number; nil for the beginning and for the counter.
        public let step: Int?

        /// Whether it is the counter, and not the beginning or a step.
        var isCounter: Bool { step == nil && title == Self.counter }
        static let counter = "Counter"

        /// Between the balls of the feet that are nearest to each other, along the line, in shoulder widths; below 0 when they stand past each other.
        public var distance: Double {
            min(defender.left.place.x, defender.right.place.x) - max(attacker.left.place.x, attacker.right.place.x)
        }

        /// The feet of one of them.
        public func pose(of who: Partner) -> Pose { who == .attacker ? attacker : defender }
    }

    /// Between the balls of the nearest feet when the last attack arrives, in shoulder widths: as near as shoes allow that stand on one line.
    public static let reach = 0.7

    /// Ready, then each step, then the counter.
    public let moments: [Moment]
    /// Whether a partner chooses: then stances are examples.
    public let isFree: Bool

    /// Walks an exchange.
    ///
    /// - Parameters:
    ///   - opening: what both do before the first step; nil where both stand ready, feet side by side.
    ///   - isFree: whether a partner chooses.
    public init(_ steps: [Step], opening: Step? = nil, isFree: Bool) {
        let walked = Self.moments(steps, opening, apart: 0)
        let last = walked.last { $0.step != nil } ?? walked[0]
        moments = Self.moments(steps, opening, apart: Self.reach - last.distance)
        self.isFree = isFree
    }

    private static func moments(_ steps: [Step], _ opening: Step?, apart: Double) -> [Moment] {
        var attacker = SparringPartner(at: .zero, facing: Vector(1, 0))
        var defender = SparringPartner(at: Vector(apart, 0), facing: Vector(-1, 0))
        if let opening {
            attacker.perform(opening.attack)
            defender.perform(opening.defence)
        }
        let deeds: [(who: Partner, phrase: String)] =
            opening.map { [(.attacker, $0.attack.words), (.defender, $0.defence.words)] } ?? []
        var moments = [Moment(title: "Ready", attacker: attacker.pose, defender: defender.pose, deeds: deeds, step: nil)]
        for (index, step) in steps.enumerated() {
            attacker.perform(step.attack)
            defender.perform(step.defence)
            moments.append(
                Moment(
                    title: steps.count == 1 ? "Attack" : "Step \(index + 1)", attacker: attacker.pose,
                    defender: defender.pose,
                    deeds: [(.attacker, step.attack.words), (.defender, step.defence.words)], step: index + 1))
            guard let counter = step.counter else { continue }
            defender.perform(counter, past: attacker.pose)
            moments.append(
                Moment(
                    title: Moment.counter, attacker: attacker.pose, defender: defender.pose, deeds: [(.defender, counter.words)],
                    step: nil))
        }
        return moments
    }
}
