import Kernel

/// A sentence that a plugin adds to the reminder to study.
package struct StudyNotice: Sendable {
    /// Returns the sentence for a day, or nil for none.
    let sentence: @Sendable (Day) throws -> String?

    package init(_ sentence: @escaping @Sendable (Day) throws -> String?) { self.sentence = sentence }
}

extension ExtensionPoint where Contribution == StudyNotice {
    package static var studyNotices: Self { ExtensionPoint() }
}
