import Community
import Kernel
import Postgres

/// The developers' decisions, as `CommunityBoard` describes them. Each calls a schema function that
/// checks the login and writes the audit with the server's time.
extension PostgresCommunityBoard {
    /// Adds TKDojang's nine items to the roadmap where they are missing.
    package func bootstrap(by actor: Actor, at now: Instant) throws {
        // The right to found a community, which adds its charter, covers its first items.
        try requireDeveloper(.add, .charter)
        try changeRecords(.add, .charter) { connection, records in
            let present = try Set(records.items().map(\.id))
            for item in FoundingRoadmap.items where !present.contains(item.id) {
                try keep(item, before: nil, on: connection)
            }
        }
    }

    package func add(_ item: RoadmapItem, by actor: Actor, at now: Instant) throws {
        try requireDeveloper(.add, .roadmapItem)
        do {
            try session.transaction(.serializable) { try keep(item, before: nil, on: $0) }
        } catch let refusal as BoardServerError {
            throw refusal == .idTaken ? Failure.idTaken(item.id) : Policy.refusal(.add, .roadmapItem)
        }
    }

    package func change<Record: BoardSubject>(
        _ id: Identifier<Record>, _ resource: Policy.Resource, by actor: Actor, at now: Instant,
        _ change: (inout Record) throws -> Void
    ) throws -> Record {
        try requireDeveloper(.change, resource)
        return try changeRecords(.change, resource, notThere: { Record.notFound(id) }) { connection, records in
            let before = try records.existing(id)
            var changed = before
            try change(&changed)
            try keep(changed, in: before, resource, on: connection)
            return session.isDryRun ? changed : try records.existing(id)
        }
    }

    package func setDuplicate(
        _ feedback: Identifier<Feedback>, to other: Identifier<Feedback>?, by actor: Actor, at now: Instant
    ) throws -> Feedback {
        try requireDeveloper(.change, .feedbackTriage)
        return try changeRecords(.change, .feedbackTriage, notThere: { Feedback.notFound(feedback) }) {
            connection, records in
            let related = try records.existing(feedback)
            let target = try other.map { try records.root(of: related, in: $0) }
            try connection.answer(
                "SELECT commonplace_community.relate_feedback($1, $2, $3)::text", .text(related.device.app),
                .text(related.id.rawValue), .text(target?.rawValue))
            return try records.existing(feedback)
        }
    }

    package func merge(
        _ suggestion: Identifier<Suggestion>, into other: Identifier<Suggestion>, by actor: Actor, at now: Instant
    ) throws -> (Suggestion, carried: Int) {
        try requireDeveloper(.change, .suggestionStatus)
        return try changeRecords(.change, .suggestionStatus, notThere: { Suggestion.notFound(other) }) {
            connection, records in
            let merged = try records.existing(suggestion)
            let target = try records.existing(other)
            guard merged.id != target.id else { throw Failure.mergeWithItself }
            for suggestion in [merged, target] { try suggestion.requireOpen() }
            let rows = try connection.answer(
                "SELECT commonplace_community.merge_suggestions($1, $2, $3)", .text(merged.appKey),
                .text(merged.id.rawValue), .text(target.id.rawValue))
            return (target, carried: try rows.first?.int(0) ?? 0)
        }
    }

    package func promote(_ suggestion: Identifier<Suggestion>, to item: RoadmapItem, by actor: Actor, at now: Instant)
        throws
        -> Suggestion
    {
        try requireDeveloper(.change, .suggestionStatus)
        return try changeRecords(.change, .suggestionStatus, notThere: { Suggestion.notFound(suggestion) }) {
            connection, records in
            let promoted = try records.existing(suggestion)
            try promoted.requireOpen()
            guard try records.record(item.id) == nil else { throw Failure.idTaken(item.id) }
            try connection.answer(
                "SELECT commonplace_community.promote($1, $2, $3::jsonb)::text", .text(promoted.appKey),
                .text(promoted.id.rawValue), .record(item))
            return try records.existing(suggestion)
        }
    }

    package func reopen(_ id: Identifier<Suggestion>, by actor: Actor, at now: Instant) throws -> (
        before: Suggestion, after: Suggestion
    ) {
        try requireDeveloper(.change, .suggestionStatus)
        return try changeRecords(.change, .suggestionStatus, notThere: { Suggestion.notFound(id) }) {
            connection, records in
            let before = try records.existing(id)
            guard before.status != .pending else { throw Failure.suggestionPending(before.title) }
            if let item = try before.promotedToRoadmapID.flatMap({ try records.record($0) }), item.status == .released {
                throw Failure.itemReleased(becoming: item)
            }
            try connection.answer(
                "SELECT commonplace_community.reopen_suggestion($1, $2)::text", .text(before.appKey), .text(id.rawValue)
            )
            return (before, try records.existing(id))
        }
    }

    package func remove(_ id: Identifier<RoadmapItem>, by actor: Actor, at now: Instant) throws -> RoadmapItem {
        try requireDeveloper(.remove, .roadmapItem)
        return try changeRecords(.remove, .roadmapItem, notThere: { RoadmapItem.notFound(id) }) { connection, records in
            let removed = try records.existing(id)
            try connection.answer(
                "SELECT commonplace_community.remove_item($1, $2)::text", .text(removed.app ?? "*"), .text(id.rawValue))
            return removed
        }
    }

