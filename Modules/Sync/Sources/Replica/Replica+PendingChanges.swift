import Kernel

/// The changes of the feed that are in no batch yet.
struct Pending {
    /// The changes in feed order, each record once.
    var changes: [Change] = []
    /// Whether the feed contains changes that stay on this device, besides records of sync itself.
    var skipsPrivateChanges = false
    /// The position after the last change of the feed.
    var end = FeedPosition()
    /// The greatest time in the feed.
    var reached = HybridTime.zero
    /// Whether the feed is read from its start, because it differs from the one that the stored
    /// position belongs to.
    var restartsFeed = false
}

extension Replica {
    /// Reads the feed after the stored position.
    func pending(_ state: SyncState) throws -> Pending {
        let (stamp, engine) = try store.read { transaction in
            (try transaction.below.record(at: SyncState.place)?.stamp, transaction.below.device)
        }
        // The state was written after the changes that it covers. A feed without the state at that
        // position belongs to a copy of the store.
        let newCollections = settings.collections.subtracting(state.travelling)
        let feedChanges = try feed(after: state.position)
        let isSameFeed =
            feedChanges.contains { $0.address.collection == SyncState.collection.name && $0.stamp == stamp }
            && state.engine == engine
        if state.again != nil || (isSameFeed && newCollections.isEmpty) { return try pending(feedChanges, state) }
        var restartedState = state
        restartedState.position = FeedPosition()
        restartedState.again = SyncState.Again(collections: newCollections, after: state.reached)
        var pending = try pending(feed(after: restartedState.position), restartedState)
        pending.restartsFeed = true
        return pending
    }

    /// Returns all changes after a position.
    func feed(after position: FeedPosition) throws -> [Change] {
        var changesSoFar: [Change] = []
        var lastSequence = position.address == nil ? position.sequence : position.sequence - 1
        while let changes = try Optional(store.changes(since: lastSequence, limit: 4_096)),
            let next = changes.last?.sequence
        {
            changesSoFar += changes
            lastSequence = next
        }
        return changesSoFar
    }

    private func pending(_ feedChanges: [Change], _ state: SyncState) throws -> Pending {
        var pending = Pending()
        pending.reached = feedChanges.reduce(state.reached) { max($0, $1.stamp.time) }
        pending.end = FeedPosition(sequence: feedChanges.last?.sequence ?? state.position.sequence)
        let lastChanges = Dictionary(feedChanges.map { ($0.address, $0) }, uniquingKeysWith: { _, last in last })
        let marks = feedChanges.filter { $0.address.collection == MergeMark.collection.name }
        let made = try store.read { transaction in
            try transaction.records(marks.map { Identifier<MergeMark>($0.address.id) })
        }
        var merged: [Int: Set<RecordAddress>] = [:]
        for (mark, made) in zip(marks, made) { merged[mark.sequence, default: []].formUnion(made?.made ?? []) }
        for change in feedChanges where !OwnCollections.names.contains(change.address.collection) {
            guard state.position.isBefore(change), lastChanges[change.address] == change else { continue }
            let made = merged[change.sequence]
            let isMade = made?.contains(change.address) ?? false
            // The results of merges carry the time of other devices and are sent although they are
            // old.
            if isMade || made == nil, isSent(change, isMade ? nil : state.again) {
                pending.changes.append(change)
            } else {
                pending.skipsPrivateChanges = true
            }
        }
        // The position advances past a long run of private changes, so that later rounds do not
        // read it again.
        if feedChanges.count > 64 { pending.skipsPrivateChanges = true }
        pending.changes.sort { one, other in
            one.sequence != other.sequence ? one.sequence < other.sequence : one.address.isBefore(other.address)
        }
        return pending
    }

    private func isSent(_ change: Change, _ again: SyncState.Again?) -> Bool {
        guard settings.collections.contains(change.address.collection) else { return false }
        guard let again else { return true }
        return again.collections.contains(change.address.collection) || change.stamp.time > again.after
    }

    /// Returns the number of records that have not been sent.
    package func waiting() throws -> Int {
        try store.read { try $0.record(SyncState.only) }.map { try pending($0).changes.count } ?? 0
    }
}
