/// The four parts of COIN feedback, in their order.
public enum FeedbackSection: String, CaseIterable, Codable, Sendable {
    /// The circumstances, or the issue to discuss.
    case context
    /// What was seen and heard: specific and factual.
    case observation
    /// What it does to the team or the organisation.
    case impact
    /// What should be different from now on.
    case nextSteps

    /// As a heading: "Next steps".
    public var heading: String {
        switch self {
        case .context: "Context"
        case .observation: "Observation"
        case .impact: "Impact"
        case .nextSteps: "Next steps"
        }
    }

    /// What belongs there, for the person who writes.
    public var guidance: String {
        switch self {
        case .context: "The circumstances, or the issue to discuss. This one is required."
        case .observation: "What you saw or heard: specific, and without judging."
        case .impact: "What it does to the team or the organisation."
        case .nextSteps: "What should be different from now on."
        }
    }
}

extension FeedbackSection {
    fileprivate var part: WritableKeyPath<FeedbackText, String> {
        switch self {
        case .context: \.context
        case .observation: \.observation
        case .impact: \.impact
        case .nextSteps: \.nextSteps
        }
    }
}

/// The text of four sections; an empty one is an empty string.
public struct FeedbackText: Codable, Hashable, Sendable {
    /// The circumstances.
    public var context: String
    /// The facts.
    public var observation: String
    /// The effect.
    public var impact: String
    /// What comes next.
    public var nextSteps: String

    /// The text of the sections.
    public init(context: String = "", observation: String = "", impact: String = "", nextSteps: String = "") {
        (self.context, self.observation, self.impact, self.nextSteps) = (context, observation, impact, nextSteps)
    }

    /// The text of one section.
    public subscript(section: FeedbackSection) -> String {
        get { self[keyPath: section.part] }
        set { self[keyPath: section.part] = newValue }
    }

    /// Whether no section has anything but blanks.
    public var isBlank: Bool { FeedbackSection.allCases.allSatisfy { self[$0].allSatisfy(\.isWhitespace) } }

    /// The first line of the context with single spaces, at most 60 characters: what stands for an entry in a list.
    public var preview: String {
        let line = context.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
        let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > FeedbackText.previewLength ? words.prefix(FeedbackText.previewLength - 1) + "…" : words
    }

    static let previewLength = 60
}
