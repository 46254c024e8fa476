import Community
import Kernel
import Postgres

/// What developers decide: each by a function of the schema, which asks who logged in and writes it into the audit. Instants are the server's.
extension PostgresCommunityBoard {
    /// The roadmap begins with TKDojang's nine items, where they are not there yet.
    public func found(by actor: Actor, at now: Instant) throws {
        try requireDeveloper(.add, .charter)
        try changing(.add, .charter) { connection, records in
            let there = try Set(records.items().map(\.id))
            for item in FoundingRoadmap.items where !there.contains(item.id) { try keep(item, before: nil, on: connection) }
        }
    }

    /// Adds an item.
    public func add(_ item: RoadmapItem, by actor: Actor, at now: Instant) throws {
        try requireDeveloper(.add, .roadmapItem)
        do {
            try session.changing { try keep(item, before: nil, on: $0) }
        } catch let refusal as Refusal {
            throw refusal == .idTaken ? Failure.idTaken(item.id) : Policy.refusal(.add, .roadmapItem)
        }
    }

    /// Changes what belongs to developers in a record.
    public func change<Record: BoardSubject>(
        _ id: Identifier<Record>, _ matter: Policy.Matter, by actor: Actor, at now: Instant,
        _ change: (inout Record) throws -> Void
    ) throws -> Record {
        try requireDeveloper(.change, matter)
        return try changing(.change, matter, notThere: { Record.notFound(id) }) { connection, records in
            let before = try records.existing(id)
            var changed = before
            try change(&changed)
            try keep(changed, in: before, matter, on: connection)
            return session.isRehearsal ? changed : try records.existing(id)
        }
    }

    /// Says that feedback says the same as another, or no longer.
    public func relate(_ feedback: Identifier<Feedback>, to other: Identifier<Feedback>?, by actor: Actor, at now: Instant) throws
        -> Feedback
    {
        try requireDeveloper(.change, .feedbackTriage)
        return try changing(.change, .feedbackTriage, notThere: { Feedback.notFound(feedback) }) { connection, records in
            let related = try records.existing(feedback)
            let target = try other.map { try records.root(of: related, in: $0) }
            try connection.answer(
                "SELECT commonplace_community.relate_feedback($1, $2, $3)::text", .text(related.device.app),
                .text(related.id.rawValue),
                .text(target?.rawValue))
            return try records.existing(feedback)
        }
    }

    /// Makes one suggestion of two.
    public func merge(_ suggestion: Identifier<Suggestion>, into other: Identifier<Suggestion>, by actor: Actor, at now: Instant)
        throws -> (Suggestion, carried: Int)
    {
        try requireDeveloper(.change, .suggestionStatus)
        return try changing(.change, .suggestionStatus, notThere: { Suggestion.notFound(other) }) { connection, records in
            let (merged, target) = (try records.existing(suggestion), try records.existing(other))
            guard merged.id != target.id else { throw Failure.mergeWithItself }
            for one in [merged, target] { try one.requireOpen() }
            let rows = try connection.answer(
                "SELECT commonplace_community.merge_suggestions($1, $2, $3)", .text(merged.place), .text(merged.id.rawValue),
                .text(target.id.rawValue))
            return (target, carried: try rows.first?.int(0) ?? 0)
        }
    }

    /// Makes a suggestion an item of the roadmap.
    public func promote(_ suggestion: Identifier<Suggestion>, to item: RoadmapItem, by actor: Actor, at now: Instant) throws
        -> Suggestion
    {
        try requireDeveloper(.change, .suggestionStatus)
        return try changing(.change, .suggestionStatus, notThere: { Suggestion.notFound(suggestion) }) { connection, records in
            let promoted = try records.existing(suggestion)
            try promoted.requireOpen()
            guard try records.record(item.id) == nil else { throw Failure.idTaken(item.id) }
            try connection.answer(
                "SELECT commonplace_community.promote($1, $2, $3::jsonb)::text", .text(promoted.place),
                .text(promoted.id.rawValue),
                .record(item))
            return try records.existing(suggestion)
        }
    }

    /// Looks at a suggestion anew.
    public func reopen(_ id: Identifier<Suggestion>, by actor: Actor, at now: Instant) throws -> (
        before: Suggestion, after: Suggestion
    ) {
        try requireDeveloper(.change, .suggestionStatus)
        return try changing(.change, .suggestionStatus, notThere: { Suggestion.notFound(id) }) { connection, records in
            let before = try records.existing(id)
            guard before.status != .pending else { throw Failure.suggestionPending(before.title) }
            if let item = try before.promotedToRoadmapID.flatMap({ try records.record($0) }), item.status == .released {
                throw Failure.itemReleased(becoming: item)
            }
            try connection.answer(
                "SELECT commonplace_community.reopen_suggestion($1, $2)::text", .text(before.place), .text(id.rawValue))
            return (before, try records.existing(id))
        }
    }

    /// Removes an item.
    public func remove(_ id: Identifier<RoadmapItem>, by actor: Actor, at now: Instant) throws -> RoadmapItem {
        try requireDeveloper(.remove, .roadmapItem)
        return try changing(.remove, .roadmapItem, notThere: { RoadmapItem.notFound(id) }) { connection, records in
            let gone = try records.existing(id)
            try connection.answer(
                "SELECT commonplace_community.remove_item($1, $2)::text", .text(gone.app ?? "*"), .text(id.rawValue))
            return gone
        }
    }

