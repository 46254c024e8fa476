import Kernel

/// The board in any store. Author and role stand beside every record, so that an engine that knows its users can check them too.
public struct StoredCommunityBoard: CommunityBoard {
    let store: any Store

    /// A board in a store, or in a partition of one.
    public init(_ store: any Store) { self.store = store }

    /// Every kind of record that the board keeps.
    public static var collections: [any StoredCollection] {
        [
            Feedback.collection, RoadmapItem.collection, Vote<RoadmapItem>.collection, Suggestion.collection,
            Vote<Suggestion>.collection, Announcement.collection, Ledger.collection, Attendance.collection,
            BlockedAuthor.collection,
            Farewell.collection, Charter.collection,
        ]
    }

    public func standing(of actor: Actor) throws -> Standing {
        try store.read { transaction in
            let people = try People(actor, transaction)
            return Standing(
                isFounded: people.charter != nil, isDeveloper: people.isDeveloper, isBlocked: people.isBlocked)
        }
    }

    public func items() throws -> [RoadmapItem] { try store.read { try items(in: $0) } }

    public func votes(for items: [Identifier<RoadmapItem>]) throws -> [Int] {
        try store.read { transaction in try items.map { try transaction.count(Vote.bySubject.at($0)) } }
    }

    public func voted(_ voter: Voter, among items: [Identifier<RoadmapItem>]) throws -> Set<Identifier<RoadmapItem>> {
        try store.read { transaction in
            try Set(items.filter { try transaction.record(Vote.id($0, voter)) != nil })
        }
    }

    public func suggestions(_ status: Suggestion.Status?) throws -> [Suggestion] {
        try store.read { try $0.records(status.map { Suggestion.byStatus.under($0.rawValue) } ?? Suggestion.byTime.all) }
    }

    public func suggestion(_ id: Identifier<Suggestion>) throws -> Suggestion? { try store.read { try $0.record(id) } }

    public func upvotes(for suggestions: [Identifier<Suggestion>]) throws -> [Int] {
        try store.read { transaction in try suggestions.map { try transaction.count(Vote.bySubject.at($0)) } }
    }

    public func upvoted(_ voter: Voter, among suggestions: [Identifier<Suggestion>]) throws -> Set<Identifier<Suggestion>> {
        try store.read { transaction in
            try Set(suggestions.filter { try transaction.record(Vote.id($0, voter)) != nil })
        }
    }

    public func feedback(_ id: Identifier<Feedback>) throws -> Feedback? { try store.read { try $0.record(id) } }

    public func feedback(_ status: Feedback.Status?, newestFirst: Bool, limit: Int?) throws -> [Feedback] {
        let all = status.map { Feedback.byStatus.under($0.rawValue) } ?? Feedback.byTime.all
        return try store.read { try $0.records((newestFirst ? all.descending : all).limit(limit)) }
    }

    public func feedbackCount(_ status: Feedback.Status?) throws -> Int {
        try store.read { try $0.count(status.map { Feedback.byStatus.under($0.rawValue) } ?? Feedback.byTime.all) }
    }

    public func feedback(by author: Author) throws -> [Feedback] {
        try store.read { try $0.records(Feedback.byAuthor.under(author).descending) }
    }

    public func announcements() throws -> [Announcement] { try store.read { try $0.records(Announcement.byTime.all.descending) } }

    // MARK: - What the transactions share

    /// The roadmap as it stands: the founding nine until there is a charter.
    func items(in transaction: borrowing Transaction) throws -> [RoadmapItem] {
        guard try transaction.record(Charter.only) != nil else { return FoundingRoadmap.items }
        return try transaction.records(RoadmapItem.byPriority.all)
    }

    func item(_ id: Identifier<RoadmapItem>, in transaction: borrowing Transaction) throws -> RoadmapItem {
        let isFounded = try transaction.record(Charter.only) != nil
        let item = isFounded ? try transaction.record(id) : FoundingRoadmap.items.first { $0.id == id }
        guard let item else { throw Failure.itemNotFound(id) }
        return item
    }

    func suggestion(_ id: Identifier<Suggestion>, in transaction: borrowing Transaction) throws -> Suggestion {
        guard let suggestion = try transaction.record(id) else { throw Failure.suggestionNotFound(id) }
        return suggestion
    }
}

/// Who asks, as one transaction sees them.
struct People {
    let actor: Actor
    let charter: Charter?
    let isBlocked: Bool

    init(_ actor: Actor, _ transaction: borrowing Transaction) throws {
        self.actor = actor
        charter = try transaction.record(Charter.only)
        let block = actor.author.map(BlockedAuthor.id)
        isBlocked = try block.flatMap { try transaction.record($0) } != nil
    }

    var isDeveloper: Bool {
        guard let mark = actor.developerMark else { return false }
        return charter.map { $0.developerMark == mark } ?? true
    }

    /// What they are to a record of this author; nil for records that have none.
    func role(toward author: Author? = nil) -> Policy.Role {
        if let author, author == actor.author { return isBlocked ? .blocked : .creator }
        if isDeveloper { return .developer }
        return actor.author == nil ? .guest : .member
    }

    func require(_ action: Policy.Action, _ matter: Policy.Matter, of author: Author? = nil) throws {
        try Policy.require(action, matter, as: role(toward: author))
    }
}
