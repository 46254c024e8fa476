import Community
import Interface
import Kernel

/// The commands `community mine`, `read`, `news` and `insights`.
struct InboxCommands: Sendable {
    let client: CommunityClient

    var mine: Command {
        Command(
            "community mine", "Show your feedback and the answers",
            discussion: """
                With a row or an id, it shows one in full, with its answer. This does not mark an answer as read; community read does.
                """,
            examples: [.init("community mine", "newest first")],
            .optionalArgument(
                "id",
                ValueKind<String>.id { try client.ownFeedback().feedback.map(\.feedback.id.rawValue) }
                    .row(of: BoardNames.ownFeedback.list),
                "your feedback: its row, its id, or either end of the id"),
            returns: .list(OwnFeedback.fields)
        ) { id in
            let (feedback, trouble) = try client.ownFeedback()
            if let id { return detailOutput(try BoardNames.ownFeedback.uniqueMatch(id, of: feedback)) }
            var output = Output.list(
                feedback, OwnFeedback.fields, heading: "Your feedback", empty: "You have not sent any feedback.",
                next: feedback.contains(where: \.isUnread)
                    ? ["community read --all"] : [feedback.isEmpty ? "community feedback TEXT" : "community mine ROW"]
            ).numbered(of: BoardNames.ownFeedback.list)
            if let trouble { output.add(trouble, by: client) }
            return output
        }
    }

    /// Returns one feedback in full.
    private func detailOutput(_ own: OwnFeedback) -> Output {
        var output = Output.list([own], OwnFeedback.fields, empty: "")
        output.blocks = own.detailBlocks
        if own.isUnread { output.next = ["community read \(own.feedback.id.shortForm)"] }
        return output
    }

    var read: Command {
        Command(
            "community read", "Read answers, and mark them as read",
            discussion: "Answers are shown in full. Without an id or --all, it shows what is unread and marks nothing.",
            examples: [
                .init("community read", "what is unread"), .init("community read --all", "mark everything as read"),
            ],
            .optionalArgument(
                "id", ValueKind<String>.id { try client.answers().map(\.id) },
                "the answered feedback: its id, or either end of it"),
            .flag("all", "everything that is unread"), returns: .list(Answer.fields), changes: true
        ) { id, all in
            let isMarking = id != nil || all
            let known = try client.answers()
            let named = try id.map { try BoardNames.answers.uniqueMatch($0, of: known) }
            let marked = try isMarking ? client.markRead(named?.id) : []
            let answers = named.map { [$0] } ?? (isMarking ? marked : known.filter { !$0.isRead })
            var output = Output.list(
                answers, Answer.fields, heading: "Answers", empty: "Nothing is unread.",
                next: isMarking || answers.isEmpty ? ["community mine"] : ["community read --all"])
            if !answers.isEmpty { output.blocks = answers.flatMap(\.detailBlocks) }
            if !marked.isEmpty { output.notice = "Marked \(marked.map(\.id).joined(separator: ", ")) as read." }
            return output
        }
    }

    var news: Command {
        Command(
            "community news", "Show announcements and What's New", discussion: "With a row, it shows only that one.",
            examples: [.init("community news", "all news")],
            .optionalArgument("row", .words("ROW"), "one of them: its row, its id, or either end of the id"),
            returns: .list(NewsItem.fields)
        ) { row in
            let snapshot = try client.connectedSnapshot()
            let whatsNew = snapshot.news
            let announcements = whatsNew.announcements.map {
                NewsItem(
                    id: $0.id.rawValue, kind: $0.category.rawValue, title: $0.title, text: $0.message,
                    version: $0.targetVersion, at: $0.postedAt)
            }
            let released = whatsNew.released.map {
                NewsItem(
                    id: $0.item.id.rawValue, kind: "New", title: $0.item.title, text: $0.item.description,
                    version: $0.item.estimatedRelease, at: nil)
            }
            if let row {
                let item = try BoardNames.newsItems.uniqueMatch(row, of: announcements + released)
                var output = Output.list([item], NewsItem.fields, empty: "", next: ["community news"])
                output.blocks = item.detailBlocks
                return output
            }
            let thanks = whatsNew.basedOnFeedback
            let footer: [Block] =
                thanks.isEmpty
                ? [] : [.gap, .heading("Based on Your Feedback")] + thanks.map { .paragraph(StyledText($0)) }
            let items = announcements + released
            var output = Output.list(
                items, NewsItem.fields, heading: "What's New", empty: "There is no news.", footer: footer,
                next: ["community roadmap"])
            if !items.isEmpty {
                output.blocks =
                    [.heading("What's New"), .gap] + Array(items.map(\.detailBlocks).joined(separator: [.gap]))
                    + footer
            }
            return output.noting(snapshot, by: client)
        }
    }

    var insights: Command {
        Command(
            "community insights", "Show who takes part, in per cent",
            discussion: "Groups of fewer than five people are not shown. The percentages are of those shown.",
            examples: [.init("community insights", "by belt, mode and feature")], returns: .list(GroupRow.fields)
        ) { try GroupRow.output(client.insights(), next: ["community roadmap"]) }
    }
}