    /// Tells everybody something.
    public func announce(_ announcement: Announcement, by actor: Actor, at now: Instant) throws {
        try requireDeveloper(.add, .announcement)
        _ = try decided(.add, .announcement) {
            try session.answer("SELECT commonplace_community.keep_announcement($1::jsonb)::text", .record(announcement))
        }
    }

    /// Takes an announcement away.
    public func withdraw(_ id: Identifier<Announcement>, by actor: Actor, at now: Instant) throws -> Announcement {
        try requireDeveloper(.remove, .announcement)
        return try changing(.remove, .announcement, notThere: { Announcement.notFound(id) }) { connection, records in
            let gone = try records.existing(id)
            try connection.answer(
                "SELECT commonplace_community.withdraw_announcement($1, $2)::text", .text(gone.app ?? "*"), .text(id.rawValue))
            return gone
        }
    }

    /// Takes nothing more from somebody, or takes it again.
    @discardableResult
    public func block(_ author: Author, because reason: String?, by actor: Actor, at now: Instant) throws -> Bool {
        let action: Policy.Action = reason == nil ? .remove : .add
        try requireDeveloper(action, .block)
        let rows = try decided(action, .block) {
            try session.answer(
                """
                SELECT commonplace_community.block(app, $1, $2)
                FROM unnest(commonplace_community.apps_of('developer')) app
                """, .text(author.rawValue), .text(reason))
        }
        return try rows.contains { try $0.bool(0) }
    }

    // MARK: - What these share

    /// Says no before anything is sent; the database says it anyway.
    private func requireDeveloper(_ action: Policy.Action, _ matter: Policy.Matter) throws {
        guard isDeveloper else { throw Policy.refusal(action, matter) }
    }

    private func changing<Value>(
        _ action: Policy.Action, _ matter: Policy.Matter, notThere: () -> Failure? = { nil },
        _ body: (PostgresConnection, PostgresRecords) throws -> Value
    ) throws -> Value {
        try decided(action, matter, notThere: notThere) {
            try session.changing { try body($0, PostgresRecords(connection: $0, isDeveloper: true)) }
        }
    }

    private func keep(_ item: RoadmapItem, before: RoadmapItem?, on connection: PostgresConnection) throws {
        // The end of voting is no word of the item: it has a line of its own in the audit.
        if item.closesAt != before?.closesAt {
            try connection.answer(
                "SELECT commonplace_community.close_votes($1, $2, $3::timestamptz)::text", .text(before?.app ?? "*"),
                .text(item.id.rawValue), .text(item.closesAt?.description))
            var rest = item
            rest.closesAt = before?.closesAt
            if rest == before { return }
        }
        try connection.answer(
            "SELECT commonplace_community.keep_item($1::jsonb, $2)::text", .record(item), .text(before.map { $0.app ?? "*" }))
    }

    private func keep<Record: BoardSubject>(
        _ changed: Record, in before: Record, _ matter: Policy.Matter, on connection: PostgresConnection
    ) throws {
        switch (changed, before) {
        case (let item as RoadmapItem, let old as RoadmapItem): try keep(item, before: old, on: connection)
        case (let one as Announcement, _):
            try connection.answer("SELECT commonplace_community.keep_announcement($1::jsonb)::text", .record(one))
        case (let feedback as Feedback, _): try keep(feedback, matter, on: connection)
        case (let one as Suggestion, let old as Suggestion):
            if matter == .hiddenContent {
                return try hide("suggestion", one.id.rawValue, one.place, one.hiddenBecause, connection)
            }
            try connection.answer(
                "SELECT commonplace_community.judge($1, $2, $3, $4)::text", .text(one.place), .text(one.id.rawValue),
                .text(one.status.rawValue), .text(one.developerNotes == old.developerNotes ? nil : one.developerNotes))
        default: throw Policy.refusal(.change, matter)
        }
    }

    private func keep(_ feedback: Feedback, _ matter: Policy.Matter, on connection: PostgresConnection) throws {
        let (app, id) = (feedback.device.app, feedback.id.rawValue)
        switch matter {
        case .hiddenContent: try hide("feedback", id, app, feedback.hiddenBecause, connection)
        case .feedbackTriage:
            try connection.answer(
                "SELECT commonplace_community.triage_feedback($1, $2, $3, $4, $5)::text", .text(app), .text(id),
                .texts(feedback.tags), .text(feedback.severity?.rawValue), .text(feedback.stage?.rawValue))
        default:
            try connection.answer(
                "SELECT commonplace_community.answer_feedback($1, $2, $3, $4, $5)::text", .text(app), .text(id),
                .text(feedback.developerResponse), .text(feedback.responseStatus.rawValue), .text(feedback.targetVersion))
        }
    }

    private func hide(_ kind: String, _ id: String, _ app: String, _ reason: String?, _ connection: PostgresConnection) throws {
        try connection.answer(
            "SELECT commonplace_community.hide($1, $2, $3, $4)::text", .text(app), .text(kind), .text(id), .text(reason))
    }
}

extension Suggestion {
    /// The app by which the database keeps it.
    fileprivate var place: String { app ?? "*" }
}
