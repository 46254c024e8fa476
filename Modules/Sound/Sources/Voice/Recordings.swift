import Kernel

/// A recorded word.
package struct Recording: Hashable, Sendable {
    /// The format of the file, which determines the player.
    package enum Format: String, CaseIterable, Sendable { case wav, ogg, mp3, m4a }

    package let path: String
    package let format: Format

    package init(path: String, format: Format) {
        self.path = path
        self.format = format
    }
}

/// A lookup of recorded words, supplied by the feature that stores the files.
package struct Recordings: Sendable {
    /// Returns the recording of a word by its identifier, or nil if there is none.
    package let recording: @Sendable (_ subject: String) -> Recording?

    package init(of: @escaping @Sendable (_ subject: String) -> Recording?) { self.recording = of }

    package init(_ all: [Recordings]) { self.init { subject in all.lazy.compactMap { $0.recording(subject) }.first } }

    package static let none = Recordings { _ in nil }
}

extension ExtensionPoint where Contribution == Recordings { package static var recordings: Self { ExtensionPoint() } }
