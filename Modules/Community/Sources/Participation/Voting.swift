import Kernel

/// What stands on the board, and votes. Looking throws `communityUnreachable`.
extension Participation {
    /// The roadmap by priority, with votes.
    public func roadmap() throws -> [RoadmapEntry] { try RoadmapEntry.all(on: board(), for: voter()) }

    /// Announcements that are shown now, and what came of what people asked for.
    public func whatsNew() throws -> WhatsNew { try WhatsNew(board(), at: time.now()) }

    /// Who takes part, in groups of five and more.
    public func insights() throws -> Insights { Insights(try board().feedback(nil, newestFirst: true, limit: nil)) }

    /// Votes for an item. A second time is no error and changes nothing.
    ///
    /// - Throws: `itemNotFound`, `itemReleased`, `authorBlocked`, `outboxFull`.
    public func vote(for item: Identifier<RoadmapItem>) throws -> Sending { try turn(.vote(item: item), item, to: true) }

    /// Takes a vote back. Where there is none, nothing changes.
    ///
    /// - Throws: as `vote`.
    public func unvote(_ item: Identifier<RoadmapItem>) throws -> Sending { try turn(.unvote(item: item), item, to: false) }

    /// Votes for a suggestion, or takes that back.
    ///
    /// - Throws: `suggestionNotFound`, `suggestionClosed`, `authorBlocked`, `outboxFull`.
    public func upvote(_ suggestion: Identifier<Suggestion>, takingBack: Bool = false) throws -> Sending {
        let parcel = takingBack ? Parcel.takeBack(suggestion: suggestion) : .upvote(suggestion: suggestion)
        if let board = try? board() {
            guard let known = try board.suggestion(suggestion) else { throw Suggestion.notFound(suggestion) }
            let voted = try voter().map { try !board.voted($0, among: [suggestion]).isEmpty } ?? false
            if known.mergedInto == nil, voted == !takingBack, known.status.isOpen, try outbox.waiting().entries.isEmpty {
                return Sending(parcel: parcel, state: .sent, changed: false, trouble: nil)
            }
        }
        return try send { _ in parcel }
    }

    private func turn(_ parcel: Parcel, _ id: Identifier<RoadmapItem>, to wanted: Bool) throws -> Sending {
        // A board that is away does not keep anybody from voting; what it would refuse is said when the vote arrives.
        if let board = try? board(), let items = try? board.items() {
            guard let item = items.first(where: { $0.id == id }) else { throw RoadmapItem.notFound(id) }
            try item.requireUnreleased()
            let voted = try voter().map { try board.voted($0, among: [id]).contains(id) } ?? false
            if voted == wanted, try outbox.waiting().entries.isEmpty {
                return Sending(parcel: parcel, state: .sent, changed: false, trouble: nil)
            }
        }
        return try send { _ in parcel }
    }
}
