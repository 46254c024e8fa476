import Kernel

/// What one person sees of a board, in one look.
struct BoardView: Codable, Hashable, Sendable {
    /// As many suggestions of others are kept at most, the first of the list.
    private static let others = 100

    /// The roadmap of the app.
    let roadmap: [RoadmapEntry]
    /// Suggestions by status, then by votes; of hidden ones only those that are the person's own.
    let suggestions: [RankedSuggestion]
    /// What is going on.
    var news: WhatsNew
    /// What the person told, with the answers.
    let feedback: [Feedback]
    /// Suggestions that came onto the roadmap and that the person had a part in.
    let promoted: [Suggestion]

    init(_ records: any BoardRecords, for identity: Identity?, in app: String, at now: Instant) throws {
        roadmap = try RoadmapEntry.all(in: records, for: identity?.voter, of: app)
        let seen = try records.suggestions(nil).filter { suggestion in
            suggestion.author == identity?.author || suggestion.hiddenBecause == nil && suggestion.app ?? app == app
        }
        suggestions = try RankedSuggestion.ranked(seen.map(\.withoutNotes), in: records, for: identity?.voter)
        news = try WhatsNew(records, at: now, in: app)
        (feedback, promoted) = try identity.map { try BoardView.told(in: records, $0) } ?? ([], [])
    }

    /// Before there is any community: what the app is known to plan.
    init(founding app: String) {
        let items = FoundingRoadmap.items.filter { $0.belongs(to: app) }
        roadmap = items.map { RoadmapEntry($0, votes: 0) }
        (suggestions, feedback, promoted) = ([], [], [])
        news = WhatsNew()
    }

    /// The person's feedback, and the suggestions that were promoted and that they wrote, voted for, or that were merged with theirs.
    static func told(in records: any BoardRecords, _ identity: Identity) throws -> (feedback: [Feedback], promoted: [Suggestion])
    {
        let (promoted, author) = (try records.suggestions(.addedToRoadmap), identity.author)
        let voted = try Set(records.voted(identity.voter, among: promoted.map(\.id)))
        let merged = Set(try records.suggestions(.declined).filter { $0.author == author }.compactMap(\.mergedInto))
        return (
            try records.feedback(by: author).map(\.withoutTriage),
            promoted.filter { $0.author == author || voted.contains($0.id) || merged.contains($0.id) }.map(\.withoutNotes)
        )
    }

    /// The same to be kept on the device: not all suggestions, and nobody's name but the person's own.
    func kept(for author: Author?) -> BoardView {
        var copy = BoardView(
            roadmap: roadmap.map { $0.withoutName(unless: author) },
            suggestions: (suggestions.prefix(BoardView.others)
                + suggestions.dropFirst(BoardView.others).filter {
                    $0.suggestion.author == author
                }).map { $0.withoutName(unless: author) },
            news: news, feedback: feedback, promoted: promoted.map { $0.withoutName(unless: author) })
        copy.news.forgetNames()
        return copy
    }

    private init(
        roadmap: [RoadmapEntry], suggestions: [RankedSuggestion], news: WhatsNew, feedback: [Feedback], promoted: [Suggestion]
    ) {
        (self.roadmap, self.suggestions, self.news) = (roadmap, suggestions, news)
        (self.feedback, self.promoted) = (feedback, promoted)
    }
}

extension WhatsNew {
    /// Nothing.
    init() { (announcements, released, implemented, nextUp) = ([], [], 0, nil) }

    fileprivate mutating func forgetNames() {
        released = released.map { $0.withoutName(unless: nil) }
        nextUp?.wordsOf = nil
    }
}

extension RoadmapEntry {
    fileprivate func withoutName(unless author: Author?) -> RoadmapEntry {
        var plain = item
        if plain.wordsOf != author { plain.wordsOf = nil }
        return RoadmapEntry(plain, votes: votes, isMine: isMine, isNew: isNew)
    }
}

extension RankedSuggestion {
    fileprivate func withoutName(unless author: Author?) -> RankedSuggestion {
        RankedSuggestion(suggestion: suggestion.withoutName(unless: author), upvotes: upvotes, isMine: isMine)
    }
}

extension Suggestion {
    fileprivate func withoutName(unless author: Author?) -> Suggestion {
        guard self.author != author else { return self }
        var plain = Suggestion(
            id: id, title: title, description: description, author: Author(rawValue: ""), submittedAt: submittedAt, app: app)
        (plain.status, plain.promotedToRoadmapID, plain.promotedAt) = (status, promotedToRoadmapID, promotedAt)
        plain.mergedInto = mergedInto
        return plain
    }
}
