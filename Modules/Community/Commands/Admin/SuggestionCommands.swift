import Community
import Interface
import Kernel

/// The commands of `hub suggestion`.
struct SuggestionCommands: Sendable {
    let admin: CommunityAdmin

    private static let listFields: [Field<RankedSuggestion>] =
        RankedSuggestion.fields.filter { $0.name != "voted" } + [
            Field("author", "the anonymous name of who had the idea") { .text($0.suggestion.author.rawValue) },
            Field("notes", title: "Notes", "for developers only") { .text($0.suggestion.developerNotes) },
            Field("hidden", "why it is hidden") { .text($0.suggestion.hiddenBecause) },
        ]

    private static let decisionFields: [Field<Suggestion>] = [
        Field("id", "the suggestion's identifier") { .text($0.id.rawValue) },
        Field("app", "the app of whoever suggested it") { .text($0.app) },
        Field("title", "the idea in short") { .text($0.title) },
        Field("status", "Pending, UnderReview, AddedToRoadmap or Declined") { .text($0.status.rawValue) },
        Field("notes", "for developers only") { .text($0.developerNotes) },
        Field("promotedTo", "the roadmap item it became") { .text($0.promotedToRoadmapID?.rawValue) },
        Field("mergedInto", "the suggestion that its votes count for") { .text($0.mergedInto?.rawValue) },
    ]

    var list: Command {
        Command(
            "suggestion list", "List suggestions: pending ones first, then by votes",
            discussion: "Other commands take the row of this list: `suggestion show 1`.",
            examples: [
                .init("suggestion list --status Pending", "what is new"),
                .init("suggestion list --app dojang", "of one app"),
            ],
            Parameter<Suggestion.Status?>.option("status", .choice("STATUS"), "only what has this status"),
            .option("app", .words("APP"), "only those from users of this app"),
            returns: .list(SuggestionCommands.listFields)
        ) { status, app in
            let matches = try admin.suggestions().enumerated().filter {
                (status == nil || $0.element.suggestion.status == status) && $0.element.suggestion.isOf(app)
            }
            return .list(
                matches.map(\.element), SuggestionCommands.listFields, empty: "There are no suggestions.",
                next: matches.isEmpty ? [] : ["suggestion show ROW", "suggestion review ROW", "suggestion promote ROW"]
            ).numbered(.at(matches.map { $0.offset + 1 }), of: "suggestion list")
        }
    }

    var show: Command {
        Command(
            "suggestion show", "Show one suggestion in full",
            examples: [.init("suggestion show ID", "one of the list", runs: false)],
            id, returns: .one(SuggestionCommands.listFields)
        ) { typed in
            let ranked = try admin.suggestion(typed)
            let facts = [
                ("Id", ranked.suggestion.id.rawValue), ("Author", ranked.suggestion.author.rawValue),
                ("Notes", ranked.suggestion.developerNotes ?? ""), ("Hidden", ranked.suggestion.hiddenBecause ?? ""),
            ].filter { !$0.1.isEmpty }.map { (name: $0.0, value: StyledText($0.1)) }
            let isOpen = ranked.suggestion.status == .pending
            return .one(
                ranked, SuggestionCommands.listFields, blocks: ranked.detailBlocks + [.gap, .facts(facts)],
                next: [
                    isOpen
                        ? "suggestion review \(ranked.suggestion.id.shortForm)"
                        : "suggestion reopen \(ranked.suggestion.id.shortForm)"
                ])
        }
    }

    var review: Command {
        decisionCommand("suggestion review", "Put a suggestion under review", "is under review", admin.review)
    }

    var decline: Command {
        decisionCommand("suggestion decline", "Decline a suggestion", "was declined", admin.decline)
    }

    /// Creates a command that decides about a suggestion, with notes for developers.
    private func decisionCommand(
        _ path: String, _ summary: String, _ outcome: String,
        _ decide: @escaping @Sendable (Identifier<Suggestion>, String?) throws -> Suggestion
    ) -> Command {
        Command(
            path, summary, examples: [.init("\(path) ID --notes 'Ask again in spring'", "with a note", runs: false)],
            id, .option("notes", .words("TEXT"), "for developers only; never shown to users"),
            returns: .one(SuggestionCommands.decisionFields), changes: true
        ) { typed, notes in
            let decided = try decide(admin.suggestion(typed).suggestion.id, notes)
            return .changed(
                "“\(decided.title)” (\(decided.id)) \(outcome).", decided, SuggestionCommands.decisionFields,
                next: ["suggestion list", "suggestion reopen \(decided.id.shortForm)"])
        }
    }

