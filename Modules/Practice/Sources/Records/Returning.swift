import Kernel

/// Something with a level that comes back, and since when.
public struct Returning: Hashable, Sendable {
    /// A movement, a question: what memory is kept of.
    public let target: Target
    /// The first day on which it is asked again.
    public let due: Day

    /// From a key of the index; nil for one that cannot be.
    init?(_ key: IndexKey) {
        let parts = key.parts
        guard parts.count == 5, let day = Day(parts[2]) else { return nil }
        (target, due) = (Target(PracticeKind(rawValue: parts[1]), parts[3], parts[4]), day)
    }
}
