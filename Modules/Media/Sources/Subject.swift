import Kernel

/// The subject of a photo, a video or a recording.
package struct Subject: Codable, Hashable, Sendable {
    /// The kinds of lesson content in a club.
    package enum Kind: String, Codable, CaseIterable, Sendable {
        /// A whole pattern: its diagram, a performance.
        case pattern
        /// One movement of a pattern.
        case move
        case technique
        /// One exchange of step sparring.
        case sparring
        /// A page of theory.
        case theory
        /// A spoken word, which only recordings have as their subject.
        case term
    }

    package let kind: Kind
    /// The identifier: `chon-ji`, `chon-ji/3`, `walking-stance`, `three-step-1`, `tenets`.
    package let id: String
    /// The display title, or empty text if it is unknown.
    package let title: String

    package init(_ kind: Kind, _ id: String, title: String = "") {
        self.kind = kind
        self.id = id
        self.title = title
    }

    /// Returns whether two subjects are the same, regardless of their titles.
    package func isSame(as other: Subject) -> Bool { kind == other.kind && id == other.id }
}

/// The lookup of subjects, supplied by the feature that knows patterns and techniques.
package struct Subjects: Sendable {
    /// Returns the subject for a word on the command line.
    ///
    /// - Throws: a `Failure` that names similar words.
    package let named: @Sendable (_ word: String) throws -> Subject
    /// Returns the spoken word for a recording, because `walking-stance` is both a visible stance
    /// and a spoken word.
    ///
    /// - Throws: a `Failure` that names similar words.
    package let spoken: @Sendable (_ word: String) throws -> Subject
    /// Returns the words for subjects that begin with the typed text.
    package let completing: @Sendable (_ typed: String) -> [String]

    package init(
        named: @escaping @Sendable (_ word: String) throws -> Subject,
        spoken: @escaping @Sendable (_ word: String) throws -> Subject,
        completing: @escaping @Sendable (_ typed: String) -> [String]
    ) {
        self.named = named
        self.spoken = spoken
        self.completing = completing
    }
}
