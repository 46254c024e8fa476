import Community
import Kernel
import Postgres
import Synchronization

/// A community that a database guards. Whoever logged in sees what row security shows them and does what functions of the schema allow; nothing is
/// decided here. `actor` says in whose name the program believes to act: the database goes by the login alone.
public final class PostgresCommunityBoard: CommunityBoard, GuardedBoard {
    let session: BoardSession
    /// Whether the login is a developer's.
    let isDeveloper: Bool
    private let leaving: @Sendable () -> Void
    private let hasLeft = Mutex(false)

    /// A board behind a login.
    ///
    /// - Parameter leaving: lets go of the login, once everything of its owner was removed.
    init(_ session: BoardSession, isDeveloper: Bool, leaving: @escaping @Sendable () -> Void = {}) {
        (self.session, self.isDeveloper, self.leaving) = (session, isDeveloper, leaving)
    }

    /// Looks at what the login may see.
    public func read<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value {
        do {
            return try session.looking { try body(PostgresRecords(connection: $0, isDeveloper: isDeveloper)) }
        } catch Refusal.notAllowed { throw Policy.refusal(.read, .feedbackTriage) }
    }

    // MARK: - What people send

    /// Takes what somebody sent, once.
    public func take(_ posting: Posting, from actor: Actor) throws -> Bool {
        guard let author = actor.author else { throw Policy.refusal(.add, .ledger) }
        guard !hasLeft.withLock({ $0 }) else { throw Failure.authorForgotten }
        let isNew: Bool
        do { isNew = try took(posting, from: author) } catch let refusal as Refusal { throw try said(refusal, posting.parcel) }
        if posting.isCounted { try notePart(in: posting) }
        return isNew
    }

    private func took(_ posting: Posting, from author: Author) throws -> Bool {
        let (box, number) = (PostgresValue.text(posting.outbox), PostgresValue.int(posting.number))
        switch posting.parcel {
        case .feedback(let feedback):
            guard feedback.author == author else { throw Policy.refusal(.add, .feedback) }
            _ = try Wording.text.kept(feedback.text, "The text")
            return try truth(
                "SELECT commonplace_community.send_feedback($1, $2::jsonb, $3, $4)", .text(feedback.device.app),
                .record(feedback), box,
                number)
        case .suggestion(let suggestion):
            guard suggestion.author == author else { throw Policy.refusal(.add, .suggestion) }
            return try truth(
                "SELECT commonplace_community.send_suggestion($1, $2::jsonb, $3, $4)", .text(suggestion.app ?? "*"),
                .record(suggestion), box, number)
        case .withdrawal(let id):
            return try truth(
                "SELECT commonplace_community.withdraw_suggestion(app, id, $2, $3) FROM commonplace_community.ideas WHERE id = $1",
                .text(id.rawValue), box, number)
        case .vote(let id), .unvote(let id):
            let isWanted = if case .vote = posting.parcel { true } else { false }
            // What this version of the app has already is no matter of the database's.
            if FoundingRoadmap.mayBeMade(id) { try read { try $0.existing(id).requireVotable(at: .earliest) } }
            return try truth(
                "SELECT commonplace_community.cast_vote(app, id, $2) FROM commonplace_community.items WHERE id = $1",
                .text(id.rawValue), .bool(isWanted))
        case .upvote(let id), .takeBack(let id):
            let isWanted = if case .upvote = posting.parcel { true } else { false }
            return try truth(
                "SELECT commonplace_community.cast_upvote(app, id, $2) FROM commonplace_community.suggestions WHERE id = $1",
                .text(id.rawValue), .bool(isWanted))
        case .attendance(let month):
            return try truth("SELECT commonplace_community.send_attendance($1, $2, $3)", .text(month), box, number)
        case .review: return try truth("SELECT commonplace_community.send_review($1, $2)", box, number)
        }
    }

    /// Counts, for those who are counted, that they took part: under a name of the month that the database makes.
    private func notePart(in posting: Posting) throws {
        let deed: [String] =
            switch posting.parcel {
            case .feedback: ["feedback", "active"]
            case .suggestion, .withdrawal: ["suggestion", "active"]
            case .vote, .unvote, .upvote, .takeBack: ["active"]
            case .attendance, .review: posting.hasVoted ? ["active"] : []
            }
        _ = try session.answer("SELECT commonplace_community.take_part($1, $2)::text", .text(posting.month), .texts(deed))
    }

    /// A refusal in the words of what was sent.
    private func said(_ refusal: Refusal, _ parcel: Parcel) throws -> Failure {
        switch (refusal, parcel) {
        case (.blocked, _): return .authorBlocked
        case (.forgotten, _): return .authorForgotten
        case (.tooMany, _): return .tooMany(parcel.deed)
        case (.idTaken, .feedback(let one)): return .idTaken(one.id)
        case (.idTaken, .suggestion(let one)): return .idTaken(one.id)
        case (.notThere, .vote(let id)), (.notThere, .unvote(let id)): return RoadmapItem.notFound(id)
        case (.notThere, .upvote(let id)), (.notThere, .takeBack(let id)), (.notThere, .withdrawal(let id)):
            return Suggestion.notFound(id)
        case (.closed, .vote(let id)), (.closed, .unvote(let id)):
            let item = try read { try $0.existing(id) }
            try item.requireVotable(at: .earliest)
            return Failure.votingOver(item.title)
        case (.decided, .upvote(let id)), (.decided, .takeBack(let id)), (.decided, .withdrawal(let id)):
            try read { records in try records.existing(records.poll().target(of: id)).requireOpen() }
            return Policy.refusal(.add, .suggestionVote)
        default: return Policy.refusal(.add, .ledger)
        }
    }

    /// What a function of the schema answers; nothing where what it is about is not there for this login.
    private func truth(_ text: String, _ values: PostgresValue...) throws -> Bool {
        guard let row = try session.answer(PostgresStatement(text, values)).first else { throw Refusal.notThere }
        return try row.bool(0)
    }

    /// Everything that is theirs; nothing behind a login that has ended.
    public func belongings(of actor: Actor) throws -> BoardBelongings {
        hasLeft.withLock { $0 } ? BoardBelongings() : try read { try BoardBelongings(of: actor, in: $0) }
    }

    /// Removes everything of whoever logged in, and their login.
    public func forget(_ actor: Actor) throws -> Int {
        guard actor.author != nil, !hasLeft.withLock({ $0 }) else { return 0 }
        let gone = try session.answer("SELECT commonplace_community.forget_me()").first?.int(0) ?? 0
        if !session.isRehearsal {
            hasLeft.withLock { $0 = true }
            leaving()
        }
        return gone
    }

    /// What a developer asks for, with refusals in its words.
    func decided<Value>(
        _ action: Policy.Action, _ matter: Policy.Matter, notThere: () -> Failure? = { nil }, _ body: () throws -> Value
    ) throws -> Value {
        do { return try body() } catch let refusal as Refusal {
            if refusal == .notThere, let failure = notThere() { throw failure }
            if refusal == .withItself, matter == .charter { throw Failure.lastDeveloper }
            throw Policy.refusal(action, matter)
        }
    }
}

extension PostgresValue {
    /// A record as JSON.
    static func record(_ record: some Encodable) throws -> PostgresValue {
        .text(String(decoding: try JSONValue.encoder.encode(record), as: UTF8.self))
    }
}
