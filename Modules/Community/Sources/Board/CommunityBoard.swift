import Kernel

/// The board that many people share: what they said, what is planned, and who voted for it. It shows what is there, takes what people send,
/// and does what developers decide.
///
/// There are two kinds. A `RecordsBoard` keeps records for programs that believe each other: its decisions stand here, once, and ask `Policy`.
/// A database decides itself, by the name that somebody logged in with. Nothing here can be undone by `undo`: a copy of what was would outlive a
/// wish to be forgotten.
public protocol CommunityBoard: Sendable {
    /// Looks at a consistent state. The closure may run twice.
    func read<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value

    /// Takes what somebody sent, once. The number is noted in the unit that takes the parcel: neither is there without the other.
    ///
    /// - Returns: false when it had been taken before.
    /// - Throws: `notAllowed`, `authorBlocked`, `authorForgotten`, `itemNotFound`, `itemReleased`, `suggestionNotFound`,
    ///   `suggestionClosed`; `tooMany` of kind `temporary`.
    func take(_ posting: Posting, from actor: Actor) throws -> Bool
    /// Removes everything that is theirs, and takes nothing more under their name. As often as one likes.
    ///
    /// - Returns: how many records are gone.
    func forget(_ actor: Actor) throws -> Int
    /// Everything that is theirs.
    func belongings(of actor: Actor) throws -> BoardBelongings
    /// Who is blocked.
    ///
    /// - Throws: `notAllowed`.
    func blocks(for actor: Actor) throws -> [BlockedAuthor]
    /// Founds a community that nobody has founded: its developers are those with this actor's key, and TKDojang's nine items stand on its
    /// roadmap.
    ///
    /// - Throws: `notAllowed` for anybody but a developer.
    func found(by actor: Actor, at now: Instant) throws

    /// Adds an item, behind the founding nine.
    ///
    /// - Throws: `notAllowed`, `idTaken`.
    func add(_ item: RoadmapItem, by actor: Actor, at now: Instant) throws
    /// Changes what belongs to developers in an item, a feedback or a suggestion.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`, `feedbackNotFound`, `suggestionNotFound`, and what the change throws.
    func change<Record: BoardSubject>(
        _ id: Identifier<Record>, _ matter: Policy.Matter, by actor: Actor, at now: Instant,
        _ change: (inout Record) throws -> Void
    ) throws -> Record
    /// Says that feedback says the same as another of its app, or no longer for nil. There are no chains: what said the same as the first says
    /// the same as the second then, and a second that says the same as a third means that.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`, `feedbackOfOtherApp`, `mergeWithItself`.
    func relate(_ feedback: Identifier<Feedback>, to other: Identifier<Feedback>?, by actor: Actor, at now: Instant) throws
        -> Feedback
    /// Makes one suggestion of two: the votes of the first count for the second, one a person.
    ///
    /// - Returns: the second, and how many votes came to it.
    /// - Throws: `notAllowed`, `suggestionNotFound`, `suggestionClosed`, `mergeWithItself`.
    func merge(_ suggestion: Identifier<Suggestion>, into other: Identifier<Suggestion>, by actor: Actor, at now: Instant)
        throws -> (Suggestion, carried: Int)
    /// Makes a suggestion an item of the roadmap; both change together.
    ///
    /// - Throws: `notAllowed`, `suggestionNotFound`, `suggestionClosed`, `idTaken`.
    func promote(_ suggestion: Identifier<Suggestion>, to item: RoadmapItem, by actor: Actor, at now: Instant) throws
        -> Suggestion
    /// Looks at a suggestion anew: whatever was decided about it is taken back. What it was merged into loses its votes, and an item of the
    /// roadmap that it became goes, with the votes for it.
    ///
    /// - Returns: the suggestion as it was, and as it is now.
    /// - Throws: `notAllowed`, `suggestionNotFound`, `suggestionPending`; `itemReleased` when what it became is released.
    func reopen(_ id: Identifier<Suggestion>, by actor: Actor, at now: Instant) throws -> (before: Suggestion, after: Suggestion)
    /// Removes an item, with the votes for it. A suggestion that became it is pending again.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`.
    func remove(_ id: Identifier<RoadmapItem>, by actor: Actor, at now: Instant) throws -> RoadmapItem
    /// Tells everybody something.
    ///
    /// - Throws: `notAllowed`.
    func announce(_ announcement: Announcement, by actor: Actor, at now: Instant) throws
    /// Takes an announcement away.
    ///
    /// - Throws: `notAllowed`, `announcementNotFound`.
    func withdraw(_ id: Identifier<Announcement>, by actor: Actor, at now: Instant) throws -> Announcement
    /// Takes nothing more from somebody, or takes it again for nil. A name that nobody bears can be blocked too.
    ///
    /// - Returns: whether that changed anything.
    /// - Throws: `notAllowed`.
    @discardableResult
    func block(_ author: Author, because reason: String?, by actor: Actor, at now: Instant) throws -> Bool
}

