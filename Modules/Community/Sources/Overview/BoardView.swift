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
    /// What was told to the person.
    let told: Told

    init(_ records: any BoardRecords, for identity: Identity?, in app: String, at now: Instant) throws {
        roadmap = try RoadmapEntry.all(in: records, for: identity?.voter, of: app)
        let seen = try records.suggestions(nil).filter { suggestion in
            suggestion.author == identity?.author || suggestion.hiddenBecause == nil && suggestion.isOf(app)
        }
        suggestions = try RankedSuggestion.ranked(seen.map(\.withoutNotes), in: records, for: identity?.voter)
        news = try WhatsNew(records, at: now, for: app)
        told = try identity.map { try Told(in: records, $0) } ?? Told()
    }

    /// Before there is any community: what the app is known to plan.
    init(founding app: String) {
        let items = FoundingRoadmap.items.filter { $0.isPlanned(for: app) }
        roadmap = items.map { RoadmapEntry($0, votes: 0) }
        (suggestions, told, news) = ([], Told(), WhatsNew())
    }

    /// The same to be kept on the device: not all suggestions, and nobody's name but the person's own.
    func kept(for author: Author?) -> BoardView {
        var copy = BoardView(
            roadmap: roadmap.map { $0.withoutName(unless: author) },
            suggestions: (suggestions.prefix(BoardView.others)
                + suggestions.dropFirst(BoardView.others).filter {
                    $0.suggestion.author == author
                }).map { $0.withoutName(unless: author) },
            news: news, told: told.kept(for: author))
        copy.news.forgetNames()
        return copy
    }

    private init(roadmap: [RoadmapEntry], suggestions: [RankedSuggestion], news: WhatsNew, told: Told) {
        (self.roadmap, self.suggestions, self.news, self.told) = (roadmap, suggestions, news, told)
    }
}

/// What became of what a person said.
struct Told: Codable, Hashable, Sendable {
    /// A suggestion of theirs that was merged with another.
    struct Merged: Codable, Hashable, Sendable {
        let own: Suggestion
        let outcome: RankedSuggestion.Outcome
        let target: Suggestion?
    }

    /// What they told, with the answers.
    let feedback: [Feedback]
    /// Suggestions that came onto the roadmap, and that they wrote or voted for.
    let promoted: [Suggestion]
    /// What was merged, and what became of that.
    let merged: [Merged]

    /// Nothing.
    init() { (feedback, promoted, merged) = ([], [], []) }

    init(in records: any BoardRecords, _ identity: Identity) throws {
        let (all, author) = (try records.suggestions(.addedToRoadmap), identity.author)
        let voted = try Set(records.voted(identity.voter, among: all.map(\.id)))
        promoted = all.filter { $0.author == author || voted.contains($0.id) }.map(\.withoutNotes)
        feedback = try records.feedback(by: author).map(\.withoutTriage)
        let own = try records.suggestions(by: author).filter { $0.mergedInto != nil }
        let poll = try own.isEmpty ? nil : records.poll()
        merged =
            try poll.map { poll in
                try own.map { one in
                    Merged(
                        own: one.withoutNotes, outcome: try records.outcome(of: one, poll),
                        target: try (records.record(poll.target(of: one.id)) as Suggestion?)?.withoutNotes)
                }
            } ?? []
    }

    private init(feedback: [Feedback], promoted: [Suggestion], merged: [Merged]) {
        (self.feedback, self.promoted, self.merged) = (feedback, promoted, merged)
    }

    /// With nobody's name but the person's own.
    fileprivate func kept(for author: Author?) -> Told {
        Told(
            feedback: feedback, promoted: promoted.map { $0.withoutName(unless: author) },
            merged: merged.map {
                Merged(own: $0.own, outcome: $0.outcome.withoutNames, target: $0.target?.withoutName(unless: author))
            })
    }

    /// Of one person alone.
    func of(_ author: Author) -> Told {
        Told(
            feedback: feedback.filter { $0.author == author }, promoted: promoted,
            merged: merged.filter { $0.own.author == author })
    }
}

extension RankedSuggestion.Outcome {
    fileprivate var withoutNames: Self {
        switch self {
        case .itself: return self
        case .item(var item):
            item.wordsOf = nil
            return .item(item)
        case .merged(let other, let outcome): return .merged(with: other.withoutName(unless: nil), outcome.withoutNames)
        }
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
        RankedSuggestion(
            suggestion: suggestion.withoutName(unless: author), upvotes: upvotes, isMine: isMine, outcome: outcome.withoutNames)
    }
}

extension Suggestion {
    fileprivate func withoutName(unless author: Author?) -> Suggestion {
        guard self.author != author else { return self }
        var plain = Suggestion(
            id: id, title: title, description: description, author: Author(rawValue: ""), submittedAt: submittedAt, app: app)
        (plain.status, plain.promotedToRoadmapID, plain.promotedAt) = (status, promotedToRoadmapID, promotedAt)
        (plain.mergedInto, plain.decidedAt) = (mergedInto, decidedAt)
        return plain
    }
}
