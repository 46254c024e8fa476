import Kernel

/// A template for a common situation: sections with gaps in square brackets.
package struct FeedbackTemplate: Storable, Hashable {
    /// The identifier, which is the name for a built-in template.
    package let id: Identifier<FeedbackTemplate>
    /// The name in lower-case words joined by dashes.
    package let name: String
    package let summary: String
    package let text: FeedbackText

    package init(id: Identifier<FeedbackTemplate>, name: String, summary: String, text: FeedbackText) {
        self.id = id
        self.name = name
        self.summary = summary
        self.text = text
    }

    package var isBuiltIn: Bool { FeedbackTemplate.builtIn.contains { $0.id == id } }

    static let byName = Index<FeedbackTemplate, String>.unique("name") { $0.name }
    package static let collection = RecordCollection<FeedbackTemplate>(
        "coin.templates", indexes: [byName],
        resolveDuplicateKey: { template, attempt in
            FeedbackTemplate(
                id: template.id, name: "\(template.name.prefix(longestName - "-\(attempt)".count))-\(attempt)",
                summary: template.summary, text: template.text)
        })

    /// The longest name, in characters.
    private static let longestName = 40

    /// Returns the stored form of a name: `Missed deadline` becomes `missed-deadline`.
    ///
    /// - Throws: `templateNameInvalid`.
    static func checked(name: String) throws -> String {
        let words = name.lowercased().split { $0.isWhitespace || $0 == "-" || $0 == "_" }
        let normalized = try? InputTextRule(upTo: longestName).normalized(words.joined(separator: "-"))
        guard let normalized, normalized.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
            throw Failure(
                .templateNameInvalid, "A template's name has 1 to 40 letters, digits and dashes.",
                advice: "For example: late-review", kind: .badData)
        }
        return normalized
    }

    static func missing(_ name: String) -> Failure {
        Failure(.templateNotFound, "There is no template called “\(name)”.", advice: "`template list` shows them.")
    }
}
