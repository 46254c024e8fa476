import Kernel

/// The settings of a replica, besides its store and place.
package struct SyncSettings: Sendable {
    package var account: String
    package var title: String
    /// The collections that this device sends. It merges every collection that it receives.
    package var collections: Set<String>
    /// The collections that every device keeps private. Snapshots omit them.
    package var localCollections: Set<String> = []
    /// The collections of the app, to compute index keys added after a record was written.
    package var kinds: [any StoredCollection]
    /// Returns whether the user would miss a losing version.
    package var keepsLosingVersion: @Sendable (StoredRecord) -> Bool
    /// The approximate size in bytes and the maximum number of records of a batch.
    package var batch = (bytes: 1 << 20, records: 1_000)
    /// The minimum total size of batches in bytes before a new snapshot is written.
    package var leastCollected = 64 << 10
    /// The maximum number of attempts of a transport call after temporary failures.
    package var attempts = 5
    /// Updates data derived from merged records. Nil if there is none.
    ///
    /// It runs after the transactions of a merge, and again after an interruption.
    package var settle: (@Sendable (_ touched: [RecordAddress], _ store: any Store) throws -> Void)?

    package init(
        account: String, title: String, collections: Set<String>, kinds: [any StoredCollection] = [],
        isWorthKeeping: @escaping @Sendable (StoredRecord) -> Bool = { _ in true }
    ) {
        self.account = account
        self.title = title
        self.collections = collections
        self.kinds = kinds
        self.keepsLosingVersion = isWorthKeeping
    }

    package init(account: String, title: String, kinds: [any StoredCollection]) {
        self.init(account: account, title: title, collections: Set(kinds.map(\.name)), kinds: kinds)
    }
}

/// The results of a round.
package struct SyncReport: Hashable, Sendable {
    /// The number of sent records.
    package var sent = 0
    /// The number of received records, including those already known.
    package var received = 0
    /// The number of superseded versions that were kept for the user.
    package var recovered = 0
    /// The number of versions that were quarantined, because their time is in the future.
    package var quarantined = 0
    /// The number of streams with a gap.
    package var missing = 0
    /// The new ID of this device, if another device had its old one.
    package var renamed: String?
    /// The results for files, or nil if no files are synced.
    package var files: FileReport?
    /// The failures for data of other devices that could not be merged.
    package var troubles: [Failure] = []

    package init() {}
}

