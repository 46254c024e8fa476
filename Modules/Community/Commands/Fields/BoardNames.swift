import Community
import Kernel

/// How people name what stands on a board: by the row of its list, or by its id or either end of it.
enum BoardNames {
    static let feedback = Naming<Feedback>(
        "feedback", listedBy: "feedback list", missing: .feedbackNotFound, names: { [$0.id.rawValue] }, title: \.text.inShort)
    static let announcements = Naming<Announcement>(
        "announcement", listedBy: "announcement list", missing: .announcementNotFound, names: { [$0.id.rawValue] }, title: \.title
    )
    static let own = Naming<OwnFeedback>(
        "feedback", listedBy: "community mine", missing: .feedbackNotFound, names: { [$0.feedback.id.rawValue] },
        title: \.feedback.text.inShort)
    static let answers = Naming<Answer>(
        "answer", listedBy: "community read", missing: .answerNotFound, names: { [$0.id] }, title: \.body)
    static let pieces = Naming<Piece>(
        "news", listedBy: "community news", missing: .announcementNotFound, names: { [$0.id] }, title: \.title)

    static func items(_ list: String) -> Naming<RoadmapEntry> {
        Naming("item", listedBy: list, missing: .itemNotFound, names: { [$0.item.id.rawValue] }, title: \.item.title)
    }

    static func suggestions(_ list: String) -> Naming<RankedSuggestion> {
        Naming(
            "suggestion", listedBy: list, missing: .suggestionNotFound, names: { [$0.suggestion.id.rawValue] },
            title: \.suggestion.title)
    }
}

extension Participation {
    /// The item that is meant. Where the roadmap is not at hand, what was typed is its id.
    func item(_ typed: String) throws -> Identifier<RoadmapItem> {
        guard let entries = try? sight(.glance).roadmap else { return Identifier(typed) }
        // What stands on another app's roadmap is named whole.
        let found = BoardNames.items("community roadmap").meant(by: typed, of: RoadmapEntry.inOrder(entries))
        guard found.count < 2 else { throw BoardNames.items("community roadmap").several(typed, found) }
        return found.first?.record.item.id ?? Identifier(typed)
    }

    /// The suggestion that is meant. Where the board is away, what was typed is its id.
    func suggestion(_ typed: String) throws -> Identifier<Suggestion> {
        guard let known = try? suggestions(mine: false, in: sight(.glance)) else { return Identifier(typed) }
        let found = BoardNames.suggestions("community suggestions").meant(by: typed, of: known)
        guard found.count < 2 else { throw BoardNames.suggestions("community suggestions").several(typed, found) }
        return found.first?.record.suggestion.id ?? Identifier(typed)
    }
}

extension Stewardship {
    /// The feedback that is meant, by `feedback list`.
    func feedback(_ typed: String) throws -> Identifier<Feedback> {
        if (try? feedback(Identifier<Feedback>(typed))) != nil { return Identifier(typed) }
        return try BoardNames.feedback.one(typed, of: desk()).id
    }

    /// The item that is meant, by `roadmap list`.
    func item(_ typed: String) throws -> Identifier<RoadmapItem> {
        try BoardNames.items("roadmap list").one(typed, of: roadmap()).item.id
    }

    /// The suggestion that is meant, by `suggestion list`.
    func suggestion(_ typed: String) throws -> RankedSuggestion {
        try BoardNames.suggestions("suggestion list").one(typed, of: suggestions())
    }

    /// The announcement that is meant, by `announcement list`.
    func announcement(_ typed: String) throws -> Announcement {
        try BoardNames.announcements.one(typed, of: announcements())
    }
}
