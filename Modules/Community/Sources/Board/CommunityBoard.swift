import Kernel

/// The shared board of feedback, roadmap and votes, which shows records, receives submissions and
/// applies developers' decisions.
///
/// There are two kinds. A `RecordsBoard` stores records for programs that trust each other, and its
/// decisions consult `Policy`. A database decides by itself from the login. `undo` reverses nothing
/// here, because a copy of the earlier state would outlive an erasure.
package protocol CommunityBoard: Sendable {
    /// Reads from a consistent snapshot. The closure may run twice.
    func read<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value

    /// Receives a submission once. The transaction that applies it also records its number.
    ///
    /// - Returns: false if the submission had been received before.
    /// - Throws: `notAllowed`, `authorBlocked`, `authorForgotten`, `itemNotFound`, `itemReleased`,
    ///   `suggestionNotFound`, `suggestionClosed`, or `tooMany` of kind `temporary`.
    func receive(_ posting: Posting, from actor: Actor) throws -> Bool
    /// Deletes all data of an actor and refuses later submissions under that name. Repeated calls
    /// are safe.
    ///
    /// - Returns: the number of deleted records.
    func forget(_ actor: Actor) throws -> Int
    /// Returns all data of an actor.
    func personalData(of actor: Actor) throws -> PersonalData
    /// Returns the blocked authors.
    ///
    /// - Throws: `notAllowed`.
    func blocks(for actor: Actor) throws -> [BlockedAuthor]
    /// Founds a community that has no founder yet.
    ///
    /// Its developers are the holders of this actor's key. TKDojang's nine items become its
    /// roadmap.
    ///
    /// - Throws: `notAllowed` unless the actor is a developer.
    func bootstrap(by actor: Actor, at now: Instant) throws

    /// Adds an item after the nine founding ones.
    ///
    /// - Throws: `notAllowed`, `idTaken`.
    func add(_ item: RoadmapItem, by actor: Actor, at now: Instant) throws
    /// Changes the developers' fields of an item, a feedback or a suggestion.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`, `feedbackNotFound`, `suggestionNotFound`, and the
    ///   errors of the change.
    func change<Record: BoardSubject>(
        _ id: Identifier<Record>, _ resource: Policy.Resource, by actor: Actor, at now: Instant,
        _ change: (inout Record) throws -> Void
    ) throws -> Record
    /// Marks feedback as a duplicate of another feedback of its app, or removes the mark for nil.
    ///
    /// Chains are flattened: existing duplicates of the first move to the target. A target that is
    /// itself a duplicate resolves to its original.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`, `feedbackOfOtherApp`, `mergeWithItself`.
    func setDuplicate(
        _ feedback: Identifier<Feedback>, to other: Identifier<Feedback>?, by actor: Actor, at now: Instant
    ) throws -> Feedback
    /// Merges a suggestion into another, which receives its votes, one for each person.
    ///
    /// - Returns: the other suggestion and the number of votes it gained.
    /// - Throws: `notAllowed`, `suggestionNotFound`, `suggestionClosed`, `mergeWithItself`.
    func merge(
        _ suggestion: Identifier<Suggestion>, into other: Identifier<Suggestion>, by actor: Actor, at now: Instant
    ) throws -> (Suggestion, carried: Int)
    /// Turns a suggestion into a roadmap item in one transaction.
    ///
    /// - Throws: `notAllowed`, `suggestionNotFound`, `suggestionClosed`, `idTaken`.
    func promote(_ suggestion: Identifier<Suggestion>, to item: RoadmapItem, by actor: Actor, at now: Instant) throws
        -> Suggestion
    /// Reopens a suggestion and reverses its decision.
    ///
    /// A merge target loses the suggestion's votes. A roadmap item made from the suggestion is
    /// removed with its votes.
    ///
    /// - Returns: the suggestion before and after the call.
    /// - Throws: `notAllowed`, `suggestionNotFound`, `suggestionPending`, or `itemReleased` if the
    ///   item made from it is released.
    func reopen(_ id: Identifier<Suggestion>, by actor: Actor, at now: Instant) throws -> (
        before: Suggestion, after: Suggestion
    )
    /// Removes an item with its votes. A suggestion promoted to it is pending again.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`.
    func remove(_ id: Identifier<RoadmapItem>, by actor: Actor, at now: Instant) throws -> RoadmapItem
    /// Publishes an announcement.
    ///
    /// - Throws: `notAllowed`.
    func announce(_ announcement: Announcement, by actor: Actor, at now: Instant) throws
    /// Withdraws an announcement.
    ///
    /// - Throws: `notAllowed`, `announcementNotFound`.
    func withdraw(_ id: Identifier<Announcement>, by actor: Actor, at now: Instant) throws -> Announcement
    /// Blocks an author's submissions, or ends the block for nil. Unused author names can be
    /// blocked too.
    ///
    /// - Returns: whether the call changed anything.
    /// - Throws: `notAllowed`.
    @discardableResult
    func block(_ author: Author, because reason: String?, by actor: Actor, at now: Instant) throws -> Bool
}

