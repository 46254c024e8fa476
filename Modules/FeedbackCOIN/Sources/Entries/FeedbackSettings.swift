import Kernel

/// The user's settings for writing and sharing.
package struct FeedbackSettings: Storable, Hashable {
    static let singletonID: Identifier<FeedbackSettings> = "settings"
    package private(set) var id = singletonID
    /// Whether advice on the wording appears after writing.
    package var isAdvising = true
    /// Whether a message contains an HTML page beside its plain text.
    package var sendsPage = false
    /// The text below every message, or nil for none.
    package private(set) var signature: String?

    package init() {}

    static let (signatureLimit, signatureLines) = (400, 8)

    /// Sets the text below every message.
    ///
    /// Blank text removes it.
    ///
    /// - Throws: `signatureInvalid`.
    package mutating func setSignature(_ text: String) throws {
        let invalid = Failure(
            .signatureInvalid,
            "A signature has at most \(FeedbackSettings.signatureLimit) characters on \(FeedbackSettings.signatureLines) lines, all of which can be seen.",
            kind: .badData)
        let validated = try InputTextRule(upTo: FeedbackSettings.signatureLimit, .many).validatedIfPresent(text) { _ in
            invalid
        }
        guard
            (validated ?? "").split(separator: "\n", omittingEmptySubsequences: false).count
                <= FeedbackSettings.signatureLines
        else { throw invalid }
        signature = validated
    }

    package static let collection = RecordCollection<FeedbackSettings>("coin.settings")
}
