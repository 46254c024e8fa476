import Kernel

/// A feedback as its author sees it.
package struct OwnFeedback: Sendable {
    package let feedback: Feedback
    /// The state of delivery.
    package let state: OutboxEntry.State
    /// The reason of a refusal, or nil.
    package let reason: String?
    package let isUnread: Bool
}

/// The developers' response to a person's feedback or suggestion.
package struct Answer: Hashable, Sendable {
    package let id: String
    /// The notification's title, for example "Developer Response".
    package let title: String
    /// The notification's text, for example "Your feedback about Bug Report has been answered."
    package let body: String
    /// The developers' text.
    package let text: String
    /// The person's original text.
    package let originalText: String
    /// The version for which it is planned.
    package let version: String?
    /// The category of the feedback, or nil for a suggestion.
    package let category: Feedback.Category?
    package let answeredAt: Instant
    package private(set) var isRead = false
    /// Whether the person was notified of it.
    package private(set) var isAnnounced = false

    /// Creates the answer to feedback, or nil without one.
    init?(feedback: Feedback) {
        guard let response = feedback.developerResponse, let answerTime = feedback.responseTimestamp else { return nil }
        id = feedback.id.rawValue
        category = feedback.category
        text = response
        self.answeredAt = answerTime
        originalText = feedback.text
        version = feedback.targetVersion
        title = "Developer Response"
        body = "Your feedback about \(feedback.category.title) has been answered."
    }

    /// Creates the answer about a promoted suggestion, or nil for another one.
    init?(suggestion: Suggestion) {
        guard let item = suggestion.promotedToRoadmapID, let answerTime = suggestion.promotedAt else { return nil }
        id = suggestion.id.rawValue
        category = nil
        self.answeredAt = answerTime
        originalText = suggestion.fullText
        version = nil
        title = "Added to the Roadmap"
        body = "“\(suggestion.title)” is on the roadmap now."
        text = "Vote for it: community vote \(item)"
    }

    /// Creates the answer about a merged suggestion. It is new again when the outcome of the merge
    /// target changes.
    init?(merged suggestion: Suggestion, _ outcome: RankedSuggestion.Outcome, _ target: Suggestion?) {
        guard case .merged(let other, let became) = outcome,
            let answerTime = [suggestion.decidedAt, target?.decidedAt, target?.promotedAt].compactMap({ $0 }).max()
        else { return nil }
        id = suggestion.id.rawValue
        category = nil
        self.answeredAt = answerTime
        originalText = suggestion.fullText
        version = nil
        title = "Merged with Another Suggestion"
        body = "“\(suggestion.title)” was merged with “\(other.title)”. The votes for both count together now."
        let vote =
            if case .item(let item) = became, item.status != .released {
                " Vote for it: community vote \(item.id)"
            } else { "" }
        text = "What became of it: \(became.sentence)\(vote)"
    }

    /// Returns a copy with the marks of this device.
    func marked(isRead: Bool, isAnnounced: Bool) -> Answer {
        var copy = self
        (copy.isRead, copy.isAnnounced) = (isRead, isAnnounced)
        return copy
    }
}
