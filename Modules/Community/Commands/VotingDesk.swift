import Community
import Kernel
import Terminal

/// `community roadmap`, `vote`, `unvote` and `upvote`.
struct VotingDesk: Sendable {
    let participation: Participation

    var roadmap: Command {
        Command(
            "community roadmap", "Show what is planned, and vote on what we build next",
            examples: [
                .init("community roadmap", "Feature Roadmap"), .init("community roadmap --category Content", "content only"),
            ],
            Parameter<RoadmapItem.Category?>.option(
                "category", .choice("KIND"), "only one kind: Content, Features, User Experience"),
            returns: .list(RoadmapEntry.personal)
        ) { category in
            let wanted = category
            let entries = try participation.roadmap().filter { wanted == nil || $0.item.category == wanted }
            var output = Output.list(
                entries, RoadmapEntry.personal, empty: "Nothing is planned yet.",
                next: ["community vote ID", "community suggest TITLE"])
            if !entries.isEmpty { output.blocks = RoadmapEntry.sections(entries) }
            return output
        }
    }

    var vote: Command {
        turn(
            "community vote", "Vote for a roadmap item", "Voted for", "You have voted for", participation.vote,
            discussion: "One vote a person and item. Voting twice is no error and changes nothing.")
    }

    var unvote: Command {
        turn(
            "community unvote", "Take a vote back", "Took back the vote for", "You had not voted for", participation.unvote,
            discussion: "Where there is no vote, nothing changes.")
    }

    private func turn(
        _ path: String, _ summary: String, _ done: String, _ already: String,
        _ act: @escaping @Sendable (Identifier<RoadmapItem>) throws -> Sending, discussion: String
    ) -> Command {
        Command(
            path, summary, discussion: discussion, examples: [.init("\(path) video", "the item called video")],
            .argument(
                "id", ValueKind<String>.id { try participation.roadmap().map(\.item.id.rawValue) },
                "the item, as `community roadmap` lists it"),
            returns: .one(Sent.fields), changes: true
        ) { item in
            let id = item
            let sending = try act(Identifier(id))
            return Sent(id: id, sending: sending).output(
                "\(sending.changed ? done : already) \(id).", next: ["community roadmap"])
        }
    }

    var upvote: Command {
        Command(
            "community upvote", "Vote for a suggestion",
            discussion: "One vote a person and suggestion; a second one changes nothing.",
            examples: [.init("community upvote ID", "vote for one", runs: false)],
            .argument(
                "id", ValueKind<String>.id { try participation.suggestions().map(\.suggestion.id.rawValue) }, "the suggestion"),
            .flag("take-back", "take the vote back"),
            returns: .one(Sent.fields), changes: true
        ) { id, back in
            let (id, takesBack) = (id, back)
            let sending = try participation.upvote(Identifier(id), takingBack: takesBack)
            return Sent(id: id, sending: sending).output(
                takesBack ? "Took back the vote for \(id)." : "Voted for \(id).", next: ["community suggestions"])
        }
    }
}

extension RoadmapEntry {
    /// What the hub's `roadmap list` gives, and nothing else.
    static let shared: [Field<RoadmapEntry>] = [
        Field("id", title: "Id", "the item's identifier") { .text($0.item.id.rawValue) },
        Field("title", title: "Item", "the title", cell: { StyledText($0.heading) }) { .text($0.item.title) },
        Field("state", title: "State", "Planned, InProgress or Released") { .text($0.item.status.rawValue) },
        Field("votes", title: "Votes", "how many voted for it", alignsRight: true) { .integer($0.votes) },
        Field("progress", title: "Done", "0.0 to 1.0 while in progress", alignsRight: true, cell: { StyledText($0.percent) }) {
            $0.item.completionPercentage.map { .number($0) } ?? .null
        },
        Field("category", title: "Category", "Content, Feature or UX") { .text($0.item.category.rawValue) },
        Field("release", title: "Release", "when it is expected, or the day it was released") {
            .text($0.item.releaseDate?.description ?? $0.item.estimatedRelease)
        },
    ]

    /// The same, and what it is to the person who looks.
    static let personal: [Field<RoadmapEntry>] =
        shared + [
            Field("voted", title: "Yours", "whether you voted for it", cell: { StyledText($0.isMine ? "yes" : "") }) {
                .bool($0.isMine)
            },
            Field("new", "whether it is one of the last three released") { .bool($0.isNew) },
            Field("description", "what it brings, a line each") { .text($0.item.description) },
        ]

    var heading: String { [item.icon, item.title].filter { !$0.isEmpty }.joined(separator: " ") + (isNew ? " New" : "") }

    var percent: String { item.completionPercentage.map { "\(Int(($0 * 100).rounded())) %" } ?? "" }

    /// Tables under the roadmap's sections.
    static func sections(_ entries: [RoadmapEntry]) -> [Block] {
        let shown = personal.filter { $0.title != nil && $0.name != "state" }
        let order: [RoadmapItem.Status] = [.inProgress, .planned, .released]
        let tables = order.compactMap { status -> [Block]? in
            let rows = entries.filter { $0.item.status == status && (status != .released || $0.isNew) }
            guard !rows.isEmpty else { return nil }
            let columns = shown.map { Table.Column($0.title ?? "", alignsRight: $0.alignsRight) }
            let table = Table(columns, rows: rows.map { row in shown.map { $0.cell(row) } })
            return [.heading(StyledText(status.section)), .table(table)]
        }
        return Array(tables.joined(separator: [.gap]))
    }
}
