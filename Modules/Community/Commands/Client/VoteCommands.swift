import Community
import Interface
import Kernel

/// The commands `community roadmap`, `vote`, `unvote` and `upvote`.
struct VoteCommands: Sendable {
    let client: CommunityClient
    let product: String

    var roadmap: Command {
        Command(
            "community roadmap", "Show what is planned, and vote on what we build next",
            discussion: "With a row or an id, it shows one item in full.",
            examples: [
                .init("community roadmap", "Feature Roadmap"),
                .init("community roadmap --category Content", "content only"),
                .init("community roadmap 1", "one item in full", runs: false),
            ],
            .optionalArgument("id", items, "one item: its row, its id, or either end of the id"),
            Parameter<RoadmapItem.Category?>.option(
                "category", .choice("KIND"), "only one kind: Content, Features, User Experience"),
            returns: .list(RoadmapEntry.personal(on: client.time.today()))
        ) { id, category in
            let snapshot = try client.snapshot()
            let today = client.time.today()
            let all = RoadmapEntry.inOrder(snapshot.roadmap)
            if let id {
                return detailOutput(try BoardNames.items("community roadmap").uniqueMatch(id, of: all)).noting(
                    snapshot, by: client)
            }
            let matches = all.enumerated().filter { category == nil || $0.element.item.category == category }
            let entries = matches.map(\.element)
            let now = client.time.now()
            let isOpen = entries.contains { $0.isOpen(at: now) }
            var output = Output.list(
                entries, RoadmapEntry.personal(on: today),
                empty: all.isEmpty
                    ? "Nothing is planned for \(product) yet. What would you like to see?"
                    : "Nothing of this kind is planned.",
                next: (entries.isEmpty ? [] : ["community roadmap ROW"]) + (isOpen ? ["community vote ROW"] : [])
                    + ["community suggest TITLE"])
            if !entries.isEmpty {
                output.blocks = RoadmapEntry.sections(entries, on: today)
                output = output.numbered(.at(matches.map { $0.offset + 1 }), of: "community roadmap")
            }
            return output.noting(snapshot, by: client)
        }
    }

    /// Returns one item in full, with the command that votes for it.
    private func detailOutput(_ entry: RoadmapEntry) -> Output {
        let time = client.time
        var output = Output.list([entry], RoadmapEntry.personal(on: time.today()), empty: "", next: [])
        output.blocks = entry.detailBlocks(at: time.now(), in: time.calendar)
        if entry.isOpen(at: time.now()) {
            output.next = ["community \(entry.isMine ? "unvote" : "vote") \(entry.item.id)"]
        }
        return output
    }

    var vote: Command {
        voteCommand(
            "community vote", "Vote for a roadmap item", { "Voted for \($0)." }, { "You have voted for \($0)." },
            client.vote, discussion: "Each person has one vote for each item. Voting twice changes nothing.")
    }

    var unvote: Command {
        voteCommand(
            "community unvote", "Take a vote back", { "Took back the vote for \($0)." },
            { "You had not voted for \($0)." },
            client.unvote, discussion: "If you have not voted, nothing changes.")
    }

    /// Creates a command that casts or withdraws a vote for an item.
    private func voteCommand(
        _ path: String, _ summary: String, _ doneText: @escaping @Sendable (String) -> String,
        _ unchangedText: @escaping @Sendable (String) -> String,
        _ send: @escaping @Sendable (Identifier<RoadmapItem>) throws -> Sending, discussion: String
    ) -> Command {
        Command(
            path, summary, discussion: discussion, examples: [.init("\(path) video", "the item called video")],
            .argument("id", items, "the item: its row in `community roadmap`, its id, or either end of it"),
            returns: .one(SubmissionReport.fields), changes: true
        ) { typed in
            let id = try client.item(typed)
            let sending = try send(id)
            return SubmissionReport(id: id.rawValue, sending: sending).output(
                sending.changed ? doneText(id.rawValue) : unchangedText(id.rawValue), next: ["community roadmap"])
        }
    }

    private var items: ValueKind<String> {
        .id { try client.roadmap().map(\.item.id.rawValue) }.row(of: "community roadmap")
    }

    var upvote: Command {
        Command(
            "community upvote", "Vote for a suggestion",
            discussion: "Each person has one vote for each suggestion. Voting twice changes nothing.",
            examples: [.init("community upvote ID", "vote for one", runs: false)],
            .argument(
                "id",
                ValueKind<String>.id { try client.suggestions().map(\.suggestion.id.rawValue) }
                    .row(of: "community suggestions"),
                "the suggestion: its row in `community suggestions`, its id, or either end of it"),
            .flag("take-back", "take the vote back"), returns: .one(SubmissionReport.fields), changes: true
        ) { typed, takesBack in
            let id = try client.suggestion(typed)
            let sending = try client.upvote(id, takingBack: takesBack)
            return SubmissionReport(id: id.rawValue, sending: sending).output(
                takesBack ? "Took back the vote for \(id)." : "Voted for \(id).", next: ["community suggestions"])
        }
    }
}
