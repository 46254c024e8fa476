import Kernel

/// What the feed holds that is in no batch yet.
struct Pending {
    /// In the order of the feed, each record once.
    var changes: [Change] = []
    /// Whether the feed has something besides Sync's own records that need not leave.
    var passesOver = false
    /// The end of what was read.
    var end = FeedPosition()
    var reached = HybridTime.zero
    /// Whether the feed is another one than that in which the state's position is.
    var isAnew = false
}

extension Replica {
    /// Reads the feed behind the state's position.
    func pending(_ state: SyncState) throws -> Pending {
        let (stamp, engine) = try store.read { transaction in
            (try transaction.below.record(at: SyncState.place)?.stamp, transaction.below.device)
        }
        // The state was last written behind what it speaks of. Where the feed does not have it there it is another feed: that of a copy.
        let added = settings.collections.subtracting(state.travelling)
        let all = try feed(behind: state.position)
        let isSame =
            all.contains { $0.address.collection == SyncState.collection.name && $0.stamp == stamp } && state.engine == engine
        if state.again != nil || (isSame && added.isEmpty) { return try pending(all, state) }
        var anew = state
        anew.position = FeedPosition()
        anew.again = SyncState.Again(collections: added, after: state.reached)
        var pending = try pending(feed(behind: anew.position), anew)
        pending.isAnew = true
        return pending
    }

    func feed(behind position: FeedPosition) throws -> [Change] {
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
        let lasting = Dictionary(all.map { ($0.address, $0) }, uniquingKeysWith: { _, last in last })
        let marks = all.filter { $0.address.collection == MergeMark.collection.name }
        let made = try store.read { transaction in
            try transaction.records(marks.map { Identifier<MergeMark>($0.address.id) })
        }
        var merged: [Int: Set<RecordAddress>] = [:]
        for (mark, made) in zip(marks, made) { merged[mark.sequence, default: []].formUnion(made?.made ?? []) }
        for change in all where !OwnCollections.names.contains(change.address.collection) {
            guard state.position.isBefore(change), lasting[change.address] == change else { continue }
            let made = merged[change.sequence]
            let isMade = made?.contains(change.address) ?? false
            // What came of the others' here has a time of theirs, and leaves though it is old.
            if isMade || made == nil, leaves(change, isMade ? nil : state.again) {
                pending.changes.append(change)
            } else {
                pending.passesOver = true
            }
        }
        // A long way through what is only ours is not gone again in every round.
        if all.count > 64 { pending.passesOver = true }
        pending.changes.sort { one, other in
            one.sequence != other.sequence ? one.sequence < other.sequence : one.address.isBefore(other.address)
        }
        return pending
    }

    private func leaves(_ change: Change, _ again: SyncState.Again?) -> Bool {
        guard settings.collections.contains(change.address.collection) else { return false }
        guard let again else { return true }
        return again.collections.contains(change.address.collection) || change.stamp.time > again.after
    }

    /// How many records have not left yet.
    public func waiting() throws -> Int {
        try store.read { try $0.record(SyncState.only) }.map { try pending($0).changes.count } ?? 0
    }
}