/// A board that keeps records, and opens units of work over them; what is decided in one stands once, in the extensions of this protocol,
/// whatever keeps the records.
///
/// Every decision asks `Policy` inside its unit: who the developers are and who is blocked is read in the same breath. Counts are derived from
/// votes.
public protocol RecordsBoard: CommunityBoard {
    /// Changes what is kept: everything that the closure does, or nothing when it throws. The closure may run twice.
    func write<Value>(_ body: (any KeptRecords) throws -> Value) throws -> Value
    /// Changes the ballots, wholly or not at all, one after another; the records are there to be looked at. The closure may run twice.
    func vote<Value>(_ body: (any KeptRecords, inout Ballots) throws -> Value) throws -> Value
    /// Changes records, and then the ballots, while nobody votes. Where the ballots are kept apart, cut off in between the records have changed
    /// and the ballots have not: what must not be lost is voted before. The closure may run twice.
    func settle<Value>(_ body: (any KeptRecords, inout Ballots) throws -> Value) throws -> Value
}

/// What stands on a board, inside one unit of work: the kinds of record of `StoredCommunityBoard.collections`. No rule stands here. A database
/// shows of them what whoever logged in may see.
public protocol BoardRecords {
    /// The record with this identifier.
    func record<Record: Storable>(_ id: Identifier<Record>) throws -> Record?
    /// The roadmap by priority, then by age.
    func items() throws -> [RoadmapItem]
    /// The votes as they count, those for suggestions by these; none where only items of the roadmap are asked about.
    func poll(of suggestions: [Suggestion]) throws -> Poll
    /// Suggestions by time; nil for all statuses.
    func suggestions(_ status: Suggestion.Status?) throws -> [Suggestion]
    /// What somebody suggested, by time.
    func suggestions(by author: Author) throws -> [Suggestion]
    /// Feedback of one status, or of all.
    func feedback(_ status: Feedback.Status?, newestFirst: Bool, limit: Int?) throws -> [Feedback]
    /// How many feedbacks have a status.
    func feedbackCount(_ status: Feedback.Status?) throws -> Int
    /// How much feedback has no answer yet, by app.
    func pendingByApp() throws -> [String: Int]
    /// What somebody told, newest first.
    func feedback(by author: Author) throws -> [Feedback]
    /// All announcements, latest first.
    func announcements() throws -> [Announcement]
    /// Who is blocked.
    func blocks() throws -> [BlockedAuthor]
    /// When somebody was counted.
    func attendance(of author: Author) throws -> [Attendance]

    /// Who asks, as this unit of work sees them.
    func people(_ actor: Actor) throws -> People
    /// Feedback with how many people said the same, in any order; what is counted at another is left out.
    func tracked() throws -> [TrackedFeedback]
    /// How many feedbacks of an app, of all for nil, were implemented.
    func implementedCount(for app: String?) throws -> Int
    /// Who used an app in a month, and what they did.
    func attendees(in month: String) throws -> [Attendee]
    /// How many people take part, and of which apps.
    func census() throws -> Census
    /// Who takes part, in groups of five and more.
    func insights() throws -> Insights
}

/// Records that a program changes, inside one unit of work.
public protocol KeptRecords: BoardRecords {
    /// Keeps a record, in the place of the one with its identifier.
    func keep<Record: Storable>(_ record: Record) throws
    /// Removes a record for good.
    ///
    /// - Returns: false when there was none.
    @discardableResult
    func remove<Record: Storable>(_ id: Identifier<Record>) throws -> Bool
    /// Who was counted in a month.
    func attendance(in month: String) throws -> [Attendance]
    /// The votes, by name.
    func ballots() throws -> Ballots
}

// MARK: - Where everybody sees all records, the rest follows from them

