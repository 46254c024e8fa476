import Kernel

/// An item with a mastery level that is due, and the day it became due.
package struct DueItem: Hashable, Sendable {
    package let target: Target
    package let due: Day

    /// Creates an item from an index key, or nil for an invalid key.
    init?(_ key: IndexKey) {
        let parts = key.parts
        guard parts.count == 5, let day = Day(parts[2]) else { return nil }
        target = Target(PracticeKind(rawValue: parts[1]), parts[3], parts[4])
        due = day
    }
}