/// A board that stores records and runs transactions over them.
///
/// The extensions of this protocol contain the decisions, independent of the storage. Each decision
/// consults `Policy` inside its transaction, which also reads the developers and blocked authors.
/// Counts are derived from votes.
package protocol RecordsBoard: CommunityBoard {
    /// Changes records atomically. The closure may run twice.
    func write<Value>(_ body: (any MutableBoardRecords) throws -> Value) throws -> Value
    /// Changes the ballots atomically, one caller at a time, while the closure may read records.
    /// The closure may run twice.
    func changeBallots<Value>(_ body: (any MutableBoardRecords, inout Ballots) throws -> Value) throws -> Value
    /// Changes records and then the ballots while no vote is cast.
    ///
    /// If ballots are stored separately, an interruption can change the records only. Save votes
    /// that must survive with `changeBallots` first. The closure may run twice.
    func changeRecordsAndBallots<Value>(_ body: (any MutableBoardRecords, inout Ballots) throws -> Value) throws
        -> Value
}

/// The records on a board within one transaction, of the kinds in
/// `StoredCommunityBoard.collections`.
///
/// The protocol contains no rules. A database shows only the records that the login may see.
package protocol BoardRecords {
    /// Returns the record with this identifier.
    func record<Record: Storable>(_ id: Identifier<Record>) throws -> Record?
    /// Returns the roadmap by priority, then by age.
    func items() throws -> [RoadmapItem]
    /// Returns the effective votes, including those for these suggestions. Pass no suggestions for
    /// roadmap items only.
    func poll(of suggestions: [Suggestion]) throws -> Poll
    /// Returns suggestions by time, of all statuses for nil.
    func suggestions(_ status: Suggestion.Status?) throws -> [Suggestion]
    /// Returns an author's suggestions by time.
    func suggestions(by author: Author) throws -> [Suggestion]
    /// Returns feedback of one status, or of all.
    func feedback(_ status: Feedback.Status?, newestFirst: Bool, limit: Int?) throws -> [Feedback]
    /// Returns the number of feedbacks with a status.
    func feedbackCount(_ status: Feedback.Status?) throws -> Int
    /// Returns the number of unanswered feedbacks by app.
    func pendingByApp() throws -> [String: Int]
    /// Returns an author's feedback, newest first.
    func feedback(by author: Author) throws -> [Feedback]
    /// Returns all announcements, latest first.
    func announcements() throws -> [Announcement]
    /// Returns the blocked authors.
    func blocks() throws -> [BlockedAuthor]
    /// Returns the attendance records of an author.
    func attendance(of author: Author) throws -> [Attendance]

    /// Returns the actor and its role as this transaction sees them.
    func actorContext(_ actor: Actor) throws -> ActorContext
    /// Returns feedback with the number of people who reported it, in any order, without
    /// duplicates.
    func tracked() throws -> [TrackedFeedback]
    /// Returns the number of implemented feedbacks of an app, or of all apps for nil.
    func implementedCount(for app: String?) throws -> Int
    /// Returns the users of an app in a month with their contributions.
    func attendees(in month: String) throws -> [Attendee]
    /// Returns the number of participants by app.
    func participantCounts() throws -> ParticipantCounts
    /// Returns the insights about participants, in groups of at least five.
    func insights() throws -> Insights
}

/// Records that a program can change within one transaction.
package protocol MutableBoardRecords: BoardRecords {
    /// Saves a record, replacing the one with its identifier.
    func keep<Record: Storable>(_ record: Record) throws
    /// Deletes a record permanently.
    ///
    /// - Returns: false if there was no record.
    @discardableResult
    func remove<Record: Storable>(_ id: Identifier<Record>) throws -> Bool
    /// Returns the attendance records of a month.
    func attendance(in month: String) throws -> [Attendance]
    /// Returns the votes by name.
    func ballots() throws -> Ballots
}

// MARK: - Derived from all records, where every participant sees them

extension MutableBoardRecords {
    /// Returns the votes by name, each counted for the target of a merged suggestion.
    package func poll(of suggestions: [Suggestion]) throws -> Poll { try Poll(ballots(), suggestions) }

