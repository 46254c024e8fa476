import Kernel

/// Feedback as its writer sees it.
public struct OwnFeedback: Sendable {
    /// The feedback, with the answer.
    public let feedback: Feedback
    /// Whether it has arrived.
    public let state: OutboxEntry.State
    /// Why it was refused.
    public let reason: String?
    /// Whether its answer was not read yet.
    public let isUnread: Bool
}

/// What the developers did about something that a person said.
public struct Answer: Hashable, Sendable {
    /// The feedback's or the suggestion's identifier.
    public let id: String
    /// The notification's title: "Developer Response".
    public let title: String
    /// The notification's text: "Your feedback about Bug Report has been answered."
    public let body: String
    /// What was answered.
    public let text: String
    /// What the person had written.
    public let asked: String
    /// The version that it is meant for.
    public let version: String?
    /// What the feedback was about; nil for a suggestion.
    public let category: Feedback.Category?
    /// When.
    public let at: Instant
    /// Whether it was read.
    public private(set) var isRead = false
    /// Whether the person was told of it.
    public private(set) var isAnnounced = false

    init?(feedback: Feedback) {
        guard let response = feedback.developerResponse, let at = feedback.responseTimestamp else { return nil }
        (id, category, text, self.at) = (feedback.id.rawValue, feedback.category, response, at)
        (asked, version) = (feedback.text, feedback.targetVersion)
        title = "Developer Response"
        body = "Your feedback about \(feedback.category.title) has been answered."
    }

    init?(suggestion: Suggestion) {
        guard let item = suggestion.promotedToRoadmapID, let at = suggestion.promotedAt else { return nil }
        (id, category, self.at) = (suggestion.id.rawValue, nil, at)
        (asked, version) = (suggestion.whole, nil)
        title = "Added to the Roadmap"
        body = "“\(suggestion.title)” is on the roadmap now."
        text = "Vote for it: community vote \(item)"
    }

    /// New again when something becomes of what it was merged with.
    init?(merged suggestion: Suggestion, _ outcome: RankedSuggestion.Outcome, _ target: Suggestion?) {
        guard case .merged(let other, let became) = outcome,
            let at = [suggestion.decidedAt, target?.decidedAt, target?.promotedAt].compactMap({ $0 }).max()
        else { return nil }
        (id, category, self.at) = (suggestion.id.rawValue, nil, at)
        (asked, version) = (suggestion.whole, nil)
        title = "Merged with Another Suggestion"
        body = "“\(suggestion.title)” was merged with “\(other.title)”. The votes for both count together now."
        let vote =
            if case .item(let item) = became, item.status != .released { " Vote for it: community vote \(item.id)" } else { "" }
        text = "What became of it: \(became.sentence)\(vote)"
    }

    func marked(isRead: Bool, isAnnounced: Bool) -> Answer {
        var copy = self
        (copy.isRead, copy.isAnnounced) = (isRead, isAnnounced)
        return copy
    }
}
