import Kernel

/// What developers do.
extension StoredCommunityBoard {
    /// Founds the community when nobody has.
    public func add(_ item: RoadmapItem, by actor: Actor, at now: Instant) throws {
        try decide(.add, .roadmapItem, actor, now) { transaction in
            guard try transaction.record(item.id) == nil else { throw Failure.idTaken(item.id.rawValue) }
            try transaction.put(item)
        }
    }

    /// Reads the record that the change is made to in the same transaction.
    public func change(
        _ item: Identifier<RoadmapItem>, by actor: Actor, at now: Instant, _ change: @Sendable (inout RoadmapItem) throws -> Void
    ) throws -> RoadmapItem {
        try decide(.change, .roadmapItem, actor, now) { transaction in
            var changed = try self.item(item, in: transaction)
            try change(&changed)
            try transaction.put(changed)
            return changed
        }
    }

    /// Reads the record that the change is made to in the same transaction.
    public func change(
        _ feedback: Identifier<Feedback>, _ matter: Policy.Matter, by actor: Actor, at now: Instant,
        _ change: @Sendable (inout Feedback) throws -> Void
    ) throws -> Feedback {
        try decide(.change, matter, actor, now) { transaction in
            guard var changed = try transaction.record(feedback) else { throw Failure.feedbackNotFound(feedback) }
            try change(&changed)
            try transaction.put(changed)
            return changed
        }
    }

    /// Reads the record that the change is made to in the same transaction.
    public func change(
        _ suggestion: Identifier<Suggestion>, _ matter: Policy.Matter, by actor: Actor, at now: Instant,
        _ change: @Sendable (inout Suggestion) throws -> Void
    ) throws -> Suggestion {
        try decide(.change, matter, actor, now) { transaction in
            var changed = try self.suggestion(suggestion, in: transaction)
            try change(&changed)
            try transaction.put(changed)
            return changed
        }
    }

    /// Reads and rewrites the votes of one suggestion: time in proportion to them.
    public func merge(_ suggestion: Identifier<Suggestion>, into other: Identifier<Suggestion>, by actor: Actor, at now: Instant)
        throws -> (Suggestion, carried: Int)
    {
        try decide(.carry, .suggestionVote, actor, now) { transaction in
            var merged = try self.suggestion(suggestion, in: transaction)
            let target = try self.suggestion(other, in: transaction)
            guard merged.id != target.id else {
                throw Failure(.mergeWithItself, "A suggestion cannot be merged into itself.", kind: .usage)
            }
            for one in [merged, target] where !one.status.isOpen { throw Failure.suggestionClosed(one) }
            var carried = 0
            for vote in try transaction.records(Vote<Suggestion>.bySubject.at(merged.id)) {
                try transaction.delete(vote.id)
                let same = Vote(target.id, by: vote.voter, at: vote.votedAt)
                guard try transaction.record(same.id) == nil else { continue }
                try transaction.put(same)
                carried += 1
            }
            (merged.status, merged.mergedInto) = (.declined, target.id)
            try transaction.put(merged)
            return (target, carried)
        }
    }

    /// Item and suggestion change together.
    public func promote(_ suggestion: Identifier<Suggestion>, to item: RoadmapItem, by actor: Actor, at now: Instant) throws
        -> Suggestion
    {
        try decide(.change, .suggestionStatus, actor, now) { transaction in
            var promoted = try self.suggestion(suggestion, in: transaction)
            guard promoted.status.isOpen else { throw Failure.suggestionClosed(promoted) }
            guard try transaction.record(item.id) == nil else { throw Failure.idTaken(item.id.rawValue) }
            (promoted.status, promoted.promotedToRoadmapID, promoted.promotedAt) = (.addedToRoadmap, item.id, now)
            try transaction.put(item)
            try transaction.put(promoted)
            return promoted
        }
    }

    /// Founds the community when nobody has.
    public func announce(_ announcement: Announcement, by actor: Actor, at now: Instant) throws {
        try decide(.add, .announcement, actor, now) { try $0.put(announcement) }
    }

    /// A name that nobody bears can be blocked too.
    public func block(_ author: Author, because reason: String?, by actor: Actor, at now: Instant) throws {
        try decide(reason == nil ? .remove : .add, .block, actor, now) { transaction in
            if let reason {
                try transaction.put(BlockedAuthor(author, reason: reason, since: now))
            } else {
                try transaction.delete(BlockedAuthor.id(author))
            }
        }
    }

    /// By author.
    public func blocks(for actor: Actor) throws -> [BlockedAuthor] {
        try store.read { transaction in
            try People(actor, transaction).require(.read, .block)
            return try transaction.records(Selection<BlockedAuthor>.all)
        }
    }

    /// By chance of identifiers, so that the order says nothing.
    public func attendance(in month: String, for actor: Actor) throws -> [Attendee] {
        try store.read { transaction in
            try People(actor, transaction).require(.read, .attendance)
            return try transaction.records(Attendance.byMonth.at(month)).map { attendance in
                let ledger = try transaction.record(Ledger.id(attendance.author))
                let months = (ledger?.lastMonth ?? [:]).compactMap { name, month in Deed(rawValue: name).map { ($0, month) } }
                return Attendee(lastMonth: Dictionary(months, uniquingKeysWith: { first, _ in first }))
            }
        }
    }

    /// One decision in one transaction. The first founds the community: its developers' mark and the nine items are kept with it.
    private func decide<Value>(
        _ action: Policy.Action, _ matter: Policy.Matter, _ actor: Actor, _ now: Instant,
        _ body: (borrowing Transaction) throws -> Value
    ) throws -> Value {
        try store.write { transaction in
            let people = try People(actor, transaction)
            try people.require(action, matter)
            if people.charter == nil, let mark = actor.developerMark {
                try people.require(.add, .charter)
                try transaction.put(Charter(id: Charter.only, developerMark: mark, foundedAt: now))
                try transaction.put(contentsOf: FoundingRoadmap.items)
            }
            return try body(transaction)
        }
    }
}