    /// Returns the actor's role from the charter's mark and the list of blocked authors.
    package func actorContext(_ actor: Actor) throws -> ActorContext { try ActorContext(actor, self) }

    /// Returns the number of implemented feedbacks among the stored ones.
    package func implementedCount(for app: String?) throws -> Int {
        guard let app else { return try feedbackCount(.implemented) }
        return try feedback(.implemented, newestFirst: true, limit: nil).count { $0.device.app == app }
    }

    /// Returns the people counted in a month with the contributions in their ledgers.
    package func attendees(in month: String) throws -> [Attendee] {
        try attendance(in: month).map { attendance in
            let months = try record(Ledger.id(attendance.author))?.lastMonth ?? [:]
            let usageCounts = months.compactMap { name, month in LimitedAction(rawValue: name).map { ($0, month) } }
            return Attendee(lastMonth: Dictionary(usageCounts, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// Returns feedback with the number of people who reported it.
    package func tracked() throws -> [TrackedFeedback] {
        TrackedFeedback.all(of: try feedback(nil, newestFirst: false, limit: nil))
    }

    /// Returns the number of authors. People who only vote or read are unknown.
    package func participantCounts() throws -> ParticipantCounts {
        let allFeedback = try feedback(nil, newestFirst: false, limit: nil)
        let allSuggestions = try suggestions(nil)
        let apps = try allFeedback.map(\.device.app) + allSuggestions.compactMap(\.app) + items().compactMap(\.app)
        return ParticipantCounts(
            apps: Set(apps).sorted(), people: Set(allFeedback.map(\.author) + allSuggestions.map(\.author)).count,
            developers: nil)
    }

    /// Returns the groups computed from all feedback.
    package func insights() throws -> Insights { try Insights(self) }

    /// Saves a new record. Devices generate identifiers randomly, so a duplicate is a forgery.
    func add<Record: Storable>(_ record: Record) throws {
        guard try self.record(record.id) == nil else { throw Failure.idTaken(record.id) }
        try keep(record)
    }
}

extension Failure {
    package static func idTaken<Record>(_ id: Identifier<Record>) -> Failure {
        Failure(.idTaken, "The id “\(id)” is already used.", advice: "Try again.", kind: .badData)
    }
}

// MARK: - Helpers shared by the decisions

extension BoardRecords {
    /// Returns the roadmap by priority, or the nine founding items before the first change.
    package func roadmap() throws -> [RoadmapItem] {
        try record(DeveloperCharter.only) == nil ? FoundingRoadmap.items : items()
    }

    /// Returns the record with this identifier.
    ///
    /// - Throws: the not-found failure of the record's kind.
    package func existing<Record: BoardSubject>(_ id: Identifier<Record>) throws -> Record {
        guard let record = try record(id) else { throw Record.notFound(id) }
        return record
    }
}

/// The actor as one transaction sees it.
package struct ActorContext {
    let actor: Actor
    let charter: DeveloperCharter?
    let isBlocked: Bool
    package let isDeveloper: Bool

    init(_ actor: Actor, _ records: any BoardRecords) throws {
        self.actor = actor
        let charter = try records.record(DeveloperCharter.only)
        self.charter = charter
        isBlocked = try actor.author.flatMap { try records.record(BlockedAuthor.id($0)) } != nil
        // Before the first charter, every holder of a developers' key counts as a developer.
        isDeveloper =
            actor.developerKeyHash.map { keyHash in charter.map { $0.developerMark == keyHash } ?? true } ?? false
    }

    /// Creates the context of a login, whose role the database reports.
    package init(_ actor: Actor, isDeveloper: Bool) {
        self.actor = actor
        self.isDeveloper = isDeveloper
        charter = nil
        isBlocked = false
    }

    /// Whether the actor sees tags, notes and hidden records.
    var seesTriage: Bool { Policy.allows(isDeveloper ? .developer : .guest, .read, .feedbackTriage) }

    /// Returns feedback as the actor may see it.
    func visible(_ feedback: [Feedback]) -> [Feedback] {
        seesTriage ? feedback : feedback.filter { $0.hiddenBecause == nil }.map(\.withoutTriage)
    }

    /// Checks that the policy allows the actor an action.
    func require(_ action: Policy.Action, _ resource: Policy.Resource, of author: Author? = nil) throws {
        try Policy.require(action, resource, as: role(toward: author))
    }

    /// Returns the actor's role toward a record of this author. Pass nil for records without an
    /// author.
    private func role(toward author: Author?) -> Policy.Role {
        if let author, author == actor.author { return isBlocked ? .blocked : .creator }
        if isDeveloper { return .developer }
        return actor.author == nil ? .guest : .member
    }
}
