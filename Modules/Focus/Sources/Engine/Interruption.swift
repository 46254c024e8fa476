import Kernel

/// An interruption of a round of focus, as the user recorded it.
package struct Interruption: Codable, Hashable, Sendable {
    /// The source of an interruption.
    ///
    /// Francesco Cirillo separates the two because they need different responses.
    package enum Kind: String, Codable, CaseIterable, Sendable {
        /// The user's own thought or urge to look at something else.
        case inner
        /// Another person's call, visit or message.
        case outer
    }

    package let kind: Kind
    /// The time at which the user noted it.
    package let at: Instant
    /// The cause in the user's words.
    package let note: String?

    /// The longest note, in characters.
    package static let longestNote = 200
    /// The greatest number in one round, which bounds a key that is held down.
    static let mostInRound = 200
}

extension FocusSession {
    /// Removes the words of a task and the notes of interruptions, and returns whether the session
    /// was for that task.
    mutating func forget(_ task: Identifier<FocusTask>) -> Bool {
        guard purpose.forget(task) else { return false }
        interruptions = interruptions?.map { Interruption(kind: $0.kind, at: $0.at, note: nil) }
        return true
    }
}