    package func announce(_ announcement: Announcement, by actor: Actor, at now: Instant) throws {
        try requireDeveloper(.add, .announcement)
        _ = try convertingRefusals(.add, .announcement) {
            try session.answer("SELECT commonplace_community.keep_announcement($1::jsonb)::text", .record(announcement))
        }
    }

    package func withdraw(_ id: Identifier<Announcement>, by actor: Actor, at now: Instant) throws -> Announcement {
        try requireDeveloper(.remove, .announcement)
        return try changeRecords(.remove, .announcement, notThere: { Announcement.notFound(id) }) {
            connection, records in
            let removed = try records.existing(id)
            try connection.answer(
                "SELECT commonplace_community.withdraw_announcement($1, $2)::text", .text(removed.app ?? "*"),
                .text(id.rawValue))
            return removed
        }
    }

    @discardableResult
    package func block(_ author: Author, because reason: String?, by actor: Actor, at now: Instant) throws -> Bool {
        let action: Policy.Action = reason == nil ? .remove : .add
        try requireDeveloper(action, .block)
        let rows = try convertingRefusals(action, .block) {
            try session.answer(
                """
                SELECT commonplace_community.block(app, $1, $2)
                FROM unnest(commonplace_community.apps_of('developer')) app
                """, .text(author.rawValue), .text(reason))
        }
        return try rows.contains { try $0.bool(0) }
    }

    // MARK: - Helpers

    /// Refuses the call before a request is sent. The database refuses it too.
    private func requireDeveloper(_ action: Policy.Action, _ resource: Policy.Resource) throws {
        guard isDeveloper else { throw Policy.refusal(action, resource) }
    }

    /// Runs a developer's action in one transaction over the stored records.
    private func changeRecords<Value>(
        _ action: Policy.Action, _ resource: Policy.Resource, notThere: () -> Failure? = { nil },
        _ body: (PostgresConnection, PostgresRecords) throws -> Value
    ) throws -> Value {
        try convertingRefusals(action, resource, notThere: notThere) {
            try session.transaction(.serializable) { try body($0, PostgresRecords(connection: $0, isDeveloper: true)) }
        }
    }

    /// Writes a new or changed roadmap item.
    ///
    /// - Parameter before: the stored item, or nil for a new one.
    private func keep(_ item: RoadmapItem, before: RoadmapItem?, on connection: PostgresConnection) throws {
        // The end of voting is not part of the item's text, so it has its own line in the audit.
        if item.closesAt != before?.closesAt {
            try connection.answer(
                "SELECT commonplace_community.close_votes($1, $2, $3::timestamptz)::text", .text(before?.app ?? "*"),
                .text(item.id.rawValue), .text(item.closesAt?.description))
            var otherChanges = item
            otherChanges.closesAt = before?.closesAt
            if otherChanges == before { return }
        }
        try connection.answer(
            "SELECT commonplace_community.keep_item($1::jsonb, $2)::text", .record(item),
            .text(before.map { $0.app ?? "*" }))
    }

    /// Calls the schema function that writes these fields of a changed record.
    private func keep<Record: BoardSubject>(
        _ changed: Record, in before: Record, _ resource: Policy.Resource, on connection: PostgresConnection
    ) throws {
        switch (changed, before) {
        case (let item as RoadmapItem, let old as RoadmapItem): try keep(item, before: old, on: connection)
        case (let announcement as Announcement, _):
            try connection.answer(
                "SELECT commonplace_community.keep_announcement($1::jsonb)::text", .record(announcement))
        case (let feedback as Feedback, _): try keep(feedback, resource, on: connection)
        case (let suggestion as Suggestion, let old as Suggestion):
            if resource == .hiddenContent {
                return try hide(
                    "suggestion", suggestion.id.rawValue, suggestion.appKey, suggestion.hiddenBecause, connection)
            }
            try connection.answer(
                "SELECT commonplace_community.judge($1, $2, $3, $4)::text", .text(suggestion.appKey),
                .text(suggestion.id.rawValue),
                .text(suggestion.status.rawValue),
                .text(suggestion.developerNotes == old.developerNotes ? nil : suggestion.developerNotes))
        default: throw Policy.refusal(.change, resource)
        }
    }

    /// Calls the schema function for the developers' fields that a resource names.
    private func keep(_ feedback: Feedback, _ resource: Policy.Resource, on connection: PostgresConnection) throws {
        let app = feedback.device.app
        let id = feedback.id.rawValue
        switch resource {
        case .hiddenContent: try hide("feedback", id, app, feedback.hiddenBecause, connection)
        case .feedbackTriage:
            try connection.answer(
                "SELECT commonplace_community.triage_feedback($1, $2, $3, $4, $5)::text", .text(app), .text(id),
                .texts(feedback.tags), .text(feedback.severity?.rawValue), .text(feedback.stage?.rawValue))
        default:
            try connection.answer(
                "SELECT commonplace_community.answer_feedback($1, $2, $3, $4, $5)::text", .text(app), .text(id),
                .text(feedback.developerResponse), .text(feedback.responseStatus.rawValue),
                .text(feedback.targetVersion))
        }
    }

    /// Hides a record from everyone except its author and developers, or shows it for a nil reason.
    private func hide(_ kind: String, _ id: String, _ app: String, _ reason: String?, _ connection: PostgresConnection)
        throws
    {
        try connection.answer(
            "SELECT commonplace_community.hide($1, $2, $3, $4)::text", .text(app), .text(kind), .text(id), .text(reason)
        )
    }
}

extension Suggestion {
    /// The app's key in the database, with `*` for all apps.
    fileprivate var appKey: String { app ?? "*" }
}
