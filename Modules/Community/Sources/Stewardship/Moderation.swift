import Kernel

/// Suggestions and moderation, as developers decide on them.
extension Stewardship {
    /// Suggestions by status, then by votes; notes only for developers.
    ///
    /// - Parameter app: only those of people who use this app.
    public func suggestions(_ status: Suggestion.Status? = nil, app: String? = nil) throws -> [RankedSuggestion] {
        try look { records, people in
            let found = try records.suggestions(status).filter { $0.isOf(app) }
            let seen = people.seesTriage ? found : found.filter { $0.hiddenBecause == nil }.map(\.withoutNotes)
            return try RankedSuggestion.ranked(seen, in: records, for: nil)
        }
    }

    /// Takes a suggestion under review.
    ///
    /// - Throws: `notAllowed`, `suggestionNotFound`, `suggestionClosed`.
    public func review(_ id: Identifier<Suggestion>, notes: String?) throws -> Suggestion { try judge(id, .underReview, notes) }

    /// Declines a suggestion. The notes are for developers only.
    ///
    /// - Throws: as `review`.
    public func decline(_ id: Identifier<Suggestion>, notes: String?) throws -> Suggestion { try judge(id, .declined, notes) }

    /// Makes one suggestion of two; the second keeps its words and gets the votes of the first, one a person.
    ///
    /// - Returns: the second, and how many votes came to it.
    /// - Throws: as `review`, `mergeWithItself`.
    public func merge(_ id: Identifier<Suggestion>, into other: Identifier<Suggestion>) throws -> (Suggestion, carried: Int) {
        try decide { board, actor, now in try board.merge(id, into: other, by: actor, at: now) }
    }

    /// Puts a suggestion on the roadmap. Who wrote it and who voted for it are told when they look next.
    ///
    /// The item keeps the suggestion's words unless others are given; they go when their author wants to be forgotten.
    /// - Throws: as `review`, `priorityOutOfRange`.
    public func promote(
        _ id: Identifier<Suggestion>, priority: Int, release: String, category: RoadmapItem.Category, title: String?,
        description: String?
    ) throws -> (Suggestion, RoadmapItem) {
        let priority = try RoadmapItem.checked(priority: priority)
        let (ownTitle, ownText) = (
            try title.map(Wording.title), try description.map { try Wording.text.kept($0, "The description") }
        )
        let release = try Wording.title(release)
        return try decide { board, actor, now in
            let suggestion = try board.read { try $0.existing(id) }
            let item = RoadmapItem(
                id: ids.next(), title: ownTitle ?? suggestion.title, description: ownText ?? suggestion.description,
                priority: priority, estimatedRelease: release, category: category, createdAt: now,
                wordsOf: ownTitle != nil && ownText != nil ? nil : suggestion.author, app: suggestion.app)
            return (try board.promote(id, to: item, by: actor, at: now), item)
        }
    }

    private func judge(_ id: Identifier<Suggestion>, _ status: Suggestion.Status, _ notes: String?) throws -> Suggestion {
        let notes = try notes.map { try Wording.text.kept($0, "The notes") }
        return try decide { board, actor, now in
            try board.change(id, .suggestionStatus, by: actor, at: now) { suggestion in
                try suggestion.requireOpen()
                suggestion.status = status
                if status == .declined { suggestion.decidedAt = now }
                if let notes { suggestion.developerNotes = notes }
            }
        }
    }

    // MARK: - Moderation

    /// Hides feedback or a suggestion from everybody but its author and developers; shows it again for nil.
    ///
    /// - Throws: `notAllowed`, `contentNotFound`.
    public func hide(_ id: String, because reason: String?) throws {
        let reason = try reason.map { try Wording.reason.kept($0, "The reason") }
        try decide { board, actor, now in
            if try board.read({ try $0.record(Identifier<Feedback>(id)) }) != nil {
                _ = try board.change(Identifier<Feedback>(id), .hiddenContent, by: actor, at: now) { $0.hiddenBecause = reason }
            } else if try board.read({ try $0.record(Identifier<Suggestion>(id)) }) != nil {
                _ = try board.change(Identifier<Suggestion>(id), .hiddenContent, by: actor, at: now) { $0.hiddenBecause = reason }
            } else {
                throw Failure(
                    .contentNotFound, "There is no feedback or suggestion “\(id)”.",
                    advice: "`feedback list` and `suggestion list` show ids.")
            }
        }
    }

    /// Takes nothing more from somebody; takes it again for nil.
    ///
    /// - Returns: whether that changed anything: whether they had been blocked, or had not.
    /// - Throws: `notAllowed`, `authorUnknown` for what is no author's name.
    @discardableResult
    public func block(_ author: String, because reason: String?) throws -> Bool {
        let reason = try reason.map { try Wording.reason.kept($0, "The reason") }
        guard author.utf8.count == 26, author.utf8.allSatisfy({ (48...57).contains($0) || (97...122).contains($0) }) else {
            throw Failure(
                .authorUnknown, "“\(author)” is not an author's name.", advice: "`feedback show ID` names the author.",
                kind: .badData)
        }
        return try decide { board, actor, now in try board.block(Author(rawValue: author), because: reason, by: actor, at: now) }
    }

    /// What is hidden, and who is blocked.
    ///
    /// - Throws: `notAllowed`.
    public func moderated() throws -> [Moderated] {
        try look { records, people in
            try people.require(.read, .block)
            let feedback = try records.feedback(nil, newestFirst: true, limit: nil).compactMap { one in
                one.hiddenBecause.map { Moderated(id: one.id.rawValue, kind: "feedback", reason: $0, text: one.text) }
            }
            let suggestions = try records.suggestions(nil).compactMap { one in
                one.hiddenBecause.map { Moderated(id: one.id.rawValue, kind: "suggestion", reason: $0, text: one.title) }
            }
            let blocks = try records.blocks().map {
                Moderated(id: $0.author.rawValue, kind: "author", reason: $0.reason, text: "since \($0.since)")
            }
            return feedback + suggestions + blocks
        }
    }
}

/// Something that developers keep from others.
public struct Moderated: Hashable, Sendable {
    /// Of what: feedback, suggestion or author.
    public let id: String
    /// `feedback`, `suggestion` or `author`.
    public let kind: String
    /// Why.
    public let reason: String
    /// What it says.
    public let text: String

    /// Something that is kept from others.
    public init(id: String, kind: String, reason: String, text: String) {
        (self.id, self.kind, self.reason, self.text) = (id, kind, reason, text)
    }
}
