import Kernel

/// The developers' decisions about suggestions, and moderation.
extension CommunityAdmin {
    /// Returns suggestions by status, then by votes. Notes are included only for developers.
    ///
    /// - Parameter app: limits the result to suggestions by users of this app.
    package func suggestions(_ status: Suggestion.Status? = nil, app: String? = nil) throws -> [RankedSuggestion] {
        try readBoard { records, context in
            let matching = try records.suggestions(status).filter { $0.isOf(app) }
            let visible =
                context.seesTriage ? matching : matching.filter { $0.hiddenBecause == nil }.map(\.withoutNotes)
            return try RankedSuggestion.ranked(visible, in: records, for: nil)
        }
    }

    /// Marks a suggestion as under review.
    ///
    /// - Throws: `notAllowed`, `suggestionNotFound`, `suggestionClosed`.
    package func review(_ id: Identifier<Suggestion>, notes: String?) throws -> Suggestion {
        try setStatus(id, .underReview, notes)
    }

    /// Declines a suggestion. The notes are for developers only.
    ///
    /// - Throws: the errors of `review`.
    package func decline(_ id: Identifier<Suggestion>, notes: String?) throws -> Suggestion {
        try setStatus(id, .declined, notes)
    }

    /// Merges a suggestion into another, which keeps its text and receives the votes, one for each
    /// person.
    ///
    /// - Returns: the other suggestion and the number of votes it gained.
    /// - Throws: the errors of `review`, and `mergeWithItself`.
    package func merge(_ id: Identifier<Suggestion>, into other: Identifier<Suggestion>) throws -> (
        Suggestion, carried: Int
    ) {
        try decide { board, actor, now in try board.merge(id, into: other, by: actor, at: now) }
    }

    /// Puts a suggestion on the roadmap. Its author and voters are notified at their next visit.
    ///
    /// The item uses the suggestion's text unless other text is given. The author's text is removed
    /// if the author asks to be forgotten.
    ///
    /// - Throws: the errors of `review`, and `priorityOutOfRange`.
    package func promote(
        _ id: Identifier<Suggestion>, priority: Int, release: String, category: RoadmapItem.Category, title: String?,
        description: String?
    ) throws -> (Suggestion, RoadmapItem) {
        let priority = try RoadmapItem.checked(priority: priority)
        let ownTitle = try title.map(TextRules.title)
        let ownText = try description.map { try TextRules.text.validated($0, "The description") }
        let release = try TextRules.title(release)
        return try decide { board, actor, now in
            let suggestion = try board.read { try $0.existing(id) }
            let item = RoadmapItem(
                id: ids.next(), title: ownTitle ?? suggestion.title, description: ownText ?? suggestion.description,
                priority: priority, estimatedRelease: release, category: category, createdAt: now,
                wordsOf: ownTitle != nil && ownText != nil ? nil : suggestion.author, app: suggestion.app)
            return (try board.promote(id, to: item, by: actor, at: now), item)
        }
    }

    /// Sets the status and notes of an open suggestion.
    private func setStatus(_ id: Identifier<Suggestion>, _ status: Suggestion.Status, _ notes: String?) throws
        -> Suggestion
    {
        let notes = try notes.map { try TextRules.text.validated($0, "The notes") }
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

    /// Hides feedback or a suggestion from everyone except its author and developers, or shows it
    /// again for nil.
    ///
    /// - Throws: `notAllowed`, `contentNotFound`.
    package func hide(_ id: String, because reason: String?) throws {
        let reason = try reason.map { try TextRules.reason.validated($0, "The reason") }
        try decide { board, actor, now in
            if try board.read({ try $0.record(Identifier<Feedback>(id)) }) != nil {
                _ = try board.change(Identifier<Feedback>(id), .hiddenContent, by: actor, at: now) {
                    $0.hiddenBecause = reason
                }
            } else if try board.read({ try $0.record(Identifier<Suggestion>(id)) }) != nil {
                _ = try board.change(Identifier<Suggestion>(id), .hiddenContent, by: actor, at: now) {
                    $0.hiddenBecause = reason
                }
            } else {
                throw Failure(
                    .contentNotFound, "There is no feedback or suggestion “\(id)”.",
                    advice: "`feedback list` and `suggestion list` show ids.")
            }
        }
    }

    /// Blocks an author's submissions, or ends the block for nil.
    ///
    /// - Returns: whether the call changed anything.
    /// - Throws: `notAllowed`, or `authorUnknown` if the text is no author's name.
    @discardableResult
    package func block(_ author: String, because reason: String?) throws -> Bool {
        let reason = try reason.map { try TextRules.reason.validated($0, "The reason") }
        guard author.utf8.count == 26, author.utf8.allSatisfy({ (48...57).contains($0) || (97...122).contains($0) })
        else {
            throw Failure(
                .authorUnknown, "“\(author)” is not an author's name.", advice: "`feedback show ID` names the author.",
                kind: .badData)
        }
        return try decide { board, actor, now in
            try board.block(Author(rawValue: author), because: reason, by: actor, at: now)
        }
    }

    /// Returns the hidden records and the blocked authors.
    ///
    /// - Throws: `notAllowed`.
    package func moderated() throws -> [Moderated] {
        try readBoard { records, context in
            try context.require(.read, .block)
            let feedback = try records.feedback(nil, newestFirst: true, limit: nil).compactMap { entry in
                entry.hiddenBecause.map {
                    Moderated(id: entry.id.rawValue, kind: "feedback", reason: $0, text: entry.text)
                }
            }
            let suggestions = try records.suggestions(nil).compactMap { entry in
                entry.hiddenBecause.map {
                    Moderated(id: entry.id.rawValue, kind: "suggestion", reason: $0, text: entry.title)
                }
            }
            let blocks = try records.blocks().map {
                Moderated(id: $0.author.rawValue, kind: "author", reason: $0.reason, text: "since \($0.since)")
            }
            return feedback + suggestions + blocks
        }
    }
}

/// A record or author that developers have hidden or blocked.
package struct Moderated: Hashable, Sendable {
    /// The identifier of the feedback, suggestion or author.
    package let id: String
    /// The kind: `feedback`, `suggestion` or `author`.
    package let kind: String
    package let reason: String
    /// The text of feedback, the title of a suggestion, or the start of a block.
    package let text: String

    package init(id: String, kind: String, reason: String, text: String) {
        self.id = id
        self.kind = kind
        self.reason = reason
        self.text = text
    }
}
