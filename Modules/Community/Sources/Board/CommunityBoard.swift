import Kernel

/// The board that many people share: what they said, what is planned, and who voted for it. It opens units of work; what is decided in
/// one stands once, in the extensions of this protocol, whatever keeps the records.
///
/// Every decision asks `Policy` inside its unit: who the developers are and who is blocked is read in the same breath. Counts are derived
/// from votes. Nothing here can be undone by `undo`: a copy of what was would outlive a wish to be forgotten.
public protocol CommunityBoard: Sendable {
    /// Looks at a consistent state. The closure may run twice.
    func read<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value
    /// Changes what is kept: everything that the closure does, or nothing when it throws. The closure may run twice.
    func write<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value
    /// Changes the ballots, wholly or not at all, one after another; the records are there to be looked at. The closure may run twice.
    func vote<Value>(_ body: (any BoardRecords, inout Ballots) throws -> Value) throws -> Value
    /// Changes records, and then the ballots, while nobody votes. Where the ballots are kept apart, cut off in between the records have changed
    /// and the ballots have not: what must not be lost is voted before. The closure may run twice.
    func settle<Value>(_ body: (any BoardRecords, inout Ballots) throws -> Value) throws -> Value
}

/// What is kept on a board, inside one unit of work: the kinds of record of `StoredCommunityBoard.collections`. No rule stands here.
public protocol BoardRecords {
    /// The record with this identifier.
    func record<Record: Storable>(_ id: Identifier<Record>) throws -> Record?
    /// Keeps a record, in the place of the one with its identifier.
    func keep<Record: Storable>(_ record: Record) throws
    /// Removes a record for good.
    ///
    /// - Returns: false when there was none.
    @discardableResult
    func remove<Record: Storable>(_ id: Identifier<Record>) throws -> Bool

    /// The roadmap by priority, then by age.
    func items() throws -> [RoadmapItem]
    /// The votes.
    func ballots() throws -> Ballots
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
    /// Who was counted in a month.
    func attendance(in month: String) throws -> [Attendance]
    /// When somebody was counted.
    func attendance(of author: Author) throws -> [Attendance]
}

// MARK: - What the decisions share

extension BoardRecords {
    /// The roadmap by priority; the founding nine before anybody has changed it.
    public func roadmap() throws -> [RoadmapItem] { try record(Charter.only) == nil ? FoundingRoadmap.items : items() }

    /// - Throws: what is said of something that is not there.
    func existing<Record: BoardSubject>(_ id: Identifier<Record>) throws -> Record {
        guard let record = try record(id) else { throw Record.notFound(id) }
        return record
    }

    /// Keeps what must not be there yet. Identifiers are made by chance on each device; that one comes twice means that it was forged.
    func add<Record: Storable>(_ new: Record) throws {
        guard try record(new.id) == nil else {
            throw Failure(.idTaken, "The id “\(new.id)” is already used.", advice: "Try again.", kind: .badData)
        }
        try keep(new)
    }
}

/// Who asks, as one unit of work sees them.
struct People {
    let actor: Actor
    let charter: Charter?
    let isBlocked: Bool

    init(_ actor: Actor, _ records: any BoardRecords) throws {
        self.actor = actor
        charter = try records.record(Charter.only)
        isBlocked = try actor.author.flatMap { try records.record(BlockedAuthor.id($0)) } != nil
    }

    var isDeveloper: Bool {
        guard let mark = actor.developerMark else { return false }
        return charter.map { $0.developerMark == mark } ?? true
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
