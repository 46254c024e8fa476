import Kernel

/// What a person has chosen for writing and sharing.
public struct FeedbackSettings: Storable, Hashable {
    static let only: Identifier<FeedbackSettings> = "settings"
    /// There are settings once.
    public private(set) var id = only
    /// Whether there is advice on the words of what was just written.
    public var isAdvising = true
    /// Whether a message has a page beside its plain text.
    public var sendsPage = false
    /// What stands below every message; nil for nothing.
    public private(set) var signature: String?

    /// As they are while nobody chose.
    public init() {}

    /// The most characters of a signature, and the most lines.
    static let (signatureLimit, signatureLines) = (400, 8)

    /// Puts something below every message; what is blank takes it away.
    ///
    /// - Throws: `signatureInvalid`.
    public mutating func sign(_ text: String) throws {
        let invalid = Failure(
            .signatureInvalid,
            "A signature has at most \(FeedbackSettings.signatureLimit) characters on \(FeedbackSettings.signatureLines) lines, all of which can be seen.",
            kind: .badData)
        let kept = try TypedText(upTo: FeedbackSettings.signatureLimit, .many).keptIfAny(text) { _ in invalid }
        guard (kept ?? "").split(separator: "\n", omittingEmptySubsequences: false).count <= FeedbackSettings.signatureLines
        else {
            throw invalid
        }
        signature = kept
    }

    /// Where they are kept.
    public static let collection = RecordCollection<FeedbackSettings>("coin.settings")
}
