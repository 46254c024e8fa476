import Community
import Kernel
import Postgres

/// The records of a guarded board that one login may see.
///
/// They are rows of views that row security filters, with each record in its usual JSON form.
struct PostgresRecords: BoardRecords {
    let connection: PostgresConnection
    let isDeveloper: Bool

    private static let schema = "commonplace_community"
    private var feedbackView: String { "\(PostgresRecords.schema).\(isDeveloper ? "desk_feedback" : "own_feedback")" }
    private var ideasView: String { "\(PostgresRecords.schema).\(isDeveloper ? "desk_ideas" : "ideas")" }

    /// Returns the view of a record kind, or nil if the kind has no rows.
    private func view<Record: Storable>(of kind: Record.Type) -> String? {
        switch kind.collection.name {
        case Feedback.collection.name: feedbackView
        case RoadmapItem.collection.name: "\(PostgresRecords.schema).roadmap"
        case Suggestion.collection.name: ideasView
        case Announcement.collection.name: "\(PostgresRecords.schema).news"
        default: nil
        }
    }

    func record<Record: Storable>(_ id: Identifier<Record>) throws -> Record? {
        if let view = view(of: Record.self) {
            let matches: [Record] = try records(
                "SELECT record::text FROM \(view) WHERE id = $1 ORDER BY app LIMIT 1", .text(id.rawValue))
            return matches.first
        }
        switch Record.collection.name {
        case DeveloperCharter.collection.name:
            return try connection.answer("SELECT founded_on::text FROM \(PostgresRecords.schema).charter").first.map {
                row in
                DeveloperCharter(guardedSince: try row.day(0))
            } as? Record
        case Ledger.collection.name:
            let ownNames = try connection.answer("SELECT unnest(\(PostgresRecords.schema).own_names())").map {
                Author(rawValue: try $0.text(0))
            }
            let received = try connection.answer("SELECT outbox, number FROM \(PostgresRecords.schema).own_ledger()")
            guard let author = ownNames.first, !received.isEmpty else { return nil }
            let numbers = try received.map { (try $0.text(0), try $0.int(1)) }
            let ledger = Ledger(author, taken: Dictionary(numbers, uniquingKeysWith: max)) as? Record
            return ledger?.id == id ? ledger : nil
        default: return nil
        }
    }

    func items() throws -> [RoadmapItem] {
        try records("SELECT record::text FROM \(PostgresRecords.schema).roadmap ORDER BY priority, created_at, id")
    }

    func suggestions(_ status: Suggestion.Status?) throws -> [Suggestion] {
        try records(
            "SELECT record::text FROM \(ideasView) WHERE $1::text IS NULL OR status = $1 ORDER BY submitted_at, id",
            .text(status?.rawValue))
    }

    func suggestions(by author: Author) throws -> [Suggestion] {
        try records(
            "SELECT record::text FROM \(ideasView) WHERE author = $1 ORDER BY submitted_at, id", .text(author.rawValue))
    }

    func feedback(_ status: Feedback.Status?, newestFirst: Bool, limit: Int?) throws -> [Feedback] {
        let order = newestFirst ? "DESC" : "ASC"
        return try records(
            """
            SELECT record::text FROM \(feedbackView) WHERE $1::text IS NULL OR status = $1
            ORDER BY written_at \(order), id \(order) LIMIT $2::bigint
            """, .text(status?.rawValue), .int(limit))
    }

    func feedbackCount(_ status: Feedback.Status?) throws -> Int {
        let rows = try connection.answer(
            "SELECT count(*) FROM \(feedbackView) WHERE $1::text IS NULL OR status = $1", .text(status?.rawValue))
        return try rows.first?.int(0) ?? 0
    }

