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
            examples: [
                .init("community roadmap", "Feature Roadmap"), .init("community roadmap --category Content", "content only"),
            ],
            Parameter<RoadmapItem.Category?>.option(
                "category", .choice("KIND"), "only one kind: Content, Features, User Experience"),
            returns: .list(RoadmapEntry.personal(on: participation.time.today()))
        ) { category in
            let (sight, today) = (try participation.sight(), participation.time.today())
            let entries = sight.roadmap.filter { category == nil || $0.item.category == category }
            let fields = RoadmapEntry.personal(on: today)
            let isOpen = entries.contains { $0.item.status != .released && !$0.item.isMade }
            var output = Output.list(
                entries, fields,
                empty: sight.roadmap.isEmpty
                    ? "Nothing is planned for \(product) yet. What would you like to see?" : "Nothing of this kind is planned.",
                next: isOpen ? ["community vote ID", "community suggest TITLE"] : ["community suggest TITLE"])
            if !entries.isEmpty { output.blocks = RoadmapEntry.sections(entries, on: today) }
            return output.seen(sight, by: participation)
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
        ) { id in
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
        ) { id, takesBack in
            let sending = try participation.upvote(Identifier(id), takingBack: takesBack)
            return Sent(id: id, sending: sending).output(
                takesBack ? "Took back the vote for \(id)." : "Voted for \(id).",
                next: ["community suggestions"])
        }
    }
}
