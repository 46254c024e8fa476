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
            let entries = try participation.roadmap().filter { category == nil || $0.item.category == category }
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
                takesBack ? "Took back the vote for \(id)." : "Voted for \(id).", next: ["community suggestions"])
        }
    }
}
