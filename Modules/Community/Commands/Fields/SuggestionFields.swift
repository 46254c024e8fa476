import Community
import Interface
import Kernel

extension RankedSuggestion {
    static let fields: [Field<RankedSuggestion>] = [
        Field(
            "id", title: "Id", "the suggestion's identifier", cell: { StyledText($0.suggestion.id.shortForm, .muted) }
        ) {
            .text($0.suggestion.id.rawValue)
        },
        Field("app", "the app of whoever suggested it") { .text($0.suggestion.app) },
        Field("title", title: "Suggestion", "the idea in short") { .text($0.suggestion.title) },
        Field("description", "the idea in full") { .text($0.suggestion.description) },
        Field(
            "status", title: "Status", "Pending, UnderReview, AddedToRoadmap, Declined or Merged",
            cell: { StyledText(declared: $0.outcome.short.capitalizedFirst) }
        ) { .text($0.outcome.code) },
        Field("became", "what became of it, as a sentence") { .text($0.outcome.sentence) },
        Field("votes", title: "Votes", "how many voted for it", alignsRight: true) { .integer($0.upvotes) },
        Field("voted", title: "Yours", "whether you did", cell: { StyledText($0.isMine ? "yes" : "") }) {
            .bool($0.isMine)
        },
        Field("submittedAt", "when it was suggested") { .instant($0.suggestion.submittedAt) },
        Field("promotedTo", "the roadmap item it became") { .text($0.suggestion.promotedToRoadmapID?.rawValue) },
        Field("mergedInto", "the suggestion that has its votes now") { .text($0.suggestion.mergedInto?.rawValue) },
    ]

    var detailBlocks: [Block] {
        let facts = [
            suggestion.app.map { "for \($0)" } ?? "", "of " + suggestion.submittedAt.description.prefix(10),
            upvotes == 0 ? "no votes" : counted(upvotes, "vote"), isMine ? "one of them yours" : "",
        ]
        return [
            .heading(StyledText(suggestion.title)),
            .paragraph(StyledText(declared: facts.filter { !$0.isEmpty }.joined(separator: " · "), .muted)),
            .paragraph(StyledText(suggestion.description)), .gap,
            .paragraph(StyledText(declared: outcome.sentence, .accent)),
        ]
    }
}
