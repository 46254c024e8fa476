import Kernel

/// What developers decide. The first who changes something founds the community. All throw `notAllowed`.
extension RecordsBoard {
    /// Adds an item, behind the founding nine.
    ///
    /// - Throws: `idTaken`.
    public func add(_ item: RoadmapItem, by actor: Actor, at now: Instant) throws {
        try decide(.add, .roadmapItem, actor, now) { try $0.add(item) }
    }

    /// Changes what belongs to developers in an item, a feedback or a suggestion.
    ///
    /// - Throws: `itemNotFound`, `feedbackNotFound`, `suggestionNotFound`, and what the change throws.
    public func change<Record: BoardSubject>(
        _ id: Identifier<Record>, _ matter: Policy.Matter, by actor: Actor, at now: Instant,
        _ change: (inout Record) throws -> Void
    ) throws -> Record {
        try decide(.change, matter, actor, now) { records in
            var changed = try records.existing(id)
            try change(&changed)
            try records.keep(changed)
            return changed
        }
    }

    /// Says that feedback says the same as another of its app, or no longer for nil.
    ///
    /// - Throws: `feedbackNotFound`, `feedbackOfOtherApp`, `mergeWithItself`.
    public func relate(_ feedback: Identifier<Feedback>, to other: Identifier<Feedback>?, by actor: Actor, at now: Instant) throws
        -> Feedback
    {
        try decide(.change, .feedbackTriage, actor, now) { records in
            var related = try records.existing(feedback)
            let target = try other.map { try records.root(of: related, in: $0) }
            if let target {
                for var one in try records.feedback(nil, newestFirst: false, limit: nil) where one.sameAs == related.id {
                    one.sameAs = target
                    try records.keep(one)
                }
            }
            related.sameAs = target
            try records.keep(related)
            return related
        }
    }

    /// Makes one suggestion of two: the votes of the first count for the second, one a person.
    ///
    /// - Returns: the second, and how many votes came to it.
    /// - Throws: `suggestionNotFound`, `suggestionClosed`, `mergeWithItself`.
    public func merge(_ suggestion: Identifier<Suggestion>, into other: Identifier<Suggestion>, by actor: Actor, at now: Instant)
        throws -> (Suggestion, carried: Int)
    {
        try decide(.change, .suggestionStatus, actor, now) { records in
            var merged = try records.existing(suggestion)
            let target = try records.existing(other)
            guard merged.id != target.id else {
                throw Failure.mergeWithItself
            }
            for one in [merged, target] { try one.requireOpen() }
            let poll = try records.poll()
            let carried = (poll.voters(for: merged.id) ?? []).subtracting(poll.voters(for: target.id) ?? []).count
            (merged.status, merged.mergedInto, merged.decidedAt) = (.declined, target.id, now)
            try records.keep(merged)
            return (target, carried)
        }
    }

    /// Makes a suggestion an item of the roadmap; both change together.
    ///
    /// - Throws: `suggestionNotFound`, `suggestionClosed`, `idTaken`.
    public func promote(_ suggestion: Identifier<Suggestion>, to item: RoadmapItem, by actor: Actor, at now: Instant) throws
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

    /// Tells everybody something.
    public func announce(_ announcement: Announcement, by actor: Actor, at now: Instant) throws {
        try decide(.add, .announcement, actor, now) { try $0.keep(announcement) }
    }

    /// Takes nothing more from somebody, or takes it again for nil. A name that nobody bears can be blocked too.
    ///
    /// - Returns: whether that changed anything.
    @discardableResult
    public func block(_ author: Author, because reason: String?, by actor: Actor, at now: Instant) throws -> Bool {
        try decide(reason == nil ? .remove : .add, .block, actor, now) { records in
            guard let reason else { return try records.remove(BlockedAuthor.id(author)) }
            let isNew = try records.record(BlockedAuthor.id(author)) == nil
            try records.keep(BlockedAuthor(author, reason: reason, since: now))
            return isNew
        }
    }

    /// One decision in one unit of work. The first founds the community: its developers' mark and the nine items are kept with it.
    func decide<Value>(
        _ action: Policy.Action, _ matter: Policy.Matter, _ actor: Actor, _ now: Instant,
        _ body: (any KeptRecords) throws -> Value
    ) throws -> Value {
        try write { records in
            let people = try records.people(actor)
            try people.require(action, matter)
            try records.found(people, at: now)
            return try body(records)
        }
    }
}

/// What developers look at. All throw `notAllowed`.
extension CommunityBoard {
    /// Who is blocked.
    public func blocks(for actor: Actor) throws -> [BlockedAuthor] {
        try read { records in
            try records.people(actor).require(.read, .block)
            return try records.blocks()
        }
    }

    /// Who used an app in a month, and what they did; by chance of identifiers, so that the order says nothing.
    public func attendance(in month: String, for actor: Actor) throws -> [Attendee] {
        try read { records in
            try records.people(actor).require(.read, .attendance)
            return try records.attendees(in: month)
        }
    }
}

/// Somebody who was counted in a month, without their name.
public struct Attendee: Hashable, Sendable {
    /// By deed, the last month they did it in.
    public let lastMonth: [Deed: String]

    /// Somebody who did these things.
    package init(lastMonth: [Deed: String]) { self.lastMonth = lastMonth }
}

extension BoardRecords {
    /// At which feedback another is counted that says the same as this one.
    ///
    /// - Throws: `feedbackNotFound`, `feedbackOfOtherApp`, `mergeWithItself`.
    package func root(of feedback: Feedback, in other: Identifier<Feedback>) throws -> Identifier<Feedback> {
        let named = try existing(other)
        let root = try named.sameAs.flatMap { try record($0) } ?? named
        guard root.device.app == feedback.device.app else {
            throw Failure(
                .feedbackOfOtherApp, "They are of two apps: \(feedback.device.app) and \(root.device.app).",
                advice: "What is to be done in each app is tracked for itself.", kind: .badData)
        }
        guard root.id != feedback.id else {
            throw Failure(
                .mergeWithItself, "That is the same feedback, or counted at it already.",
                advice: "`feedback apart ID` makes one stand for itself.", kind: .usage)
        }
        return root.id
    }
}

extension Failure {
    package static let mergeWithItself = Failure(
        .mergeWithItself, "A suggestion cannot be merged into itself.", kind: .usage)
    package static func suggestionPending(_ title: String) -> Failure {
        Failure(.suggestionPending, "“\(title)” is pending: there is nothing to take back.")
    }
    package static func itemReleased(becoming item: RoadmapItem) -> Failure {
        Failure(
            .itemReleased, "“\(item.title)”, which it became, is released.",
            advice: "Take the release back first: `roadmap reopen \(item.id)`.")
    }
}
