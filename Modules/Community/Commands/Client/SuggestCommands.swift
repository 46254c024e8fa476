import Community
import Interface
import Kernel

/// The commands `community suggest`, `suggestions` and `withdraw`.
struct SuggestCommands: Sendable {
    let client: CommunityClient

    var suggest: Command {
        Command(
            "community suggest", "Suggest a feature",
            discussion: """
                Others can vote for it. If there is a similar suggestion, you see it first and are asked; --yes answers. A vote for an existing \
                suggestion helps it more than the same idea twice.
                """,
            examples: [.init("community suggest 'Dark mode' 'A dark theme for the evening'", "Suggest a Feature")],
            .argument("title", .words("TITLE"), "the idea in short, up to 120 characters"),
            .optionalArgument("text", .words("TEXT"), "the idea in full; the title if left out"),
            returns: .one(SubmissionReport.fields),
            changes: true
        ) { title, text in
            let similar = try client.similarSuggestions(of: title, text ?? title)
            guard !similar.isEmpty else { return try send(title, text ?? title) }
            return Output(
                blocks: [.heading("Is it one of these?")] + similar.flatMap(SuggestCommands.similarBlocks),
                continuation: .confirm(
                    question: "It looks like “\(similar[0].suggestion.title)”. Suggest yours anyway?"
                ) {
                    try send(title, text ?? title)
                })
        }
    }

    /// Returns a similar suggestion with the command that votes for it.
    private static func similarBlocks(_ ranked: RankedSuggestion) -> [Block] {
        let votes = ranked.upvotes == 0 ? "no votes" : counted(ranked.upvotes, "vote")
        return [
            .paragraph(StyledText("“\(ranked.suggestion.title)” (\(ranked.outcome.short), \(votes))", .accent)),
            .paragraph(StyledText(ranked.suggestion.description)),
            .paragraph(
                ranked.isMine
                    ? StyledText("You have voted for it.", .muted)
                    : StyledText("Vote for it: ", .muted)
                        + StyledText("community upvote \(ranked.suggestion.id.shortForm)", .input)),
            .gap,
        ]
    }

    /// Sends a suggestion and returns the report.
    private func send(_ title: String, _ text: String) throws -> Output {
        let sending = try client.suggest(title, text)
        guard case .suggestion(let suggestion) = sending.submission else { return Output() }
        return SubmissionReport(id: suggestion.id.rawValue, sending: sending).output(
            "Suggested “\(suggestion.title)” (\(suggestion.id)).",
            next: ["community suggestions --mine", "community withdraw \(suggestion.id.shortForm)"])
    }

    var suggestions: Command {
        Command(
            "community suggestions", "List what people suggested",
            discussion: "With a row or an id, it shows one in full.",
            examples: [
                .init("community suggestions", "Community Suggestions"),
                .init("community suggestions --mine", "My Suggestions"),
            ],
            .optionalArgument("id", ids(mine: false), "one suggestion: its row, its id, or either end of the id"),
            .flag("mine", "only yours"), returns: .list(RankedSuggestion.fields)
        ) { id, isMine in
            let snapshot = try client.connectedSnapshot()
            let all = try client.suggestions(mine: false, in: snapshot)
            if let id {
                return detailOutput(try BoardNames.suggestions("community suggestions").uniqueMatch(id, of: all))
                    .noting(
                        snapshot, by: client)
            }
            let ownIDs = isMine ? Set(try client.suggestions(mine: true, in: snapshot).map(\.suggestion.id)) : []
            let matches = all.enumerated().filter { !isMine || ownIDs.contains($0.element.suggestion.id) }
            return Output.list(
                matches.map(\.element), RankedSuggestion.fields,
                heading: isMine ? "My Suggestions" : "Community Suggestions", empty: "There are no suggestions yet.",
                next: matches.isEmpty
                    ? ["community suggest TITLE TEXT"]
                    : ["community suggestions ROW", isMine ? "community withdraw ROW" : "community upvote ROW"]
            ).numbered(.at(matches.map { $0.offset + 1 }), of: "community suggestions").noting(snapshot, by: client)
        }
    }

    /// Returns one suggestion in full, with the command that votes for it.
    private func detailOutput(_ ranked: RankedSuggestion) -> Output {
        var output = Output.list([ranked], RankedSuggestion.fields, empty: "")
        output.blocks = ranked.detailBlocks
        if ranked.suggestion.status.isOpen, !ranked.isMine {
            output.next = ["community upvote \(ranked.suggestion.id.shortForm)"]
        }
        return output
    }

    var withdraw: Command {
        Command(
            "community withdraw", "Take back a suggestion of yours",
            discussion: """
                It disappears from the list, with its votes. If it is already on the roadmap, the item stays there; community forget-me removes your \
                words from it.
                """,
            examples: [.init("community withdraw ID --yes", "one of community suggestions --mine", runs: false)],
            .argument(
                "id", ids(mine: true), "the suggestion: its row in `community suggestions`, its id, or either end of it"
            ),
            returns: .one(SubmissionReport.fields), changes: true
        ) { typed in
            let id = try client.suggestion(typed)
            let ranked = (try? client.suggestions(mine: true))?.first { $0.suggestion.id == id }
            let votes = ranked.map { $0.upvotes == 0 ? "" : " Its votes go too: \($0.upvotes)." } ?? ""
            return .confirm("Take back “\(ranked?.suggestion.title ?? id.rawValue)”?\(votes)") {
                let sending = try client.withdraw(id)
                return SubmissionReport(id: id.rawValue, sending: sending).output(
                    "Took back “\(ranked?.suggestion.title ?? id.rawValue)” (\(id)).",
                    next: ["community suggestions --mine"])
            }
        }
    }

    /// Returns the kind of an argument that names a suggestion by its row or id.
    private func ids(mine: Bool) -> ValueKind<String> {
        .id { try client.suggestions(mine: mine).map(\.suggestion.id.rawValue) }.row(of: "community suggestions")
    }
}
