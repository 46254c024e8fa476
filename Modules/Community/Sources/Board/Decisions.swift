import Kernel

/// The developers' decisions, as `CommunityBoard` describes them. Each throws `notAllowed` to other
/// actors, and the first one founds the community.
extension RecordsBoard {
    package func add(_ item: RoadmapItem, by actor: Actor, at now: Instant) throws {
        try decide(.add, .roadmapItem, actor, now) { try $0.add(item) }
    }

    package func change<Record: BoardSubject>(
        _ id: Identifier<Record>, _ resource: Policy.Resource, by actor: Actor, at now: Instant,
        _ change: (inout Record) throws -> Void
    ) throws -> Record {
        try decide(.change, resource, actor, now) { records in
            var changed = try records.existing(id)
            try change(&changed)
            try records.keep(changed)
            return changed
        }
    }

    package func setDuplicate(
        _ feedback: Identifier<Feedback>, to other: Identifier<Feedback>?, by actor: Actor, at now: Instant
    ) throws -> Feedback {
        try decide(.change, .feedbackTriage, actor, now) { records in
            var related = try records.existing(feedback)
            let target = try other.map { try records.root(of: related, in: $0) }
            if let target {
                for var duplicate in try records.feedback(nil, newestFirst: false, limit: nil)
                where duplicate.sameAs == related.id {
                    duplicate.sameAs = target
                    try records.keep(duplicate)
                }
            }
            related.sameAs = target
            try records.keep(related)
            return related
        }
    }

    package func merge(
        _ suggestion: Identifier<Suggestion>, into other: Identifier<Suggestion>, by actor: Actor, at now: Instant
    ) throws -> (Suggestion, carried: Int) {
        try decide(.change, .suggestionStatus, actor, now) { records in
            var merged = try records.existing(suggestion)
            let target = try records.existing(other)
            guard merged.id != target.id else { throw Failure.mergeWithItself }
            for suggestion in [merged, target] { try suggestion.requireOpen() }
            let poll = try records.poll()
            let carried = (poll.voters(for: merged.id) ?? []).subtracting(poll.voters(for: target.id) ?? []).count
            (merged.status, merged.mergedInto, merged.decidedAt) = (.declined, target.id, now)
            try records.keep(merged)
            return (target, carried)
        }
    }

    package func promote(_ suggestion: Identifier<Suggestion>, to item: RoadmapItem, by actor: Actor, at now: Instant)
        throws
        -> Suggestion
    {
        try decide(.change, .suggestionStatus, actor, now) { records in
            var promoted = try records.existing(suggestion)
            try promoted.requireOpen()
            try records.add(item)
            (promoted.status, promoted.promotedToRoadmapID, promoted.promotedAt) = (.addedToRoadmap, item.id, now)
            try records.keep(promoted)
            return promoted
        }
    }

    package func announce(_ announcement: Announcement, by actor: Actor, at now: Instant) throws {
        try decide(.add, .announcement, actor, now) { try $0.keep(announcement) }
    }

    @discardableResult
    package func block(_ author: Author, because reason: String?, by actor: Actor, at now: Instant) throws -> Bool {
        try decide(reason == nil ? .remove : .add, .block, actor, now) { records in
            guard let reason else { return try records.remove(BlockedAuthor.id(author)) }
            let isNew = try records.record(BlockedAuthor.id(author)) == nil
            try records.keep(BlockedAuthor(author, reason: reason, since: now))
            return isNew
        }
    }

    /// Runs one decision in one transaction. The first decision also saves the developers' mark and
    /// the nine items.
    func decide<Value>(
        _ action: Policy.Action, _ resource: Policy.Resource, _ actor: Actor, _ now: Instant,
        _ body: (any MutableBoardRecords) throws -> Value
    ) throws -> Value {
        try write { records in
            let context = try records.actorContext(actor)
            try context.require(action, resource)
            try records.bootstrap(context, at: now)
            return try body(records)
        }
    }
}

/// The developers' queries, all of which throw `notAllowed`.
extension CommunityBoard {
    package func blocks(for actor: Actor) throws -> [BlockedAuthor] {
        try read { records in
            try records.actorContext(actor).require(.read, .block)
            return try records.blocks()
        }
    }

    /// Returns the users of an app in a month with their contributions.
    ///
    /// They are sorted by random identifiers, so that the order reveals nothing.
    package func attendance(in month: String, for actor: Actor) throws -> [Attendee] {
        try read { records in
            try records.actorContext(actor).require(.read, .attendance)
            return try records.attendees(in: month)
        }
    }
}

/// An anonymous person who was counted in a month.
package struct Attendee: Hashable, Sendable {
    /// The last month of each kind of contribution, for example `2026-11`.
    package let lastMonth: [LimitedAction: String]

    package init(lastMonth: [LimitedAction: String]) { self.lastMonth = lastMonth }
}

extension BoardRecords {
    /// Returns the feedback that counts a duplicate of this one.
    ///
    /// - Throws: `feedbackNotFound`, `feedbackOfOtherApp`, `mergeWithItself`.
    package func root(of feedback: Feedback, in other: Identifier<Feedback>) throws -> Identifier<Feedback> {
        let target = try existing(other)
        let root = try target.sameAs.flatMap { try record($0) } ?? target
        guard root.device.app == feedback.device.app else {
            throw Failure(
                .feedbackOfOtherApp, "They belong to two apps: \(feedback.device.app) and \(root.device.app).",
                advice: "Each app tracks its own feedback.", kind: .badData)
        }
        guard root.id != feedback.id else {
            throw Failure(
                .mergeWithItself, "That is the same feedback, or already its duplicate.",
                advice: "`feedback apart ID` makes one stand for itself.", kind: .usage)
        }
        return root.id
    }
}

extension Failure {
    package static let mergeWithItself = Failure(
        .mergeWithItself, "A suggestion cannot be merged into itself.", kind: .usage)
    /// Returns the failure of reopening a suggestion without a decision.
    package static func suggestionPending(_ title: String) -> Failure {
        Failure(.suggestionPending, "“\(title)” is pending: there is nothing to take back.")
    }
    /// Returns the failure of reopening a suggestion whose roadmap item is released.
    package static func itemReleased(becoming item: RoadmapItem) -> Failure {
        Failure(
            .itemReleased, "“\(item.title)”, which it became, is released.",
            advice: "Take the release back first: `roadmap reopen \(item.id)`.")
    }
}