    func pendingByApp() throws -> [String: Int] {
        let rows = try connection.answer(
            "SELECT app, count(*) FROM \(feedbackView) WHERE status = 'Pending' GROUP BY app")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.text(0), try $0.int(1)) })
    }

    func feedback(by author: Author) throws -> [Feedback] {
        try records(
            "SELECT record::text FROM \(feedbackView) WHERE author = $1 ORDER BY written_at DESC, id DESC",
            .text(author.rawValue)
        )
    }

    func announcements() throws -> [Announcement] {
        try records("SELECT record::text FROM \(PostgresRecords.schema).news ORDER BY posted_at DESC, id DESC")
    }

    func blocks() throws -> [BlockedAuthor] {
        let rows = try connection.answer(
            "SELECT author, min(reason), \(PostgresRecords.schema).iso(min(since)) FROM \(PostgresRecords.schema).blocks GROUP BY author"
        )
        return try rows.map { row in
            guard let since = Instant(try row.text(2)) else { throw Failure.communityAnswer }
            return BlockedAuthor(Author(rawValue: try row.text(0)), reason: try row.text(1), since: since)
        }
    }

    func attendance(of author: Author) throws -> [Attendance] {
        try connection.answer(
            "SELECT m FROM \(PostgresRecords.schema).own_months() m WHERE $1 = ANY (\(PostgresRecords.schema).own_names())",
            .text(author.rawValue)
        ).map { Attendance(author, month: try $0.text(0)) }
    }

    func actorContext(_ actor: Actor) throws -> ActorContext { ActorContext(actor, isDeveloper: isDeveloper) }

    func tracked() throws -> [TrackedFeedback] {
        let schema = PostgresRecords.schema
        let counts = try connection.answer("SELECT id, people FROM \(schema).desk_tracking").map {
            (Identifier<Feedback>(try $0.text(0)), try $0.int(1))
        }
        let people = Dictionary(counts, uniquingKeysWith: { first, _ in first })
        return try feedback(nil, newestFirst: false, limit: nil).compactMap { feedback in
            people[feedback.id].map { TrackedFeedback(feedback, people: $0) }
        }
    }

    func participantCounts() throws -> ParticipantCounts {
        let rows = try connection.answer(
            "SELECT app, people, developers FROM \(PostgresRecords.schema).census() ORDER BY app"
        )
        .map { (app: try $0.text(0), people: try $0.int(1), developers: try $0.int(2)) }
        return ParticipantCounts(
            apps: rows.map(\.app).filter { $0 != "*" }, people: rows.reduce(0) { $0 + $1.people },
            developers: rows.reduce(0) { $0 + $1.developers })
    }

    func implementedCount(for app: String?) throws -> Int {
        let rows = try connection.answer(
            "SELECT coalesce(sum(feedback), 0)::bigint FROM \(PostgresRecords.schema).implemented WHERE $1::text IS NULL OR app = $1",
            .text(app))
        return try rows.first?.int(0) ?? 0
    }

    func attendees(in month: String) throws -> [Attendee] {
        let rows = try connection.answer(
            "SELECT array_to_string(deeds, ' ') FROM \(PostgresRecords.schema).turnout WHERE month = $1 ORDER BY 1",
            .text(month))
        return try rows.map { row in
            let actions = try row.text(0).split(separator: " ").compactMap { LimitedAction(rawValue: String($0)) }
            return Attendee(
                lastMonth: Dictionary(actions.map { ($0, month) }, uniquingKeysWith: { first, _ in first }))
        }
    }

    func insights() throws -> Insights {
        var lists: [String: [String: Int]] = [:]
        for row in try connection.answer("SELECT kind, label, people FROM \(PostgresRecords.schema).insights") {
            lists[try row.text(0), default: [:]][try row.text(1)] = try row.int(2)
        }
        return Insights(belts: lists["belt"] ?? [:], modes: lists["mode"] ?? [:], features: lists["feature"] ?? [:])
    }

    // MARK: - Votes

    func poll(of suggestions: [Suggestion]) throws -> Poll {
        typealias Topic = Ballots.Topic
        let schema = PostgresRecords.schema
        var statements = [
            PostgresStatement("SELECT item, sum(votes)::bigint FROM \(schema).tallies GROUP BY app, item"),
            PostgresStatement("SELECT item FROM \(schema).own_votes()"),
            PostgresStatement("SELECT suggestion, votes, is_mine FROM \(schema).suggestion_counts()"),
        ]
        if isDeveloper {
            statements.append(
                PostgresStatement(
                    """
                    SELECT month, count(*) FILTER (WHERE 'voted' = ANY (deeds)), count(*) FILTER (WHERE 'active' = ANY (deeds))
                    FROM \(schema).turnout GROUP BY month
                    """))
        }
        let answers = try connection.answers(to: statements)
        var (counts, ownTopics): ([Topic: Int], Set<Topic>) = ([:], [])
        for row in answers[0] { counts[Topic(Identifier<RoadmapItem>(try row.text(0))), default: 0] += try row.int(1) }
        for row in answers[1] { ownTopics.insert(Topic(Identifier<RoadmapItem>(try row.text(0)))) }
        for row in answers[2] {
            let topic = Topic(Identifier<Suggestion>(try row.text(0)))
            counts[topic] = try row.int(1)
            if try row.bool(2) { ownTopics.insert(topic) }
        }
        for row in answers.count > 3 ? Array(answers[3]) : [] {
            counts[.voters(in: try row.text(0))] = try row.int(1)
            counts[.active(in: try row.text(0))] = try row.int(2)
        }
        return Poll(counted: counts, own: ownTopics, suggestions)
    }

    // MARK: - Rows

    /// Decodes the records in the first column of a query's rows.
    ///
    /// - Throws: `communityNewer` for a record that this version cannot read.
    private func records<Record: Storable>(_ text: String, _ values: PostgresValue...) throws -> [Record] {
        let decoder = JSONDecoder()
        return try connection.answer(PostgresStatement(text, values)).map { row in
            do { return try decoder.decode(Record.self, from: row.data(0)) } catch is DecodingError {
                throw Failure.communityAnswer
            }
        }
    }
}

extension PostgresRow {
    /// Returns the day in a column.
    ///
    /// - Throws: `communityNewer` for other text.
    func day(_ column: Int) throws -> Day {
        guard let day = Day(try text(column)) else { throw Failure.communityAnswer }
        return day
    }
}

extension Failure {
    /// The failure for a record that this program cannot read.
    static let communityAnswer = Failure(
        .communityNewer, "The community keeps records that this version does not understand.",
        advice: "Update the app.", kind: .temporary)
}
