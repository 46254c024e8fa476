import Kernel

/// What developers take back. All throw `notAllowed`.
extension RecordsBoard {
    /// Looks at a suggestion anew: whatever was decided about it is taken back. What it was merged into loses its votes, and an item of the
    /// roadmap that it became goes, with the votes for it.
    ///
    /// - Returns: the suggestion as it was, and as it is now.
    /// - Throws: `suggestionNotFound`, `suggestionPending`; `itemReleased` when what it became is released.
    public func reopen(_ id: Identifier<Suggestion>, by actor: Actor, at now: Instant) throws -> (
        before: Suggestion, after: Suggestion
    ) {
        let changed = try decide(.change, .suggestionStatus, actor, now) { records in
            let before = try records.existing(id)
            guard before.status != .pending else {
                throw Failure.suggestionPending(before.title)
            }
            if let item = try before.promotedToRoadmapID.flatMap({ try records.record($0) }) {
                guard item.status != .released else {
                    throw Failure.itemReleased(becoming: item)
                }
                try records.remove(item.id)
            }
            let after = before.reopened
            try records.keep(after)
            return (before, after)
        }
        try vote { try $1.dropStrays($0) }
        return changed
    }

    /// Removes an item, with the votes for it. A suggestion that became it is pending again.
    ///
    /// - Throws: `itemNotFound`.
    public func remove(_ id: Identifier<RoadmapItem>, by actor: Actor, at now: Instant) throws -> RoadmapItem {
        let gone = try decide(.remove, .roadmapItem, actor, now) { records in
            let gone = try records.existing(id)
            try records.remove(id)
            for one in try records.suggestions(.addedToRoadmap) where one.promotedToRoadmapID == id {
                try records.keep(one.reopened)
            }
            return gone
        }
        try vote { try $1.dropStrays($0) }
        return gone
    }

    /// Takes an announcement away.
    ///
    /// - Throws: `announcementNotFound`.
    public func withdraw(_ id: Identifier<Announcement>, by actor: Actor, at now: Instant) throws -> Announcement {
        try decide(.remove, .announcement, actor, now) { records in
            let gone = try records.existing(id)
            try records.remove(id)
            return gone
        }
    }
}

extension Suggestion {
    /// As if nobody had decided anything. What developers noted stays.
    var reopened: Suggestion {
        var copy = self
        (copy.status, copy.mergedInto, copy.decidedAt) = (.pending, nil, nil)
        (copy.promotedToRoadmapID, copy.promotedAt) = (nil, nil)
        return copy
    }
}
