import Community
import Kernel
import Terminal

/// `community mine`, `read`, `news` and `insights`.
struct InboxDesk: Sendable {
    let participation: Participation

    var mine: Command {
        Command(
            "community mine", "Show your feedback and the answers",
            discussion: """
                With a row or an id, it shows one in full, with its answer. This does not mark an answer as read; community read does.
                """,
            examples: [.init("community mine", "newest first")],
            .optionalArgument(
                "id",
                ValueKind<String>.id { try participation.mine().feedback.map(\.feedback.id.rawValue) }
                    .row(of: BoardNames.own.list),
                "your feedback: its row, its id, or either end of the id"),
            returns: .list(OwnFeedback.fields)
        ) { id in
            let (feedback, trouble) = try participation.mine()
            if let id { return whole(try BoardNames.own.one(id, of: feedback)) }
            var output = Output.list(
                feedback, OwnFeedback.fields, heading: "Your feedback", empty: "You have not sent any feedback.",
                next: feedback.contains(where: \.isUnread)
                    ? ["community read --all"] : [feedback.isEmpty ? "community feedback TEXT" : "community mine ROW"]
            ).numbered(of: BoardNames.own.list)
            if let trouble { output.add(trouble, by: participation) }
            return output
        }
    }

    private func whole(_ own: OwnFeedback) -> Output {
        var output = Output.list([own], OwnFeedback.fields, empty: "")
        output.blocks = own.whole
        if own.isUnread { output.next = ["community read \(own.feedback.id.end)"] }
        return output
    }

    var read: Command {
        Command(
            "community read", "Read answers, and mark them as read",
            discussion: "Answers are shown in full. Without an id or --all, it shows what is unread and marks nothing.",
            examples: [.init("community read", "what is unread"), .init("community read --all", "mark everything as read")],
            .optionalArgument(
                "id", ValueKind<String>.id { try participation.answers().map(\.id) },
                "the answered feedback: its id, or either end of it"),
            .flag("all", "everything that is unread"), returns: .list(Answer.fields), changes: true
        ) { id, all in
            let isMarking = id != nil || all
            let known = try participation.answers()
            let named = try id.map { try BoardNames.answers.one($0, of: known) }
            let marked = try isMarking ? participation.read(named?.id) : []
            let answers = named.map { [$0] } ?? (isMarking ? marked : known.filter { !$0.isRead })
            var output = Output.list(
                answers, Answer.fields, heading: "Answers", empty: "Nothing is unread.",
                next: isMarking || answers.isEmpty ? ["community mine"] : ["community read --all"])
            if !answers.isEmpty { output.blocks = answers.flatMap(\.whole) }
            if !marked.isEmpty { output.notice = "Marked \(marked.map(\.id).joined(separator: ", ")) as read." }
            return output
        }
    }

    var news: Command {
        Command(
            "community news", "Show announcements and What's New", discussion: "With a row, it shows only that one.",
            examples: [.init("community news", "all news")],
            .optionalArgument("row", .words("ROW"), "one of them: its row, its id, or either end of the id"),
            returns: .list(Piece.fields)
        ) { row in
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
            if let row {
                let piece = try BoardNames.pieces.one(row, of: told + released)
                var output = Output.list([piece], Piece.fields, empty: "", next: ["community news"])
                output.blocks = piece.whole
                return output
            }
            let thanks = new.basedOnFeedback
            let footer: [Block] =
                thanks.isEmpty ? [] : [.gap, .heading("Based on Your Feedback")] + thanks.map { .paragraph(StyledText($0)) }
            let pieces = told + released
            var output = Output.list(
                pieces, Piece.fields, heading: "What's New", empty: "There is no news.", footer: footer,
                next: ["community roadmap"])
            if !pieces.isEmpty {
                output.blocks = [.heading("What's New"), .gap] + Array(pieces.map(\.whole).joined(separator: [.gap])) + footer
            }
            return output.seen(sight, by: participation)
        }
    }

    var insights: Command {
        Command(
            "community insights", "Show who takes part, in per cent",
            discussion: "Groups of fewer than five people are not shown. The percentages are of those shown.",
            examples: [.init("community insights", "by belt, mode and feature")], returns: .list(GroupRow.fields)
        ) { try GroupRow.output(participation.insights(), next: ["community roadmap"]) }
    }
}
