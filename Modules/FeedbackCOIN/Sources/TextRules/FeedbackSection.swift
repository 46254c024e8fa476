/// The four sections of COIN feedback, in order.
package enum FeedbackSection: String, CaseIterable, Codable, Sendable {
    case context
    /// The observed facts, specific and without judgment.
    case observation
    case impact
    case nextSteps

    /// The heading, such as "Next steps".
    package var heading: String {
        switch self {
        case .context: "Context"
        case .observation: "Observation"
        case .impact: "Impact"
        case .nextSteps: "Next steps"
        }
    }

    package var guidance: String {
        switch self {
        case .context: "The circumstances, or the issue to discuss. This one is required."
        case .observation: "What you saw or heard: specific, and without judging."
        case .impact: "What it does to the team or the organisation."
        case .nextSteps: "What should be different from now on."
        }
    }
}

extension FeedbackSection {
    fileprivate var keyPath: WritableKeyPath<FeedbackText, String> {
        switch self {
        case .context: \.context
        case .observation: \.observation
        case .impact: \.impact
        case .nextSteps: \.nextSteps
        }
    }
}

/// The text of the four sections, with empty strings for empty ones.
package struct FeedbackText: Codable, Hashable, Sendable {
    package var context: String
    package var observation: String
    package var impact: String
    package var nextSteps: String

    package init(context: String = "", observation: String = "", impact: String = "", nextSteps: String = "") {
        self.context = context
        self.observation = observation
        self.impact = impact
        self.nextSteps = nextSteps
    }

    /// Accesses the text of one section.
    package subscript(section: FeedbackSection) -> String {
        get { self[keyPath: section.keyPath] }
        set { self[keyPath: section.keyPath] = newValue }
    }

    package var isBlank: Bool { FeedbackSection.allCases.allSatisfy { self[$0].allSatisfy(\.isWhitespace) } }

    /// The first line of the context with single spaces, at most 60 characters, which represents an
    /// entry in a list.
    package var preview: String {
        let line = context.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
        let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > FeedbackText.previewLength ? words.prefix(FeedbackText.previewLength - 1) + "…" : words
    }

    static let previewLength = 60
}