/// One device of an account: a store, and the place where the devices exchange changes.
///
/// The store contains the whole state, so a process may end at any moment.
package struct Replica: Sendable {
    let store: any Store
    let transport: any SyncTransport
    let seal: any Seal
    let settings: SyncSettings
    let ids: IDSource
    let now: @Sendable () -> Instant
    private let memory = SyncStateCache()
    /// Returns whether the first of two versions of a record wins.
    package var order: @Sendable (_ one: StoredRecord, _ other: StoredRecord) -> Bool = { $0.wins(over: $1) }

    /// - Parameters:
    ///   - ids: The source of device IDs, which must be time-ordered and random.
    ///   - now: The wall clock.
    package init(
        of store: any Store, at transport: any SyncTransport, seal: any Seal = Unsealed(), settings: SyncSettings,
        ids: IDSource, now: @escaping @Sendable () -> Instant
    ) {
        self.store = store.scoped(to: .common)
        self.transport = transport
        self.seal = seal
        self.settings = settings
        self.ids = ids
        self.now = now
    }

    /// Syncs once: sends local changes, merges those of other devices and publishes this device's
    /// card.
    ///
    /// A failed round keeps its results, and the next one continues from there.
    ///
    /// - Throws: A `Failure` of the place, after all work that is possible without it, or of the
    ///   store.
    @discardableResult
    package func round() throws -> SyncReport {
        var round = try openRound()
        try sync(in: &round)
        round.report.troubles += round.unsettled
        return round.report
    }

    /// Opens the place and reads its state.
    func openRound() throws -> Round {
        var round = Round(known: [])
        try retrying { try transport.join(settings.account) }
        try begin(&round)
        return round
    }

    private func sync(in round: inout Round) throws {
        let isKnown = try ensureOwnName(in: &round)
        let others = try others()
        // Other devices must know this device before it merges anything. Then they keep tombstones
        // that it may need.
        try updateMembership(others, in: &round)
        if !isKnown {
            // If no card can be opened, this device has another account's key and writes nothing.
            if let wrongKey = others.compactMap(\.wrongKey).first, others.allSatisfy({ $0.card == nil }) {
                return round.report.troubles.append(wrongKey)
            }
            try introduce(in: &round)
        }
        _ = try settle(in: &round)
        let state = try state()
        try mergeDueVersions(state.keeping, in: &round)
        // A copied or new device merges first. Otherwise it could restore records whose tombstones
        // are already deleted.
        var sendError: (any Error)?
        if !state.takesInFirst {
            do { try sendAll(in: &round) } catch { sendError = error }
        }
        let hasResults = try mergeAll(in: &round)
        let isSettled = try settle(in: &round)
        round.report.missing = round.gaps.count
        if let sendError { throw sendError }
        if state.takesInFirst {
            guard round.report.troubles.isEmpty, round.gaps.isEmpty else { return }
            try write(&round) { state, _ in state.takesInFirst = false }
            try sendAll(in: &round)
        } else if hasResults || isSettled {
            try sendAll(in: &round)
        }
        let cards = try acknowledge(others, in: &round)
        try exchangeChecksums(with: others, in: &round)
        if round.report.troubles.isEmpty, round.gaps.isEmpty { try collect(cards, others) }
        try forgetOld()
    }

    /// Updates derived data. A failure is reported and tried again later, and the round continues.
    private func settle(in round: inout Round) throws -> Bool {
        do {
            let isSettled = try settled(in: &round)
            round.unsettled = []
            return isSettled
        } catch let failure as Failure {
            round.unsettled = [failure]
            return false
        }
    }

    /// The state of one round.
    struct Round {
        var report = SyncReport()
        /// The stamp of the sync state that this round has written. Another stamp reveals a
        /// concurrent round, and this one stops.
        var expectedStamp: Stamp?
        /// The versions merged since the feed was last put into batches. They do not count as local
        /// changes.
        var known: Set<Version>
        /// The results of merges that other devices must receive.
        var resultsToSend: Set<RecordAddress> = []
        /// The failure of the last update of derived data.
        var unsettled: [Failure] = []
        /// The streams with a missing batch.
        var gaps: Set<String> = []

        struct Version: Hashable {
            let address: RecordAddress
            let stamp: Stamp
        }
    }

    // MARK: - State

    /// Begins a round, and creates the state on first use.
    ///
    /// - Throws: `syncOtherAccount`.
    func begin(_ round: inout Round) throws {
        let stored = try store.read { transaction in
            (try memory.state(in: transaction), try transaction.below.record(at: SyncState.place)?.stamp)
        }
        if let state = stored.0 {
            guard state.account == settings.account else { throw Failure.otherAccount }
            return round.expectedStamp = stored.1
        }
        let device = ids.next(SyncState.self).rawValue
        round.expectedStamp = try store.write { transaction in
            guard try transaction.record(SyncState.only) == nil else { throw Failure.busy }
            try transaction.put(
                SyncState(
                    account: settings.account, device: device, engine: transaction.below.device,
                    travelling: settings.collections)
            )
            return try transaction.below.record(at: SyncState.place)?.stamp
        }
    }

    func state() throws -> SyncState {
        try store.read { transaction in
            guard let state = try memory.state(in: transaction) else { throw Failure.notBegun }
            return state
        }
    }

    /// Changes the state and related data in one transaction.
    ///
    /// - Throws: `syncBusy` if a concurrent round of this store has changed the state. Then nothing
    ///   was changed, and the other round continues.
    @discardableResult
    func write<Value>(
        _ round: inout Round, _ body: (inout SyncState, borrowing Transaction) throws -> Value
    ) throws -> Value {
        let expectedStamp = round.expectedStamp
        let (value, state, newStamp) = try store.write { transaction in
            guard try transaction.below.record(at: SyncState.place)?.stamp == expectedStamp else { throw Failure.busy }
            guard var state = try memory.state(in: transaction) else { throw Failure.notBegun }
            let value = try body(&state, transaction)
            try transaction.put(state)
            return (value, state, try transaction.below.record(at: SyncState.place)?.stamp)
        }
        if let newStamp { memory.remember(state, newStamp) }
        round.expectedStamp = newStamp
        return value
    }

    /// Calls the transport, and repeats the call after temporary failures.
    func retrying<Value>(_ body: () throws -> Value) throws -> Value {
        for _ in 1..<max(1, settings.attempts) {
            do { return try body() } catch let failure as Failure where !failure.isPermanent { continue }
        }
        return try body()
    }

    var reindex: @Sendable (StoredRecord) throws -> [IndexEntry] {
        let kinds = Dictionary(settings.kinds.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return { record in try kinds[record.address.collection]?.entries(of: record) ?? record.entries }
    }
}

extension Failure {
    static var busy: Failure {
        Failure(
            .syncBusy, "Another program syncs this device just now.", advice: "Wait until it is done; nothing is lost.",
            kind: .temporary)
    }

    static var notBegun: Failure {
        Failure(
            .syncPlaceAway, "This device has not met the others yet.", advice: "Let it sync once.", kind: .temporary)
    }
}
