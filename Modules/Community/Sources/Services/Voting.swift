import Kernel

/// The roadmap, and votes.
extension Participation {
    /// The roadmap by priority, with votes.
    ///
    /// - Throws: `communityUnreachable`.
    public func roadmap() throws -> [RoadmapEntry] {
        try RoadmapEntry.all(on: board(), for: voter())
    }

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
            guard let known = try board.suggestion(suggestion) else { throw Failure.suggestionNotFound(suggestion) }
            let voted = try voter().map { try !board.upvoted($0, among: [suggestion]).isEmpty } ?? false
            if known.mergedInto == nil, voted == !takingBack, known.status.isOpen, try outbox.waiting().entries.isEmpty {
                return Sending(parcel: parcel, state: .sent, changed: false, trouble: nil)
            }
        }
        return try send { _ in parcel }
    }

    private func turn(_ parcel: Parcel, _ id: Identifier<RoadmapItem>, to wanted: Bool) throws -> Sending {
        // A board that is away does not keep anybody from voting; what it would refuse is said when the vote arrives.
        if let board = try? board(), let items = try? board.items() {
            guard let item = items.first(where: { $0.id == id }) else { throw Failure.itemNotFound(id) }
            guard item.status != .released else { throw Failure.itemReleased(item) }
            let voted = try voter().map { try board.voted($0, among: [id]).contains(id) } ?? false
            if voted == wanted, try outbox.waiting().entries.isEmpty {
                return Sending(parcel: parcel, state: .sent, changed: false, trouble: nil)
            }
        }
        return try send { _ in parcel }
    }
}

/// An item with its votes.
public struct RoadmapEntry: Sendable {
    /// The item.
    public let item: RoadmapItem
    /// Its votes.
    public let votes: Int
    /// Whether the person voted for it.
    public let isMine: Bool
    /// Whether it is one of the last three that were released.
    public let isNew: Bool

    /// An item, and what is known of its votes.
    public init(_ item: RoadmapItem, votes: Int, isMine: Bool = false, isNew: Bool = false) {
        (self.item, self.votes, self.isMine, self.isNew) = (item, votes, isMine, isNew)
    }

    /// The roadmap by priority.
    static func all(on board: any CommunityBoard, for voter: Voter?) throws -> [RoadmapEntry] {
        let items = try board.items()
        let counts = try board.votes(for: items.map(\.id))
        let mine = try voter.map { try board.voted($0, among: items.map(\.id)) } ?? []
        let fresh = Set(items.filter { $0.status == .released }.sorted(by: RoadmapItem.laterRelease).prefix(3).map(\.id))
        return zip(items, counts).map { item, count in
            RoadmapEntry(item, votes: count, isMine: mine.contains(item.id), isNew: fresh.contains(item.id))
        }
    }
}

extension RoadmapItem {
    static func laterRelease(_ left: RoadmapItem, _ right: RoadmapItem) -> Bool {
        (left.releaseDate?.ordinal ?? 0, -left.priority, left.id) > (right.releaseDate?.ordinal ?? 0, -right.priority, right.id)
    }
}
