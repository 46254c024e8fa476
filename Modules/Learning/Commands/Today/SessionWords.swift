import Kernel
import Practice

/// The words of one exercise for its sessions, contributed by its plugin.
///
/// The first screen uses them for the latest session. Other sessions are named by kind, activity
/// and subject.
package struct SessionWords: Sendable {
    let kind: PracticeKind
    /// Returns the title and the progress of a session, or nil if its settings are unreadable.
    let words: @Sendable (LoggedRun) -> (title: String, progress: String)?

    package init(_ kind: PracticeKind, words: @escaping @Sendable (LoggedRun) -> (title: String, progress: String)?) {
        self.kind = kind
        self.words = words
    }
}

extension ExtensionPoint where Contribution == SessionWords {
    package static var sessionWords: Self { ExtensionPoint() }
}
