import Kernel

/// Something that broke into a round of focus, as a person noted it.
public struct Interruption: Codable, Hashable, Sendable {
    /// Where it came from: Francesco Cirillo tells the two apart, because one is met in another way than the other.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// From oneself: a thought, an urge to look at something else.
        case inner
        /// From others: a call, a visit, a message.
        case outer
    }

    /// Where it came from.
    public let kind: Kind
    /// When it was noted.
    public let at: Instant
    /// What it was, if somebody said so.
    public let note: String?

    /// The longest note, in characters.
    public static let longestNote = 200
    /// The most of one round: a key that is held down is no more than that.
    static let most = 200
}

extension FocusSession {
    /// Whether it is for a task; then the words of the task go, and what was noted meanwhile.
    mutating func forget(_ task: Identifier<FocusTask>) -> Bool {
        guard purpose.forget(task) else { return false }
        interruptions = interruptions?.map { Interruption(kind: $0.kind, at: $0.at, note: nil) }
        return true
    }
}
