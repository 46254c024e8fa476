import Kernel

/// A sound that somebody recorded.
public struct Recording: Hashable, Sendable {
    /// What is in its file: which program plays it.
    public enum Format: String, CaseIterable, Sendable { case wav, ogg, mp3, m4a }

    /// The absolute path of its file.
    public let path: String
    /// By which a player is chosen.
    public let format: Format

    /// A recording.
    public init(path: String, format: Format) { (self.path, self.format) = (path, format) }
}

/// Which words somebody has recorded: filled in by whoever keeps the files.
public struct Recordings: Sendable {
    /// The recording of a word, by its id; nil where there is none.
    public let of: @Sendable (_ subject: String) -> Recording?

    /// Recordings from a function.
    public init(of: @escaping @Sendable (_ subject: String) -> Recording?) { self.of = of }

    /// Those of several, the first that has one.
    public init(_ all: [Recordings]) {
        self.init { subject in all.lazy.compactMap { $0.of(subject) }.first }
    }

    /// Nobody has recorded anything.
    public static let none = Recordings { _ in nil }
}

extension ExtensionPoint where Contribution == Recordings {
    /// Who has recordings of words.
    public static var recordings: Self { ExtensionPoint("recordings") }
}
