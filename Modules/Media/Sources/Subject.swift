import Kernel

/// What a photo or a video shows, and a recording says.
public struct Subject: Codable, Hashable, Sendable {
    /// What the lessons of a club are made of.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// A whole pattern: its diagram, a performance.
        case pattern
        /// One movement of a pattern.
        case move
        /// A technique or a stance.
        case technique
        /// An exchange of step sparring.
        case sparring
        /// A page of theory.
        case theory
        /// A word, of which there are recordings.
        case term
    }

    /// Which part of the lessons.
    public let kind: Kind
    /// What it is called: `chon-ji`, `chon-ji/3`, `walking-stance`, `three-step-1`, `tenets`.
    public let id: String
    /// What it is called by people; empty where nobody said.
    public let title: String

    /// A subject.
    public init(_ kind: Kind, _ id: String, title: String = "") { (self.kind, self.id, self.title) = (kind, id, title) }

    /// Whether it is the same, whatever it is called.
    public func isSame(as other: Subject) -> Bool { kind == other.kind && id == other.id }
}

/// What there is to be shown: filled in by whoever knows the patterns and techniques.
public struct Subjects: Sendable {
    /// What a word on the command line means.
    ///
    /// Throws a `Failure` that names what is like it.
    public let named: @Sendable (_ word: String) throws -> Subject
    /// Which word of the language that is, for a recording: `walking-stance` is a stance to be shown and a word to be said.
    ///
    /// Throws a `Failure` that names what is like it.
    public let heard: @Sendable (_ word: String) throws -> Subject
    /// Words that begin like this.
    public let completing: @Sendable (_ typed: String) -> [String]

    /// Subjects from functions.
    public init(
        named: @escaping @Sendable (_ word: String) throws -> Subject,
        heard: @escaping @Sendable (_ word: String) throws -> Subject,
        completing: @escaping @Sendable (_ typed: String) -> [String]
    ) {
        (self.named, self.heard, self.completing) = (named, heard, completing)
    }
}
