/// A puzzle of a round as a pure state machine without storage or clock.
package protocol Board: Sendable {
    /// The choices, with their availability.
    var choices: [BoardChoice] { get }
    var isOver: Bool { get }
    /// The points so far, from 0 to `maximum`.
    var points: Int { get }
    var maximum: Int { get }
    var misses: Int { get }
    /// Applies one of `choices`, from 0.
    ///
    /// An unavailable or invalid choice changes nothing.
    mutating func apply(_ choice: Int) -> Reply
    /// Takes back the last word on a board where words are laid in sequence; nil if there is none.
    mutating func takeBack() -> Reply?
    /// Ends the board; unsolved parts give no points.
    mutating func giveUp()
}

extension Board { package mutating func takeBack() -> Reply? { nil } }

/// A possible choice.
package struct BoardChoice: Hashable, Sendable {
    package let lines: [String]
    package let isAvailable: Bool

    init(_ lines: [String], isAvailable: Bool = true) {
        self.lines = lines
        self.isAvailable = isAvailable
    }
}

/// The response to a choice.
package struct Reply: Hashable, Sendable {
    package enum Kind: Sendable { case right, wrong, note }

    package let kind: Kind
    /// The response in a sentence; may be empty.
    package let sentence: String

    package init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }
}

/// The points of a right answer: 2 at the first attempt, 1 at the second, then none.
enum AnswerPoints {
    static let most = 2
    /// Returns the points of a right answer after a number of misses.
    static func after(_ misses: Int) -> Int { max(0, most - misses) }
}
