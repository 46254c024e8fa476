/// An exchange of pre-arranged sparring, walked by both partners on one line.
///
/// The attacker faces A, the defender faces B. Each moving foot is placed relative to the other as
/// the stance requires, as in a pattern. No source specifies the distance between partners. The
/// last attack ends with the balls of the nearest feet `reach` apart, and all other distances
/// follow from the steps.
package struct SparringWalk: Sendable {
    /// One of the two partners.
    package enum Partner: String, Sendable, CaseIterable {
        /// The attacker, who does not answer the counter.
        case attacker
        case defender
    }

    /// The action of one partner in a step.
    package struct Part: Hashable, Sendable {
        /// The final stance; nil if the partner chooses.
        package let ending: Movement.Ending?
        /// The foot that steps or kicks; nil if none does, or if the partner chooses.
        package let foot: Side?
        /// The direction of the foot: forward, back, jump, behind the partner; nil on the spot.
        package let way: String?
        package let words: String

        package init(ending: Movement.Ending?, foot: Side?, way: String?, words: String) {
            self.ending = ending
            self.foot = foot
            self.way = way
            self.words = words
        }
    }

    /// An attack, its defense, and the final counter; the counter is nil if the attack continues.
    package struct Step: Hashable, Sendable {
        let attack: Part
        let defense: Part
        let counter: Part?

        package init(attack: Part, defense: Part, counter: Part?) {
            self.attack = attack
            self.defense = defense
            self.counter = counter
        }
    }

    /// The poses of both partners after a step, or after the counter.
    package struct Moment: Sendable {
        /// The title: `Ready`, `Step 1`, `Counter`.
        package let title: String
        package let attacker: Pose
        package let defender: Pose
        package let actions: [(who: Partner, phrase: String)]
        /// The step's number; nil for the start and for the counter.
        package let step: Int?

        var isCounter: Bool { step == nil && title == Self.counter }
        static let counter = "Counter"

        /// The distance along the line between the balls of the nearest feet, in shoulder widths;
        /// below 0 if the partners have passed each other.
        package var distance: Double {
            min(defender.left.place.x, defender.right.place.x) - max(attacker.left.place.x, attacker.right.place.x)
        }

        package func pose(of who: Partner) -> Pose { who == .attacker ? attacker : defender }
    }

    /// The distance between the balls of the nearest feet at the last attack, in shoulder widths:
    /// the minimum for shoes on one line.
    package static let reach = 0.7

    package let moments: [Moment]
    /// Whether a partner chooses, so that the stances are examples.
    package let isFree: Bool

    /// Walks an exchange.
    ///
    /// - Parameters:
    ///   - opening: the actions before the first step; nil if both stand ready, feet side by side.
    ///   - isFree: whether a partner chooses.
    package init(_ steps: [Step], opening: Step? = nil, isFree: Bool) {
        let trialMoments = Self.moments(steps, opening, apart: 0)
        let last = trialMoments.last { $0.step != nil } ?? trialMoments[0]
        moments = Self.moments(steps, opening, apart: Self.reach - last.distance)
        self.isFree = isFree
    }

    /// Returns the moments of an exchange whose partners begin at a distance, in shoulder widths.
    private static func moments(_ steps: [Step], _ opening: Step?, apart distance: Double) -> [Moment] {
        var attacker = SparringPartner(at: .zero, facing: Vector(1, 0))
        var defender = SparringPartner(at: Vector(distance, 0), facing: Vector(-1, 0))
        if let opening {
            attacker.perform(opening.attack)
            defender.perform(opening.defense)
        }
        let openingActions: [(who: Partner, phrase: String)] =
            opening.map { [(.attacker, $0.attack.words), (.defender, $0.defense.words)] } ?? []
        var moments = [
            Moment(title: "Ready", attacker: attacker.pose, defender: defender.pose, actions: openingActions, step: nil)
        ]
        for (index, step) in steps.enumerated() {
            attacker.perform(step.attack)
            defender.perform(step.defense)
            moments.append(
                Moment(
                    title: steps.count == 1 ? "Attack" : "Step \(index + 1)", attacker: attacker.pose,
                    defender: defender.pose,
                    actions: [(.attacker, step.attack.words), (.defender, step.defense.words)], step: index + 1))
            guard let counter = step.counter else { continue }
            defender.perform(counter, past: attacker.pose)
            moments.append(
                Moment(
                    title: Moment.counter, attacker: attacker.pose, defender: defender.pose,
                    actions: [(.defender, counter.words)], step: nil))
        }
        return moments
    }
}
