import Community
import Kernel
import Terminal

/// `hub suggestion`.
struct SuggestionDesk: Sendable {
    let stewardship: Stewardship

    private static let listed: [Field<RankedSuggestion>] =
        RankedSuggestion.fields.filter { $0.name != "voted" } + [
            Field("author", "the anonymous name of who had the idea") { .text($0.suggestion.author.rawValue) },
            Field("notes", title: "Notes", "for developers only") { .text($0.suggestion.developerNotes) },
            Field("hidden", "why it is hidden") { .text($0.suggestion.hiddenBecause) },
        ]

    private static let judged: [Field<Suggestion>] = [
        Field("id", "the suggestion's identifier") { .text($0.id.rawValue) },
        Field("title", "the idea in short") { .text($0.title) },
        Field("status", "Pending, UnderReview, AddedToRoadmap or Declined") { .text($0.status.rawValue) },
        Field("notes", "for developers only") { .text($0.developerNotes) },
        Field("promotedTo", "the roadmap item it became") { .text($0.promotedToRoadmapID?.rawValue) },
    ]

    var list: Command {
        Command(
            "suggestion list", "List suggestions by status and votes",
            examples: [.init("suggestion list --status Pending", "what is new")],
            Parameter<Suggestion.Status?>.option("status", .choice("STATUS"), "only what has this status"),
            returns: .list(SuggestionDesk.listed)
        ) { status in
            .list(
                try stewardship.suggestions(status), SuggestionDesk.listed, empty: "Nothing was suggested.",
                next: ["suggestion review ID", "suggestion promote ID"])
        }
    }

    var review: Command {
        judge("suggestion review", "Take a suggestion under review", "is under review", stewardship.review)
    }

    var decline: Command {
        judge("suggestion decline", "Decline a suggestion", "was declined", stewardship.decline)
    }

    private func judge(
        _ path: String, _ summary: String, _ done: String,
        _ act: @escaping @Sendable (Identifier<Suggestion>, String?) throws -> Suggestion
    ) -> Command {
        Command(
            path, summary, examples: [.init("\(path) ID --notes 'Ask again in spring'", "with a note", runs: false)],
            id,
            .option("notes", .words("TEXT"), "for developers only; never shown to users"), returns: .one(SuggestionDesk.judged),
            changes: true
        ) { id, notes in
            let judged = try act(Identifier(id), notes)
            return .changed("“\(judged.title)” (\(judged.id)) \(done).", judged, SuggestionDesk.judged, next: ["suggestion list"])
        }
    }

    var merge: Command {
        Command(
            "suggestion merge", "Make one suggestion of two",
            discussion: "The one that stays gets the votes of the other, one a person.",
            examples: [.init("suggestion merge ID OTHER", "the first goes into the second", runs: false)],
            id,
            .argument("into", .id(ids), "the suggestion that stays"),
            returns: .one(SuggestionDesk.judged), changes: true
        ) { id, other in
            let (target, carried) = try stewardship.merge(Identifier(id), into: Identifier(other))
            return .changed(
                "Merged \(id) into “\(target.title)” (\(target.id)): \(counted(carried, "vote")) came to it.", target,
                SuggestionDesk.judged, next: ["suggestion list"])
        }
    }

    var promote: Command {
        Command(
            "suggestion promote", "Put a suggestion on the roadmap",
            discussion:
                "Who wrote it and who voted for it are told. The item begins without votes: a vote for an idea is none for its place in a plan.",
            examples: [.init("suggestion promote ID --priority 3 --category UX", "third", runs: false)],
            id,
            .option("priority", .integer(RoadmapItem.priorities), default: 9, "1 comes first"),
            .option("release", .words("RELEASE"), default: "v1.4+", "when it is expected"),
            Parameter<RoadmapItem.Category>.option(
                "category", .choice("KIND"), default: .feature, shown: "Feature", "what kind of thing it is"),
            .option("title", .words("TITLE"), "a title instead of the suggestion's"),
            .option("text", .words("TEXT"), "a description instead of the suggestion's"), returns: .one(SuggestionDesk.judged),
            changes: true
        ) { id, priority, release, category, title, text in
            let (suggestion, item) = try stewardship.promote(
                Identifier(id), priority: priority, release: release, category: category, title: title, description: text)
            return .changed(
                "“\(suggestion.title)” (\(suggestion.id)) is on the roadmap as \(item.id).", suggestion, SuggestionDesk.judged,
                next: ["roadmap list"])
        }
    }

    private var id: Parameter<String> { .argument("id", .id(ids), "the suggestion") }

    private var ids: @Sendable () throws -> [String] { { try stewardship.suggestions().map(\.suggestion.id.rawValue) } }
}
