import Community
import Kernel
import Terminal

/// `community roadmap`, `vote`, `unvote` and `upvote`.
struct VotingDesk: Sendable {
    let participation: Participation
    /// What people call the app.
    let product: String

    var roadmap: Command {
        Command(
            "community roadmap", "Show what is planned, and vote on what we build next",
            discussion: "With a row or an id, it shows one item in full.",
            examples: [
                .init("community roadmap", "Feature Roadmap"), .init("community roadmap --category Content", "content only"),
                .init("community roadmap 1", "one item in full", runs: false),
            ],
            .optionalArgument("id", items, "one item: its row, its id, or either end of the id"),
            Parameter<RoadmapItem.Category?>.option(
                "category", .choice("KIND"), "only one kind: Content, Features, User Experience"),
            returns: .list(RoadmapEntry.personal(on: participation.time.today()))
        ) { id, category in
            let (sight, today) = (try participation.sight(), participation.time.today())
            let all = RoadmapEntry.inOrder(sight.roadmap)
            if let id {
                return whole(try BoardNames.items("community roadmap").one(id, of: all)).seen(sight, by: participation)
            }
            let found = all.enumerated().filter { category == nil || $0.element.item.category == category }
            let entries = found.map(\.element)
            let now = participation.time.now()
            let isOpen = entries.contains { $0.isOpen(at: now) }
            var output = Output.list(
                entries, RoadmapEntry.personal(on: today),
                empty: all.isEmpty
                    ? "Nothing is planned for \(product) yet. What would you like to see?" : "Nothing of this kind is planned.",
                next: (entries.isEmpty ? [] : ["community roadmap ROW"]) + (isOpen ? ["community vote ROW"] : [])
                    + ["community suggest TITLE"])
            if !entries.isEmpty {
                output.blocks = RoadmapEntry.sections(entries, on: today)
                output = output.numbered(.at(found.map { $0.offset + 1 }), of: "community roadmap")
            }
            return output.seen(sight, by: participation)
        }
    }

    private func whole(_ entry: RoadmapEntry) -> Output {
        let time = participation.time
        var output = Output.list([entry], RoadmapEntry.personal(on: time.today()), empty: "", next: [])
        output.blocks = entry.whole(at: time.now(), in: time.calendar)
        if entry.isOpen(at: time.now()) {
            output.next = ["community \(entry.isMine ? "unvote" : "vote") \(entry.item.id)"]
        }
        return output
    }

    var vote: Command {
        turn(
            "community vote", "Vote for a roadmap item", { "Voted for \($0)." }, { "You have voted for \($0)." },
            participation.vote,
            discussion: "Each person has one vote for each item. Voting twice changes nothing.")
    }

    var unvote: Command {
        turn(
            "community unvote", "Take a vote back", { "Took back the vote for \($0)." }, { "You had not voted for \($0)." },
            participation.unvote,
            discussion: "If you have not voted, nothing changes.")
    }

    private func turn(
        _ path: String, _ summary: String, _ done: @escaping @Sendable (String) -> String,
        _ already: @escaping @Sendable (String) -> String,
        _ act: @escaping @Sendable (Identifier<RoadmapItem>) throws -> Sending, discussion: String
    ) -> Command {
        Command(
            path, summary, discussion: discussion, examples: [.init("\(path) video", "the item called video")],
            .argument("id", items, "the item: its row in `community roadmap`, its id, or either end of it"),
            returns: .one(Sent.fields), changes: true
        ) { typed in
            let id = try participation.item(typed)
            let sending = try act(id)
            return Sent(id: id.rawValue, sending: sending).output(
                sending.changed ? done(id.rawValue) : already(id.rawValue), next: ["community roadmap"])
        }
    }

    private var items: ValueKind<String> {
        .id { try participation.roadmap().map(\.item.id.rawValue) }.row(of: "community roadmap")
    }

    var upvote: Command {
        Command(
            "community upvote", "Vote for a suggestion",
            discussion: "Each person has one vote for each suggestion. Voting twice changes nothing.",
            examples: [.init("community upvote ID", "vote for one", runs: false)],
            .argument(
                "id",
                ValueKind<String>.id { try participation.suggestions().map(\.suggestion.id.rawValue) }
                    .row(of: "community suggestions"),
                "the suggestion: its row in `community suggestions`, its id, or either end of it"),
            .flag("take-back", "take the vote back"),
            returns: .one(Sent.fields), changes: true
        ) { typed, takesBack in
            let id = try participation.suggestion(typed)
            let sending = try participation.upvote(id, takingBack: takesBack)
            return Sent(id: id.rawValue, sending: sending).output(
                takesBack ? "Took back the vote for \(id)." : "Voted for \(id).", next: ["community suggestions"])
        }
    }
}
