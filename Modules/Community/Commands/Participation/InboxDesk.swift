import Community
import Kernel
import Terminal

/// `community mine`, `read`, `news` and `insights`.
struct InboxDesk: Sendable {
    let participation: Participation

    var mine: Command {
        Command(
            "community mine", "Show your feedback and what was answered",
            discussion: "Looking does not mark an answer as read; community read does.",
            examples: [.init("community mine", "newest first")], returns: .list(OwnFeedback.fields)
        ) {
            let (feedback, trouble) = try participation.mine()
            var output = Output.list(
                feedback, OwnFeedback.fields, heading: "Your feedback", empty: "You have not sent any feedback.",
                next: feedback.contains(where: \.isUnread) ? ["community read --all"] : ["community feedback TEXT"])
            if let trouble { output.add(trouble, by: participation) }
            return output
        }
    }

    var read: Command {
        Command(
            "community read", "Read answers, and mark them as read",
            discussion: "Without an id and without --all it shows what is unread and marks nothing.",
            examples: [.init("community read", "what is unread"), .init("community read --all", "mark everything as read")],
            .optionalArgument("id", ValueKind<String>.id { try participation.answers().map(\.id) }, "the feedback or suggestion"),
            .flag("all", "everything that is unread"), returns: .list(Answer.fields), changes: true
        ) { id, all in
            let isMarking = id != nil || all
            let answers = try isMarking ? participation.read(id) : participation.answers().filter { !$0.isRead }
            var output = Output.list(
                answers, Answer.fields, heading: "Answers", empty: "Nothing is unread.",
                next: isMarking || answers.isEmpty ? ["community mine"] : ["community read --all"])
            if isMarking, !answers.isEmpty { output.notice = "Marked \(answers.map(\.id).joined(separator: ", ")) as read." }
            return output
        }
    }

    var news: Command {
        Command(
            "community news", "Show announcements and What's New", examples: [.init("community news", "what is going on")],
            returns: .list(Piece.fields)
        ) {
            let sight = try participation.connectedSight()
            let new = sight.news
            let told = new.announcements.map {
                Piece(
                    id: $0.id.rawValue, kind: $0.category.rawValue, title: $0.title, text: $0.message, version: $0.targetVersion,
                    at: $0.postedAt)
            }
            let released = new.released.map {
                Piece(
                    id: $0.item.id.rawValue, kind: "New", title: $0.item.title, text: $0.item.description,
                    version: $0.item.estimatedRelease, at: nil)
            }
            let thanks = new.basedOnFeedback
            let footer: [Block] =
                thanks.isEmpty ? [] : [.gap, .heading("Based on Your Feedback")] + thanks.map { .paragraph(StyledText($0)) }
            return Output.list(
                told + released, Piece.fields, heading: "What's New", empty: "There is no news.", footer: footer,
                next: ["community roadmap"]
            ).seen(sight, by: participation)
        }
    }

    var insights: Command {
        Command(
            "community insights", "Show who takes part, in shares",
            discussion: "Groups of fewer than five people are not shown, and shares are of those shown.",
            examples: [.init("community insights", "by belt, mode and feature")], returns: .list(GroupRow.fields)
        ) { try GroupRow.output(participation.insights(), next: ["community roadmap"]) }
    }
}

/// One announcement or release.
struct Piece: Sendable {
    let id, kind, title, text: String
    let version: String?
    let at: Instant?

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
        Field("id", title: "Id", "the feedback's identifier") { .text($0.feedback.id.rawValue) },
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
        Field("response", title: "Answer", "what the developers answered") { .text($0.feedback.developerResponse) },
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

extension Answer {
    static let fields: [Field<Answer>] = [
        Field("id", title: "Id", "the feedback or suggestion") { .text($0.id) },
        Field("title", title: "What", "what happened") { .text($0.title) },
        Field("body", "that, as a sentence") { .text($0.body) },
        Field("text", title: "Answer", "the answer") { .text($0.text) },
        Field("at", title: "When", "when it was answered", cell: { StyledText(String($0.at.description.prefix(10))) }) {
            .instant($0.at)
        },
        Field("read", "whether you have read it") { .bool($0.isRead) },
    ]
}
