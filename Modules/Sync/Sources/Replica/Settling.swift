import Kernel

extension Replica {
    /// Makes right what follows from records that were taken in: sums, memories, counts. A round does it; whoever starts behind a round that was cut
    /// off may do it before.
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    public func settle() throws -> Bool {
        guard try device() != nil else { return false }
        var round = Round(known: [])
        try begin(&round)
        return try settled(in: &round)
    }

    func settled(in round: inout Round) throws -> Bool {
        guard let settle = settings.settle, let unsettled = try state().unsettled else { return false }
        let changes = try changes(since: unsettled)
        // What was written here meanwhile is among them: to settle it twice is to settle it once.
        let touched = Set(changes.lazy.map(\.address).filter { !OwnCollections.names.contains($0.collection) })
        try settle(touched.sorted { $0.isBefore($1) }, store)
        try write(&round) { state, _ in if state.unsettled == unsettled { state.unsettled = nil } }
        return true
    }

    private func changes(since unsettled: Unsettled) throws -> [Change] {
        let engine = try store.read { $0.below.device }
        let changes = try feed(behind: FeedPosition(sequence: unsettled.after))
        // The state was written with what it speaks of. Where the feed does not have it there it is that of a copy.
        let isSame = engine == unsettled.engine && changes.contains { $0.address.collection == SyncState.collection.name }
        return isSame ? changes : try feed(behind: FeedPosition())
    }
}

extension SyncSettings {
    /// Settings by what plugins say becomes of their records.
    ///
    /// - Parameters:
    ///   - belongings: those of the app.
    ///   - scopes: the parts that are switched on. What is off never leaves.
    public init(account: String, title: String, belongings: [Belongings], scopes: Set<Scope>) {
        // Asked once: each app does this when it starts.
        let each = belongings.map { (part: $0, kinds: $0.kinds()) }
        func names(_ isWanted: (Belongings) -> Bool) -> Set<String> {
            Set(each.filter { isWanted($0.part) }.flatMap { $0.kinds.map(\.name) })
        }
        let missed = names(\.isMissed)
        self.init(
            account: account, title: title, collections: names { $0.scope.map(scopes.contains) ?? false },
            kinds: each.flatMap(\.kinds), isWorthKeeping: { missed.contains($0.address.collection) })
        staying = names { $0.scope == nil }
        settle = { try belongings.settle($0, in: $1) }
    }
}
