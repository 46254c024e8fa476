import Community
import Kernel

/// The rules by which users name records on a board: a list row, an id, or the start or end of an
/// id.
enum BoardNames {
    static let feedback = RecordNaming<Feedback>(
        "feedback", listedBy: "feedback list", missing: .feedbackNotFound, names: { [$0.id.rawValue] },
        title: \.text.firstLine)
    static let announcements = RecordNaming<Announcement>(
        "announcement", listedBy: "announcement list", missing: .announcementNotFound, names: { [$0.id.rawValue] },
        title: \.title
    )
    static let ownFeedback = RecordNaming<OwnFeedback>(
        "feedback", listedBy: "community mine", missing: .feedbackNotFound, names: { [$0.feedback.id.rawValue] },
        title: \.feedback.text.firstLine)
    static let answers = RecordNaming<Answer>(
        "answer", listedBy: "community read", missing: .answerNotFound, names: { [$0.id] }, title: \.body)
    static let newsItems = RecordNaming<NewsItem>(
        "news", listedBy: "community news", missing: .announcementNotFound, names: { [$0.id] }, title: \.title)

    static func items(_ list: String) -> RecordNaming<RoadmapEntry> {
        RecordNaming(
            "item", listedBy: list, missing: .itemNotFound, names: { [$0.item.id.rawValue] }, title: \.item.title)
    }

    static func suggestions(_ list: String) -> RecordNaming<RankedSuggestion> {
        RecordNaming(
            "suggestion", listedBy: list, missing: .suggestionNotFound, names: { [$0.suggestion.id.rawValue] },
            title: \.suggestion.title)
    }
}

extension CommunityClient {
    /// Returns the id of the named item, or the typed text as an id if the roadmap is unavailable.
    func item(_ typed: String) throws -> Identifier<RoadmapItem> {
        guard let entries = try? snapshot(.brief).roadmap else { return Identifier(typed) }
        // Items on another app's roadmap require the whole id.
        let matches = BoardNames.items("community roadmap").resolve(typed, of: RoadmapEntry.inOrder(entries))
        guard matches.count < 2 else { throw BoardNames.items("community roadmap").ambiguousFailure(typed, matches) }
        return matches.first?.record.item.id ?? Identifier(typed)
    }

    /// Returns the id of the named suggestion, or the typed text as an id if the board is
    /// unavailable.
    func suggestion(_ typed: String) throws -> Identifier<Suggestion> {
        guard let visible = try? suggestions(mine: false, in: snapshot(.brief)) else { return Identifier(typed) }
        let matches = BoardNames.suggestions("community suggestions").resolve(typed, of: visible)
        guard matches.count < 2 else {
            throw BoardNames.suggestions("community suggestions").ambiguousFailure(typed, matches)
        }
        return matches.first?.record.suggestion.id ?? Identifier(typed)
    }
}

extension CommunityAdmin {
    /// Returns the id of feedback as named by `feedback list`.
    func feedback(_ typed: String) throws -> Identifier<Feedback> {
        if (try? feedback(Identifier<Feedback>(typed))) != nil { return Identifier(typed) }
        return try BoardNames.feedback.uniqueMatch(typed, of: feedbackUnansweredFirst()).id
    }

    /// Returns the id of an item as named by `roadmap list`.
    func item(_ typed: String) throws -> Identifier<RoadmapItem> {
        try BoardNames.items("roadmap list").uniqueMatch(typed, of: roadmap()).item.id
    }

    /// Returns a suggestion as named by `suggestion list`.
    func suggestion(_ typed: String) throws -> RankedSuggestion {
        try BoardNames.suggestions("suggestion list").uniqueMatch(typed, of: suggestions())
    }

    /// Returns an announcement as named by `announcement list`.
    func announcement(_ typed: String) throws -> Announcement {
        try BoardNames.announcements.uniqueMatch(typed, of: announcements())
    }
}
