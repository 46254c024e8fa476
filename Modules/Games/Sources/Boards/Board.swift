/// One puzzle of a round: what lies on the table, and what a choice makes of it. It keeps nothing and asks no clock.
public protocol Board: Sendable {
    /// What can be chosen, and whether it still lies there.
    var choices: [BoardChoice] { get }
    /// Whether there is nothing left to do.
    var isOver: Bool { get }
    /// What was reached, never less than 0 and never more than `maximum`.
    var points: Int { get }
    /// What can be reached.
    var maximum: Int { get }
    /// How often something was wrong.
    var misses: Int { get }
    /// Takes one of `choices`, from 0. One that is gone, or none, changes nothing.
    mutating func take(_ choice: Int) -> Reply
    /// Takes the last word back, where words are laid one after the other; nil where there is nothing to take back.
    mutating func takeBack() -> Reply?
    /// Ends the board; what was not found brings nothing.
    mutating func giveUp()
}

extension Board {
    /// Nothing to take back.
    public mutating func takeBack() -> Reply? { nil }
}

/// Something that can be chosen.
public struct BoardChoice: Hashable, Sendable {
    /// What stands on it, line by line.
    public let lines: [String]
    /// Whether it can still be taken.
    public let isThere: Bool

    init(_ lines: [String], isThere: Bool = true) { (self.lines, self.isThere) = (lines, isThere) }
}

/// What is said of a choice.
public struct Reply: Hashable, Sendable {
    /// Right, wrong, or neither.
    public enum Kind: Sendable { case right, wrong, note }

    /// Which of them.
    public let kind: Kind
    /// In a sentence; may be empty.
    public let sentence: String

    package init(_ kind: Kind, _ sentence: String) { (self.kind, self.sentence) = (kind, sentence) }
}

/// What a right answer brings: 2 at once, 1 the second time, then nothing.
enum Worth {
    static let most = 2
    static func after(_ misses: Int) -> Int { max(0, most - misses) }
}
