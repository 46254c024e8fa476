import Kernel

/// A beginning for feedback on a common situation: sections with gaps in square brackets to fill in.
public struct FeedbackTemplate: Storable, Hashable {
    /// The template's identifier; its name for a built-in one.
    public let id: Identifier<FeedbackTemplate>
    /// What it is called: lower-case words joined by dashes.
    public let name: String
    /// When to use it, in one line.
    public let summary: String
    /// What the sections begin with.
    public let text: FeedbackText

    /// A template from its parts; `FeedbackJournal` makes a person's own.
    public init(id: Identifier<FeedbackTemplate>, name: String, summary: String, text: FeedbackText) {
        (self.id, self.name, self.summary, self.text) = (id, name, summary, text)
    }

    /// Whether it comes with the app.
    public var isBuiltIn: Bool { FeedbackTemplate.builtIn.contains { $0.id == id } }

    static let byName = Index<FeedbackTemplate, String>.unique("name") { $0.name }
    /// Where a person's own templates are kept.
    public static let collection = RecordCollection<FeedbackTemplate>(
        "coin.templates", indexes: [byName],
        room: { template, attempt in
            FeedbackTemplate(
                id: template.id, name: "\(template.name.prefix(longestName - "-\(attempt)".count))-\(attempt)",
                summary: template.summary, text: template.text)
        })

    /// The longest name, in characters.
    private static let longestName = 40

    /// The name as it is kept: `Missed deadline` is `missed-deadline`.
    ///
    /// - Throws: `templateNameInvalid`.
    static func checked(name: String) throws -> String {
        let words = name.lowercased().split { $0.isWhitespace || $0 == "-" || $0 == "_" }
        let kept = try? TypedText(upTo: longestName).judged(words.joined(separator: "-"))
        guard let kept, kept.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
            throw Failure(
                .templateNameInvalid, "A template's name has 1 to 40 letters, digits and dashes.",
                advice: "For example: late-review", kind: .badData)
        }
        return kept
    }

    static func missing(_ name: String) -> Failure {
        Failure(.templateNotFound, "There is no template called “\(name)”.", advice: "`template list` shows them.")
    }
}
