import Kernel

/// The developers' reversals, all of which throw `notAllowed`.
extension RecordsBoard {
    /// Reopens a suggestion and reverses its decision.
    ///
    /// A merge target loses the suggestion's votes. A roadmap item made from the suggestion is
    /// removed with its votes.
    ///
    /// - Returns: the suggestion before and after the call.
    /// - Throws: `suggestionNotFound`, `suggestionPending`, or `itemReleased` if the item made from
    ///   it is released.
    package func reopen(_ id: Identifier<Suggestion>, by actor: Actor, at now: Instant) throws -> (
        before: Suggestion, after: Suggestion
    ) {
        let changed = try decide(.change, .suggestionStatus, actor, now) { records in
            let before = try records.existing(id)
            guard before.status != .pending else { throw Failure.suggestionPending(before.title) }
            if let item = try before.promotedToRoadmapID.flatMap({ try records.record($0) }) {
                guard item.status != .released else { throw Failure.itemReleased(becoming: item) }
                try records.remove(item.id)
            }
            let after = before.reopened
            try records.keep(after)
            return (before, after)
        }
        try changeBallots { try $1.removeOrphanedVotes(in: $0) }
        return changed
    }

    /// Removes an item with its votes. A suggestion promoted to it is pending again.
    ///
    /// - Throws: `itemNotFound`.
    package func remove(_ id: Identifier<RoadmapItem>, by actor: Actor, at now: Instant) throws -> RoadmapItem {
        let removed = try decide(.remove, .roadmapItem, actor, now) { records in
            let removed = try records.existing(id)
            try records.remove(id)
            for suggestion in try records.suggestions(.addedToRoadmap) where suggestion.promotedToRoadmapID == id {
                try records.keep(suggestion.reopened)
            }
            return removed
        }
        try changeBallots { try $1.removeOrphanedVotes(in: $0) }
        return removed
    }

    /// Withdraws an announcement.
    ///
    /// - Throws: `announcementNotFound`.
    package func withdraw(_ id: Identifier<Announcement>, by actor: Actor, at now: Instant) throws -> Announcement {
        try decide(.remove, .announcement, actor, now) { records in
            let removed = try records.existing(id)
            try records.remove(id)
            return removed
        }
    }
}

extension Suggestion {
    /// A copy of the suggestion without any decision, but with the developers' notes.
    var reopened: Suggestion {
        var copy = self
        (copy.status, copy.mergedInto, copy.decidedAt) = (.pending, nil, nil)
        (copy.promotedToRoadmapID, copy.promotedAt) = (nil, nil)
        return copy
    }
}
