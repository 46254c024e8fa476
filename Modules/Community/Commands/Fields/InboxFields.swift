import Community
import Interface
import Kernel

/// An announcement or a released item in the news.
struct NewsItem: Sendable {
    let id, kind, title, text: String
    let version: String?
    let at: Instant?

    var detailBlocks: [Block] {
        let facts = [kind, at.map { String($0.description.prefix(10)) } ?? "", version ?? ""].filter { !$0.isEmpty }
        return [
            .paragraph(StyledText(title, .accent)),
            .paragraph(StyledText(declared: facts.joined(separator: " · "), .muted)),
            .paragraph(StyledText(text)),
        ]
    }

    static let fields: [Field<NewsItem>] = [
        Field("id", "the identifier") { .text($0.id) },
        Field("kind", title: "Kind", "Release, Maintenance, Community, or New for a released item") { .text($0.kind) },
        Field("title", title: "Title", "the title") { .text($0.title) },
        Field("text", title: "", "the message") { .text($0.text) },
        Field("version", title: "Version", "the version it is about") { .text($0.version) },
        Field("postedAt", "since when it is shown") { .instant($0.at) },
    ]
}

extension OwnFeedback {
    static let fields: [Field<OwnFeedback>] = [
        Field("id", title: "Id", "the feedback's identifier", cell: { StyledText($0.feedback.id.shortForm, .muted) }) {
            .text($0.feedback.id.rawValue)
        },
        Field("category", title: "Category", "Bug, Feature, Content or General") {
            .text($0.feedback.category.rawValue)
        },
        Field("text", title: "Text", "what you wrote", cell: { StyledText($0.feedback.text.firstLine) }) {
            .text($0.feedback.text)
        },
        Field("timestamp", "when you wrote it") { .instant($0.feedback.timestamp) },
        Field("state", title: "State", "queued, sent, or refused with a reason", cell: { StyledText($0.progress) }) {
            .text($0.state.rawValue)
        },
        Field("reason", "why it was refused") { .text($0.reason) },
        Field("status", title: "Status", "Pending, Responded or Implemented") {
            .text($0.feedback.responseStatus.rawValue)
        },
        Field(
            "response", title: "Answer", "what the developers answered",
            cell: { StyledText($0.feedback.developerResponse?.firstLine ?? "") }
        ) { .text($0.feedback.developerResponse) },
        Field("responseTimestamp", "when they did") { .instant($0.feedback.responseTimestamp) },
        Field("targetVersion", title: "For", "the version it is meant for") { .text($0.feedback.targetVersion) },
        Field(
            "unread", title: "", "whether you have not read the answer",
            cell: { StyledText($0.isUnread ? "unread" : "", .accent) }
        ) {
            .bool($0.isUnread)
        },
    ]

    /// The state of delivery, with the reason of a refusal.
    private var progress: String { [state.rawValue, reason].compactMap { $0 }.joined(separator: ": ") }
}

extension OwnFeedback {
    var detailBlocks: [Block] {
        let state = state == .sent ? feedback.responseStatus.rawValue : progress
        let facts = [
            String(feedback.timestamp.description.prefix(10)), state, feedback.targetVersion.map { "for \($0)" } ?? "",
        ]
        let ownText: [Block] = [
            .heading(StyledText(declared: feedback.category.title)),
            .paragraph(StyledText(declared: facts.filter { !$0.isEmpty }.joined(separator: " · "), .muted)),
            .paragraph(StyledText(feedback.text)),
        ]
        guard let response = feedback.developerResponse else { return ownText }
        let dateText = feedback.responseTimestamp.map { " of \($0.description.prefix(10))" } ?? ""
        return ownText + [
            .gap, .paragraph(StyledText("The developers' answer\(dateText)", .accent)),
            .paragraph(StyledText(response)),
        ]
    }
}

extension Answer {
    /// The full suggestion with its answer.
    var detailBlocks: [Block] {
        let facts = [String(answeredAt.description.prefix(10)), version.map { "for \($0)" } ?? ""].filter {
            !$0.isEmpty
        }
        return [
            .heading(StyledText(declared: title)),
            .paragraph(StyledText(declared: facts.joined(separator: " · "), .muted)),
            .paragraph(StyledText(body)), .gap, .paragraph(StyledText("You wrote", .muted)),
            .paragraph(StyledText(originalText)),
            .gap, .paragraph(StyledText(category == nil ? "What happened" : "The developers' answer", .accent)),
            .paragraph(StyledText(text)), .gap,
        ]
    }

    static let fields: [Field<Answer>] = [
        Field("id", title: "Id", "the feedback or suggestion") { .text($0.id) },
        Field("title", title: "What", "what happened", isTranslatable: true) { .text($0.title) },
        Field("body", "that, as a sentence") { .text($0.body) },
        Field("asked", "what you had written") { .text($0.originalText) },
        Field("text", title: "Answer", "the answer") { .text($0.text) },
        Field("targetVersion", "the version it is meant for") { .text($0.version) },
        Field(
            "at", title: "When", "when it was answered",
            cell: { StyledText(String($0.answeredAt.description.prefix(10))) }
        ) {
            .instant($0.answeredAt)
        },
        Field("read", "whether you have read it") { .bool($0.isRead) },
    ]
}
