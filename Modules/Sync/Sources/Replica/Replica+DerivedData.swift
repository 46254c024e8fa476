import Kernel

extension Replica {
    /// Updates data derived from merged records, such as totals, memory states and counts.
    ///
    /// Each round calls it. After an interrupted round, a process may also call it at its start.
    ///
    /// - Returns: Whether there was anything to update.
    @discardableResult
    package func settle() throws -> Bool {
        guard try device() != nil else { return false }
        var round = Round(known: [])
        try begin(&round)
        return try settled(in: &round)
    }

    /// Updates derived data that is marked as outdated, and returns whether there was any.
    func settled(in round: inout Round) throws -> Bool {
        guard let settle = settings.settle, let unsettled = try state().unsettled else { return false }
        let changes = try changes(since: unsettled)
        // These include later local writes. A repeated update is harmless.
        let touched = Set(changes.lazy.map(\.address).filter { !OwnCollections.names.contains($0.collection) })
        try settle(touched.sorted { $0.isBefore($1) }, store)
        try write(&round) { state, _ in if state.unsettled == unsettled { state.unsettled = nil } }
        return true
    }

    private func changes(since unsettled: PendingDerivation) throws -> [Change] {
        let engine = try store.read { $0.below.device }
        let changes = try feed(after: FeedPosition(sequence: unsettled.after))
        // The state was written together with the changes that it covers. A feed without them
        // belongs to a copy of the store.
        let isSameFeed =
            engine == unsettled.engine && changes.contains { $0.address.collection == SyncState.collection.name }
        return isSameFeed ? changes : try feed(after: FeedPosition())
    }
}

extension SyncSettings {
    /// Creates settings from the sync policies of plugins.
    ///
    /// - Parameter scopes: The scopes that are switched on. Records of other scopes are never sent.
    package init(account: String, title: String, syncPolicies: [SyncPolicy], scopes: Set<Scope>) {
        // Evaluated once, because each app does this at its start.
        let policies = syncPolicies.map { (policy: $0, kinds: $0.kinds()) }
        func names(_ isWanted: (SyncPolicy) -> Bool) -> Set<String> {
            Set(policies.filter { isWanted($0.policy) }.flatMap { $0.kinds.map(\.name) })
        }
        let keptKinds = names(\.keepsSupersededVersions)
        self.init(
            account: account, title: title, collections: names { $0.scope.map(scopes.contains) ?? false },
            kinds: policies.flatMap(\.kinds), isWorthKeeping: { keptKinds.contains($0.address.collection) })
        localCollections = names { $0.scope == nil }
        settle = { try syncPolicies.reconcile($0, in: $1) }
    }
}