    var reopen: Command {
        Command(
            "suggestion reopen", "Take back a decision about a suggestion",
            discussion: """
                Takes back a review, a refusal, a merge or a promotion. The suggestion is pending again, with its own votes. After a merge \
                the other suggestion loses them. After a promotion the roadmap item goes, with its votes; then it asks first, and --yes answers.
                """,
            examples: [.init("suggestion reopen ID --yes", "it was a mistake", runs: false)],
            id, returns: .one(SuggestionCommands.decisionFields), changes: true
        ) { typed in
            let ranked = try admin.suggestion(typed)
            guard case .item(let item) = ranked.outcome, item.status != .released else { return try reopened(ranked) }
            let votes = try admin.roadmap().first { $0.item.id == item.id }?.votes ?? 0
            let votesText = votes == 0 ? "" : ", which \(counted(votes, "person", "people")) voted for,"
            return .confirm("The item “\(item.title)”\(votesText) leaves the roadmap. Take the promotion back?") {
                try reopened(ranked)
            }
        }
    }

    /// Reopens a suggestion and returns the report.
    private func reopened(_ ranked: RankedSuggestion) throws -> Output {
        let (_, after) = try admin.reopen(ranked.suggestion.id)
        return .changed(
            "“\(after.title)” (\(after.id)) is pending again; it was \(ranked.outcome.short).", after,
            SuggestionCommands.decisionFields, next: ["suggestion list"])
    }

    var merge: Command {
        Command(
            "suggestion merge", "Merge two suggestions into one",
            discussion: """
                The votes of both count for the one that stays, one for each person. The author is told where the idea went, and what becomes of it. \
                suggestion reopen takes a merge back.
                """,
            examples: [.init("suggestion merge ID OTHER", "the first goes into the second", runs: false)], id,
            .argument("into", ids, "the suggestion that stays, in the same way"),
            returns: .one(SuggestionCommands.decisionFields), changes: true
        ) { typed, other in
            let (id, into) = try (admin.suggestion(typed).suggestion.id, admin.suggestion(other).suggestion.id)
            let (target, carried) = try admin.merge(id, into: into)
            return .changed(
                "Merged \(id) into “\(target.title)” (\(target.id)): \(counted(carried, "vote")) came to it.", target,
                SuggestionCommands.decisionFields, next: ["suggestion list", "suggestion reopen \(id.shortForm)"])
        }
    }

    var promote: Command {
        Command(
            "suggestion promote", "Put a suggestion on the roadmap",
            discussion:
                "Its author and everybody who voted for it are told. The item starts without votes: a vote for an idea is not a vote for a place in the plan.",
            examples: [.init("suggestion promote ID --priority 3 --category UX", "third", runs: false)],
            id,
            .option("priority", .integer(RoadmapItem.priorities), default: 9, "1 comes first"),
            .option("release", .words("RELEASE"), default: "v1.4+", "when it is expected"),
            Parameter<RoadmapItem.Category>.option(
                "category", .choice("KIND"), default: .feature, shown: "Feature", "what kind of thing it is"),
            .option("title", .words("TITLE"), "a title instead of the suggestion's"),
            .option("text", .words("TEXT"), "a description instead of the suggestion's"),
            returns: .one(SuggestionCommands.decisionFields),
            changes: true
        ) { typed, priority, release, category, title, text in
            let (suggestion, item) = try admin.promote(
                admin.suggestion(typed).suggestion.id, priority: priority, release: release, category: category,
                title: title, description: text)
            return .changed(
                "“\(suggestion.title)” (\(suggestion.id)) is on the roadmap as \(item.id).", suggestion,
                SuggestionCommands.decisionFields,
                next: ["roadmap list", "suggestion reopen \(suggestion.id.shortForm)"])
        }
    }

    private var id: Parameter<String> { .argument("id", ids, BoardNames.suggestions("suggestion list").help) }

    private var ids: ValueKind<String> {
        .id { try admin.suggestions().map(\.suggestion.id.rawValue) }.row(of: "suggestion list")
    }
}
