import Kernel

/// The level of an item: the knowledge that the learner has demonstrated. A separate `Schedule`
/// contains its due date.
///
/// The level is an exponentially weighted mean of the latest answers. A right answer closes a third
/// of the gap to the highest level that its evidence can show. A wrong answer closes a third of the
/// gap down to its right share of that level. Half of the level therefore depends on the last two
/// answers. Six consecutive right answers from memory raise it from 0 to over nine tenths.
///
/// An answer that asks for everything at once measures the level directly. The level does not
/// decline over time.
package struct Level: Hashable, Codable, Sendable {
    /// The maximum level, in thousandths.
    package static let full = 1000

    /// The level, 0…1000.
    package let value: Int
    /// Whether the learner marked the item as shaky, until an answer from memory or by choice is
    /// right.
    package let isShaky: Bool

    /// The level as a share, 0…1.
    package var share: Double { Double(value) / Double(Level.full) }

    package init(_ value: Int, isShaky: Bool = false) {
        self.value = min(max(value, 0), Level.full)
        self.isShaky = isShaky
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        value = try values.number(.value, within: 0...Level.full)
        isShaky = try values.decode(Bool.self, forKey: .isShaky)
    }

    /// Creates the level after an answer, from nil for the first one. A right answer never lowers
    /// it, and any other never raises it.
    package init(after mark: Mark, from old: Level?) {
        let oldValue = old?.value ?? 0
        let target = mark.evidence.ceiling * mark.share / Level.full
        if mark.isRight {
            value = target > oldValue ? oldValue + (target - oldValue + 2) / 3 : oldValue
        } else {
            value = target < oldValue ? oldValue - (oldValue - target + 2) / 3 : oldValue
        }
        isShaky = mark.evidence == .done ? !mark.isRight : (old?.isShaky ?? false) && !mark.isRight
    }

    /// Creates the level after an answer that asked for everything: the right share of the highest
    /// level that its evidence can show.
    ///
    /// A right answer never lowers the level.
    package init(measuredBy mark: Mark, from old: Level?) {
        let measuredLevel = mark.evidence.ceiling * mark.share / Level.full
        value = mark.isRight ? max(old?.value ?? 0, measuredLevel) : measuredLevel
        isShaky = Level(after: mark, from: old).isShaky
    }
}
