import Community
import Kernel
import Terminal

/// One announcement or release.
struct Piece: Sendable {
    let id, kind, title, text: String
    let version: String?
    let at: Instant?

    /// All of it.
    var whole: [Block] {
        let facts = [kind, at.map { String($0.description.prefix(10)) } ?? "", version ?? ""].filter { !$0.isEmpty }
        return [
            .paragraph(StyledText(title, .accent)), .paragraph(StyledText(declared: facts.joined(separator: " · "), .muted)),
            .paragraph(StyledText(text)),
        ]
    }

    static let fields: [Field<Piece>] = [
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
        Field("id", title: "Id", "the feedback's identifier", cell: { StyledText($0.feedback.id.end, .muted) }) {
            .text($0.feedback.id.rawValue)
        },
        Field("category", title: "Category", "Bug, Feature, Content or General") { .text($0.feedback.category.rawValue) },
        Field("text", title: "Text", "what you wrote", cell: { StyledText($0.feedback.text.inShort) }) {
            .text($0.feedback.text)
        },
        Field("timestamp", "when you wrote it") { .instant($0.feedback.timestamp) },
        Field("state", title: "State", "queued, sent, or refused with a reason", cell: { StyledText($0.progress) }) {
            .text($0.state.rawValue)
        },
        Field("reason", "why it was refused") { .text($0.reason) },
        Field("status", title: "Status", "Pending, Responded or Implemented") { .text($0.feedback.responseStatus.rawValue) },
        Field(
            "response", title: "Answer", "what the developers answered",
            cell: { StyledText($0.feedback.developerResponse?.inShort ?? "") }
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

    private var progress: String { [state.rawValue, reason].compactMap { $0 }.joined(separator: ": ") }
}

extension OwnFeedback {
    /// All of it, with the answer.
    var whole: [Block] {
        let state = state == .sent ? feedback.responseStatus.rawValue : progress
        let facts = [String(feedback.timestamp.description.prefix(10)), state, feedback.targetVersion.map { "for \($0)" } ?? ""]
        let said: [Block] = [
            .heading(StyledText(declared: feedback.category.title)),
            .paragraph(StyledText(declared: facts.filter { !$0.isEmpty }.joined(separator: " · "), .muted)),
            .paragraph(StyledText(feedback.text)),
        ]
        guard let response = feedback.developerResponse else { return said }
        let when = feedback.responseTimestamp.map { " of \($0.description.prefix(10))" } ?? ""
        return said + [.gap, .paragraph(StyledText("The developers' answer\(when)", .accent)), .paragraph(StyledText(response))]
    }
}

extension Answer {
    /// All of it: what was written, and what was answered.
    var whole: [Block] {
        let facts = [String(at.description.prefix(10)), version.map { "for \($0)" } ?? ""].filter { !$0.isEmpty }
        return [
            .heading(StyledText(declared: title)), .paragraph(StyledText(declared: facts.joined(separator: " · "), .muted)),
            .paragraph(StyledText(body)), .gap, .paragraph(StyledText("You wrote", .muted)), .paragraph(StyledText(asked)),
            .gap, .paragraph(StyledText(category == nil ? "What happened" : "The developers' answer", .accent)),
            .paragraph(StyledText(text)), .gap,
        ]
    }

    static let fields: [Field<Answer>] = [
        Field("id", title: "Id", "the feedback or suggestion") { .text($0.id) },
        Field("title", title: "What", "what happened", isSaid: true) { .text($0.title) },
        Field("body", "that, as a sentence") { .text($0.body) },
        Field("asked", "what you had written") { .text($0.asked) },
        Field("text", title: "Answer", "the answer") { .text($0.text) },
        Field("targetVersion", "the version it is meant for") { .text($0.version) },
        Field("at", title: "When", "when it was answered", cell: { StyledText(String($0.at.description.prefix(10))) }) {
            .instant($0.at)
        },
        Field("read", "whether you have read it") { .bool($0.isRead) },
    ]
}
