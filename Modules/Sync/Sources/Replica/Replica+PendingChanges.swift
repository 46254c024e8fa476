import Kernel

/// The changes of the feed that are in no batch yet.
struct Pending {
    /// The changes in feed order, each record once.
    var changes: [Change] = []
    /// Whether the feed contains changes that stay on this device, besides records of sync itself.
    var skipsPrivateChanges = false
    var end = FeedPosition()
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
        let added = settings.collections.subtracting(state.travelling)
        let all = try feed(after: state.position)
        let isSameFeed =
            all.contains { $0.address.collection == SyncState.collection.name && $0.stamp == stamp }
            && state.engine == engine
        if state.again != nil || (isSameFeed && added.isEmpty) { return try pending(all, state) }
        var restarted = state
        restarted.position = FeedPosition()
        restarted.again = SyncState.Again(collections: added, after: state.reached)
        var pending = try pending(feed(after: restarted.position), restarted)
        pending.restartsFeed = true
        return pending
    }

    func feed(after position: FeedPosition) throws -> [Change] {
        var found: [Change] = []
        var last = position.address == nil ? position.sequence : position.sequence - 1
        while let changes = try Optional(store.changes(since: last, limit: 4_096)), let next = changes.last?.sequence {
            found += changes
            last = next
        }
        return found
    }

    private func pending(_ all: [Change], _ state: SyncState) throws -> Pending {
        var pending = Pending()
        pending.reached = all.reduce(state.reached) { max($0, $1.stamp.time) }
        pending.end = FeedPosition(sequence: all.last?.sequence ?? state.position.sequence)
        let lastChanges = Dictionary(all.map { ($0.address, $0) }, uniquingKeysWith: { _, last in last })
        let marks = all.filter { $0.address.collection == MergeMark.collection.name }
        let made = try store.read { transaction in
            try transaction.records(marks.map { Identifier<MergeMark>($0.address.id) })
        }
        var merged: [Int: Set<RecordAddress>] = [:]
        for (mark, made) in zip(marks, made) { merged[mark.sequence, default: []].formUnion(made?.made ?? []) }
        for change in all where !OwnCollections.names.contains(change.address.collection) {
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
        if all.count > 64 { pending.skipsPrivateChanges = true }
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
