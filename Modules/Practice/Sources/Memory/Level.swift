import Kernel

/// How well one thing is known: what of it was shown. When it comes back, a `Schedule` beside it says.
///
/// The level is an exponentially weighted mean of the latest answers: a right one takes a third of the way that is left up to what its evidence
/// can show at best, a wrong one a third of the way down to the share of it that was right. So half of the level rests on the last two answers,
/// and six right ones from memory in a row take a stranger over nine tenths. An answer that asks for everything at once measures it: the level
/// becomes what was shown. It does not fade by itself: it says what was shown.
public struct Level: Hashable, Codable, Sendable {
    /// What it can come to, in thousandths.
    public static let full = 1000

    /// 0…1000.
    public let value: Int
    /// Whether the learner says that it is shaky, until it is right from memory or by choice.
    public let isShaky: Bool

    /// The same as a number, 0…1.
    public var share: Double { Double(value) / Double(Level.full) }

    /// A level; a value outside 0…1000 is moved to the nearest.
    public init(_ value: Int, isShaky: Bool = false) {
        (self.value, self.isShaky) = (min(max(value, 0), Level.full), isShaky)
    }

    /// Reads a level; one that cannot be is damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        value = try values.number(.value, within: 0...Level.full)
        isShaky = try values.decode(Bool.self, forKey: .isShaky)
    }

    /// The level after an answer; `old` is nil for the first. A right one never lowers it, and one that is not right never raises it.
    public init(after graded: Mark, from old: Level?) {
        let (before, goal) = (old?.value ?? 0, graded.evidence.ceiling * graded.share / Level.full)
        if graded.isRight {
            value = goal > before ? before + (goal - before + 2) / 3 : before
        } else {
            value = goal < before ? before - (before - goal + 2) / 3 : before
        }
        isShaky = graded.evidence == .done ? !graded.isRight : (old?.isShaky ?? false) && !graded.isRight
    }

    /// The level after an answer that asked for all that is known of its target: the share that was right of what its evidence can show. A right one
    /// never lowers it.
    public init(measuredBy graded: Mark, from old: Level?) {
        let shown = graded.evidence.ceiling * graded.share / Level.full
        value = graded.isRight ? max(old?.value ?? 0, shown) : shown
        isShaky = Level(after: graded, from: old).isShaky
    }
}
