import Kernel

/// One person's view of a board, from one snapshot.
package struct BoardView: Codable, Hashable, Sendable {
    /// The maximum number of other people's suggestions that are saved, from the start of the list.
    private static let maximumOthers = 100

    let roadmap: [RoadmapEntry]
    /// The suggestions by status, then by votes. Hidden ones are included only for their author.
    let suggestions: [RankedSuggestion]
    var news: WhatsNew
    /// The results of the person's own contributions.
    let told: ContributionResults

    init(_ records: any BoardRecords, for identity: Identity?, in app: String, at now: Instant) throws {
        roadmap = try RoadmapEntry.all(in: records, for: identity?.voter, of: app)
        let visible = try records.suggestions(nil).filter { suggestion in
            suggestion.author == identity?.author || suggestion.hiddenBecause == nil && suggestion.isOf(app)
        }
        suggestions = try RankedSuggestion.ranked(visible.map(\.withoutNotes), in: records, for: identity?.voter)
        news = try WhatsNew(records, at: now, for: app)
        told = try identity.map { try ContributionResults(in: records, $0) } ?? ContributionResults()
    }

    /// Creates the view before the first connection: the founding items for an app.
    init(founding app: String) {
        let items = FoundingRoadmap.items.filter { $0.isPlanned(for: app) }
        roadmap = items.map { RoadmapEntry($0, votes: 0) }
        suggestions = []
        told = ContributionResults()
        news = WhatsNew()
    }

    /// Returns the view to save on the device, with fewer suggestions and without other people's
    /// names.
    func redacted(for author: Author?) -> BoardView {
        var copy = BoardView(
            roadmap: roadmap.map { $0.withoutName(unless: author) },
            suggestions: (suggestions.prefix(BoardView.maximumOthers)
                + suggestions.dropFirst(BoardView.maximumOthers).filter {
                    $0.suggestion.author == author
                }).map { $0.withoutName(unless: author) },
            news: news, told: told.redacted(for: author))
        copy.news.forgetNames()
        return copy
    }

    private init(roadmap: [RoadmapEntry], suggestions: [RankedSuggestion], news: WhatsNew, told: ContributionResults) {
        self.roadmap = roadmap
        self.suggestions = suggestions
        self.news = news
        self.told = told
    }
}

/// The results of a person's feedback and suggestions.
struct ContributionResults: Codable, Hashable, Sendable {
    /// A suggestion of the person that was merged into another.
    struct Merged: Codable, Hashable, Sendable {
        let own: Suggestion
        let outcome: RankedSuggestion.Outcome
        let target: Suggestion?
    }

    let feedback: [Feedback]
    /// The promoted suggestions that the person wrote or voted for.
    let promoted: [Suggestion]
    /// The person's merged suggestions with their outcomes.
    let merged: [Merged]

    init() {
        feedback = []
        promoted = []
        merged = []
    }

    /// Reads the results of one person.
    init(in records: any BoardRecords, _ identity: Identity) throws {
        let promotedSuggestions = try records.suggestions(.addedToRoadmap)
        let author = identity.author
        let votedIDs = try Set(records.voted(identity.voter, among: promotedSuggestions.map(\.id)))
        promoted = promotedSuggestions.filter { $0.author == author || votedIDs.contains($0.id) }.map(\.withoutNotes)
        feedback = try records.feedback(by: author).map(\.withoutTriage)
        let ownMerged = try records.suggestions(by: author).filter { $0.mergedInto != nil }
        let poll = try ownMerged.isEmpty ? nil : records.poll()
        merged =
            try poll.map { poll in
                try ownMerged.map { suggestion in
                    Merged(
                        own: suggestion.withoutNotes, outcome: try records.outcome(of: suggestion, poll),
                        target: try (records.record(poll.target(of: suggestion.id)) as Suggestion?)?.withoutNotes)
                }
            } ?? []
    }

    private init(feedback: [Feedback], promoted: [Suggestion], merged: [Merged]) {
        self.feedback = feedback
        self.promoted = promoted
        self.merged = merged
    }

    /// Returns a copy without other people's names.
    fileprivate func redacted(for author: Author?) -> ContributionResults {
        ContributionResults(
            feedback: feedback, promoted: promoted.map { $0.withoutName(unless: author) },
            merged: merged.map {
                Merged(own: $0.own, outcome: $0.outcome.withoutNames, target: $0.target?.withoutName(unless: author))
            })
    }

    /// Returns the results without those of another author.
    func of(_ author: Author) -> ContributionResults {
        ContributionResults(
            feedback: feedback.filter { $0.author == author }, promoted: promoted,
            merged: merged.filter { $0.own.author == author })
    }
}

extension RankedSuggestion.Outcome {
    /// A copy without the names of authors.
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
    init() {
        announcements = []
        released = []
        implemented = 0
        nextUp = nil
    }

    /// Removes the names of authors.
    fileprivate mutating func forgetNames() {
        released = released.map { $0.withoutName(unless: nil) }
        nextUp?.wordsOf = nil
    }
}

extension RoadmapEntry {
    /// Returns a copy without the author's name, unless it is this author.
    fileprivate func withoutName(unless author: Author?) -> RoadmapEntry {
        var anonymousItem = item
        if anonymousItem.wordsOf != author { anonymousItem.wordsOf = nil }
        return RoadmapEntry(anonymousItem, votes: votes, isMine: isMine, isNew: isNew)
    }
}

extension RankedSuggestion {
    /// Returns a copy without names, except this author's own.
    fileprivate func withoutName(unless author: Author?) -> RankedSuggestion {
        RankedSuggestion(
            suggestion: suggestion.withoutName(unless: author), upvotes: upvotes, isMine: isMine,
            outcome: outcome.withoutNames)
    }
}

extension Suggestion {
    /// Returns a copy without the author's name, unless it is this author.
    fileprivate func withoutName(unless author: Author?) -> Suggestion {
        guard self.author != author else { return self }
        var anonymous = Suggestion(
            id: id, title: title, description: description, author: Author(rawValue: ""), submittedAt: submittedAt,
            app: app)
        (anonymous.status, anonymous.promotedToRoadmapID, anonymous.promotedAt) = (
            status, promotedToRoadmapID, promotedAt
        )
        (anonymous.mergedInto, anonymous.decidedAt) = (mergedInto, decidedAt)
        return anonymous
    }
}
