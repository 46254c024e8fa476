import Community
import Kernel
import Terminal

extension RankedSuggestion {
    /// What everybody sees of a suggestion.
    static let fields: [Field<RankedSuggestion>] = [
        Field("id", title: "Id", "the suggestion's identifier") { .text($0.suggestion.id.rawValue) },
        Field("title", title: "Suggestion", "the idea in short") { .text($0.suggestion.title) },
        Field("description", "the idea in full") { .text($0.suggestion.description) },
        Field("status", title: "Status", "Pending, UnderReview, AddedToRoadmap or Declined") {
            .text($0.suggestion.status.rawValue)
        },
        Field("votes", title: "Votes", "how many voted for it", alignsRight: true) { .integer($0.upvotes) },
        Field("voted", title: "Yours", "whether you did", cell: { StyledText($0.isMine ? "yes" : "") }) { .bool($0.isMine) },
        Field("submittedAt", "when it was suggested") { .instant($0.suggestion.submittedAt) },
        Field("promotedTo", "the roadmap item it became") { .text($0.suggestion.promotedToRoadmapID?.rawValue) },
        Field("mergedInto", "the suggestion that has its votes now") { .text($0.suggestion.mergedInto?.rawValue) },
    ]
}
