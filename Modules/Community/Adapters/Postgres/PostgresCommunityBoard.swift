import Community
import Kernel
import Postgres
import Synchronization

/// A community board that a database guards.
///
/// Row security decides which rows a login sees, and the schema's functions decide what it may do.
/// This type decides nothing. `actor` is only the program's assumption, because the database trusts
/// the login alone.
package final class PostgresCommunityBoard: CommunityBoard, GuardedBoard {
    let session: PostgresSession
    let place: String
    let isDeveloper: Bool
    private let onForget: @Sendable () -> Void
    private let isForgotten = Mutex(false)

    /// Creates a board over a login.
    ///
    /// - Parameter onForget: removes the login after all data of its owner was removed.
    init(
        _ session: PostgresSession, at place: String, isDeveloper: Bool, onForget: @escaping @Sendable () -> Void = {}
    ) {
        self.session = session
        self.place = place
        self.isDeveloper = isDeveloper
        self.onForget = onForget
    }

    package func read<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value {
        do {
            return try session.transaction(.snapshot) {
                try body(PostgresRecords(connection: $0, isDeveloper: isDeveloper))
            }
        } catch BoardServerError.notAllowed { throw Policy.refusal(.read, .feedbackTriage) }
    }

    // MARK: - Submissions

    package func receive(_ posting: Posting, from actor: Actor) throws -> Bool {
        guard let author = actor.author else { throw Policy.refusal(.add, .ledger) }
        guard !isForgotten.withLock({ $0 }) else { throw Failure.authorForgotten }
        let isNew: Bool
        do { isNew = try submit(posting, from: author) } catch let refusal as BoardServerError {
            throw try failure(for: refusal, posting.submission)
        }
        if posting.isCounted { try countParticipant(in: posting) }
        return isNew
    }

    /// Calls the schema function that receives a submission.
    private func submit(_ posting: Posting, from author: Author) throws -> Bool {
        let outbox = PostgresValue.text(posting.outbox)
        let number = PostgresValue.int(posting.number)
        switch posting.submission {
        case .feedback(let feedback):
            guard feedback.author == author else { throw Policy.refusal(.add, .feedback) }
            _ = try TextRules.text.validated(feedback.text, "The text")
            return try boolean(
                "SELECT commonplace_community.send_feedback($1, $2::jsonb, $3, $4)", .text(feedback.device.app),
                .record(feedback), outbox, number)
        case .suggestion(let suggestion):
            guard suggestion.author == author else { throw Policy.refusal(.add, .suggestion) }
            return try boolean(
                "SELECT commonplace_community.send_suggestion($1, $2::jsonb, $3, $4)", .text(suggestion.app ?? "*"),
                .record(suggestion), outbox, number)
        case .withdrawal(let id):
            return try boolean(
                "SELECT commonplace_community.withdraw_suggestion(app, id, $2, $3) FROM commonplace_community.ideas WHERE id = $1",
                .text(id.rawValue), outbox, number)
        case .vote(let id), .unvote(let id):
            let isWanted = if case .vote = posting.submission { true } else { false }
            // The database cannot know that this version already implements an item, so the program
            // checks it here.
            if FoundingRoadmap.mayBeImplemented(id) { try read { try $0.existing(id).requireVotable(at: .earliest) } }
            return try boolean(
                "SELECT commonplace_community.cast_vote(app, id, $2) FROM commonplace_community.items WHERE id = $1",
                .text(id.rawValue), .bool(isWanted))
        case .upvote(let id), .takeBack(let id):
            let isWanted = if case .upvote = posting.submission { true } else { false }
            return try boolean(
                "SELECT commonplace_community.cast_upvote(app, id, $2) FROM commonplace_community.suggestions WHERE id = $1",
                .text(id.rawValue), .bool(isWanted))
        case .attendance(let month):
            return try boolean("SELECT commonplace_community.send_attendance($1, $2, $3)", .text(month), outbox, number)
        case .review: return try boolean("SELECT commonplace_community.send_review($1, $2)", outbox, number)
        }
    }

    /// Counts a participant who agreed to be counted, under a monthly name that the database
    /// generates.
    private func countParticipant(in posting: Posting) throws {
        let actions: [String] =
            switch posting.submission {
            case .feedback: ["feedback", "active"]
            case .suggestion, .withdrawal: ["suggestion", "active"]
            case .vote, .unvote, .upvote, .takeBack: ["active"]
            case .attendance, .review: posting.hasVoted ? ["active"] : []
            }
        _ = try session.answer(
            "SELECT commonplace_community.take_part($1, $2)::text", .text(posting.month), .texts(actions))
    }

    /// Returns the failure that describes a refused submission.
    private func failure(for refusal: BoardServerError, _ submission: Submission) throws -> Failure {
        switch (refusal, submission) {
        case (.blocked, _): return .authorBlocked
        case (.forgotten, _): return .authorForgotten
        case (.tooMany, _): return .tooMany(submission.action)
        case (.idTaken, .feedback(let feedback)): return .idTaken(feedback.id)
        case (.idTaken, .suggestion(let suggestion)): return .idTaken(suggestion.id)
        case (.notFound, .vote(let id)), (.notFound, .unvote(let id)): return RoadmapItem.notFound(id)
        case (.notFound, .upvote(let id)), (.notFound, .takeBack(let id)), (.notFound, .withdrawal(let id)):
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

    /// Returns the Boolean of a schema function, or false if its subject is invisible to this
    /// login.
    private func boolean(_ text: String, _ values: PostgresValue...) throws -> Bool {
        guard let row = try session.answer(PostgresStatement(text, values)).first else {
            throw BoardServerError.notFound
        }
        return try row.bool(0)
    }

    /// Returns everything that belongs to the actor, or nothing after the login has ended.
    package func personalData(of actor: Actor) throws -> PersonalData {
        isForgotten.withLock { $0 } ? PersonalData() : try read { try PersonalData(of: actor, in: $0) }
    }

    /// Removes all data of the login's owner, then the login.
    package func forget(_ actor: Actor) throws -> Int {
        guard actor.author != nil, !isForgotten.withLock({ $0 }) else { return 0 }
        let removed = try session.answer("SELECT commonplace_community.forget_me()").first?.int(0) ?? 0
        if !session.isDryRun {
            isForgotten.withLock { $0 = true }
            onForget()
        }
        return removed
    }

    /// Runs a developer's action and converts its refusals to failures.
    func convertingRefusals<Value>(
        _ action: Policy.Action, _ resource: Policy.Resource, notThere: () -> Failure? = { nil },
        _ body: () throws -> Value
    ) throws -> Value {
        do { return try body() } catch let refusal as BoardServerError {
            if refusal == .notFound, let failure = notThere() { throw failure }
            if refusal == .mergedWithItself, resource == .charter { throw Failure.lastDeveloper }
            throw Policy.refusal(action, resource)
        }
    }
}

extension PostgresValue {
    /// Creates a parameter with the JSON form of a record.
    static func record(_ record: some Encodable) throws -> PostgresValue {
        .text(String(decoding: try JSONValue.encoder.encode(record), as: UTF8.self))
    }
}