extension KeptRecords {
    /// The votes by name, each counted for what its suggestion was merged into.
    public func poll(of suggestions: [Suggestion]) throws -> Poll { try Poll(ballots(), suggestions) }

    /// Who asks, by the charter's mark and the list of the blocked.
    public func people(_ actor: Actor) throws -> People { try People(actor, self) }

    /// How much of the feedback that is kept was implemented.
    public func implementedCount(for app: String?) throws -> Int {
        guard let app else { return try feedbackCount(.implemented) }
        return try feedback(.implemented, newestFirst: true, limit: nil).count { $0.device.app == app }
    }

    /// Who was counted, with what their ledgers tell.
    public func attendees(in month: String) throws -> [Attendee] {
        try attendance(in: month).map { attendance in
            let months = try record(Ledger.id(attendance.author))?.lastMonth ?? [:]
            let deeds = months.compactMap { name, month in Deed(rawValue: name).map { ($0, month) } }
            return Attendee(lastMonth: Dictionary(deeds, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// Feedback with how many people said the same.
    public func tracked() throws -> [TrackedFeedback] {
        TrackedFeedback.all(of: try feedback(nil, newestFirst: false, limit: nil))
    }

    /// Those who have written something; whoever only votes or reads is not known to anybody.
    public func census() throws -> Census {
        let (told, ideas) = (try feedback(nil, newestFirst: false, limit: nil), try suggestions(nil))
        let apps = try told.map(\.device.app) + ideas.compactMap(\.app) + items().compactMap(\.owner)
        return Census(apps: Set(apps).sorted(), people: Set(told.map(\.author) + ideas.map(\.author)).count, developers: nil)
    }

    /// The groups behind all feedback.
    public func insights() throws -> Insights { try Insights(self) }

    /// Keeps what must not be there yet. Identifiers are made by chance on each device; that one comes twice means that it was forged.
    func add<Record: Storable>(_ new: Record) throws {
        guard try record(new.id) == nil else { throw Failure.idTaken(new.id) }
        try keep(new)
    }
}

extension Failure {
    package static func idTaken<Record>(_ id: Identifier<Record>) -> Failure {
        Failure(.idTaken, "The id “\(id)” is already used.", advice: "Try again.", kind: .badData)
    }
}

// MARK: - What the decisions share

extension BoardRecords {
    /// The roadmap by priority; the founding nine before anybody has changed it.
    public func roadmap() throws -> [RoadmapItem] { try record(Charter.only) == nil ? FoundingRoadmap.items : items() }

    /// - Throws: what is said of something that is not there.
    package func existing<Record: BoardSubject>(_ id: Identifier<Record>) throws -> Record {
        guard let record = try record(id) else { throw Record.notFound(id) }
        return record
    }
}

/// Who asks, as one unit of work sees them.
public struct People {
    let actor: Actor
    let charter: Charter?
    let isBlocked: Bool
    /// Whether they answer for the community.
    public let isDeveloper: Bool

    init(_ actor: Actor, _ records: any BoardRecords) throws {
        self.actor = actor
        let charter = try records.record(Charter.only)
        self.charter = charter
        isBlocked = try actor.author.flatMap { try records.record(BlockedAuthor.id($0)) } != nil
        isDeveloper = actor.developerMark.map { mark in charter.map { $0.developerMark == mark } ?? true } ?? false
    }

    /// Somebody whom a database knows.
    package init(_ actor: Actor, isDeveloper: Bool) {
        (self.actor, self.isDeveloper, charter, isBlocked) = (actor, isDeveloper, nil, false)
    }

    /// Whether they see tags, notes and what is hidden.
    var seesTriage: Bool { Policy.allows(isDeveloper ? .developer : .guest, .read, .feedbackTriage) }

    /// Feedback as they may see it.
    func seen(_ feedback: [Feedback]) -> [Feedback] {
        seesTriage ? feedback : feedback.filter { $0.hiddenBecause == nil }.map(\.withoutTriage)
    }

    func require(_ action: Policy.Action, _ matter: Policy.Matter, of author: Author? = nil) throws {
        try Policy.require(action, matter, as: role(toward: author))
    }

    /// What they are to a record of this author; nil for records that have none.
    private func role(toward author: Author?) -> Policy.Role {
        if let author, author == actor.author { return isBlocked ? .blocked : .creator }
        if isDeveloper { return .developer }
        return actor.author == nil ? .guest : .member
    }
}
