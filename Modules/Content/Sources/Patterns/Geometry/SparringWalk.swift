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

        /// Between the balls of the feet that are nearest to each other, along the line, in shoulder widths; below 0 when they stand past each other.
        public var distance: Double {
            let reached = [attacker.left, attacker.right].map(\.place.x).max() ?? 0
            return ([defender.left, defender.right].map(\.place.x).min() ?? 0) - reached
        }

        /// The same in words.
        public var apart: String {
            let widths = "\(SVGText.number(abs(distance))) shoulder widths"
            return distance < -0.05 ? "the front feet \(widths) past each other" : "the nearest feet \(widths) apart"
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
    public init(_ exercise: SparringExercise) {
        let walked = Self.moments(exercise, apart: 0)
        let last = walked.last { $0.step != nil } ?? walked[0]
        moments = Self.moments(exercise, apart: Self.reach - last.distance)
        isFree = exercise.steps.contains { $0.attack.foot == nil && $0.attack.deeds.isEmpty }
    }

    private static func moments(_ exercise: SparringExercise, apart: Double) -> [Moment] {
        var attacker = SparringPartner(at: .zero, facing: Vector(1, 0))
        var defender = SparringPartner(at: Vector(apart, 0), facing: Vector(-1, 0))
        var moments = [Moment(title: "Ready", attacker: attacker.pose, defender: defender.pose, deeds: [], step: nil)]
        for (index, step) in exercise.steps.enumerated() {
            attacker.perform(step.attack)
            defender.perform(step.defence)
            moments.append(
                Moment(
                    title: exercise.steps.count == 1 ? "Attack" : "Step \(index + 1)", attacker: attacker.pose,
                    defender: defender.pose,
                    deeds: [(.attacker, step.attack.phrase), (.defender, step.defence.phrase)], step: index + 1))
            guard let counter = step.counter else { continue }
            defender.perform(counter)
            moments.append(
                Moment(
                    title: "Counter", attacker: attacker.pose, defender: defender.pose, deeds: [(.defender, counter.phrase)],
                    step: nil))
        }
        return moments
    }
}

/// The feet of one partner, who always returns to facing the other.
struct SparringPartner {
    private var places: [Side: Vector]
    private let ahead: Vector
    private var facing: Vector
    private(set) var pose: Pose
    private var stance = Move.Ending(.parallel, side: nil, toward: nil)

    init(at middle: Vector, facing: Vector) {
        (ahead, self.facing) = (facing, facing)
        let half = facing.right * (StanceShape(.parallel).spread / 2)
        places = [.left: middle - half, .right: middle + half]
        pose = Self.pose(places, facing, stance)
    }

    private static func pose(_ places: [Side: Vector], _ facing: Vector, _ ending: Move.Ending) -> Pose {
        let prints = StancePrints(places: places, facing: facing)
        return Pose(
            number: 0, facing: facing, left: prints.standing(.left, in: ending), right: prints.standing(.right, in: ending),
            pivot: nil,
            correction: 0)
    }

    mutating func perform(_ part: SparringExercise.Part) {
        guard let ending = part.ending.map(Self.sided) else { return }
        let moving = part.foot ?? ending.stance.front(of: ending.side) ?? .right
        if part.way == "jump" { for side in Side.allCases { places[side] = place(side) + ahead } }
        if part.foot != nil || ending != stance { step(moving, into: ending, way: part.way) }
        stance = ending
        pose = Self.pose(places, facing, ending)
    }

    /// Where a stance is the partner's own choice, the left foot stands in front.
    private static func sided(_ ending: Move.Ending) -> Move.Ending {
        let isOpen = ending.side == nil && ending.stance.naming != .none
        let side: Side? = ending.stance.naming == .front ? .left : .right
        return isOpen ? Move.Ending(ending.stance, side: side, toward: nil) : ending
    }

    private func place(_ side: Side) -> Vector { places[side] ?? .zero }

    private mutating func step(_ foot: Side, into ending: Move.Ending, way: String?) {
        facing = ahead
        // The first step leaves the ready posture, whose feet stand beside the line.
        let anchor = place(foot.other)
        let base = stance.stance == .parallel ? anchor - ahead.right * anchor.along(ahead.right) : anchor
        let isSideways = StanceShape(ending.stance).length == 0 && StanceShape(ending.stance).spread > 1
        if isSideways, way == "forward" || way == "back" {
            // A sitting stance along the line: the body stands across.
            let reach = ahead * (way == "back" ? -StanceShape(ending.stance).spread : StanceShape(ending.stance).spread)
            facing = (reach * (foot == .right ? 1 : -1)).unit.right * -1
            places = [foot: base + reach, foot.other: base]
        } else {
            let relation = StanceShape(ending.stance).leftToRight(ending.stance, side: ending.side, facing: facing)
            places = [foot: base + relation * (foot == .right ? 1 : -1), foot.other: base]
        }
    }
}
