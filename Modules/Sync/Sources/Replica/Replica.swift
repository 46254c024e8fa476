import Kernel

/// What a replica is given besides a store and a place.
public struct SyncSettings: Sendable {
    /// The account whose devices meet.
    public var account: String
    /// What the person calls this device.
    public var title: String
    /// The collections whose records leave this device. What comes from others is taken in whatever it is.
    public var collections: Set<String>
    /// Collections that leave no device of anybody, since each has its own: a snapshot is whole without them.
    public var staying: Set<String> = []
    /// How records of each kind are kept, for keys of indexes that are younger than a record.
    public var kinds: [any StoredCollection]
    /// Whether a version that gives way holds something which a person would miss.
    public var isWorthKeeping: @Sendable (StoredRecord) -> Bool
    /// About how many bytes of records make a batch, and how many records at most.
    public var batch = (bytes: 1 << 20, records: 1_000)
    /// How long parcels must be together before anybody makes a snapshot of them, in bytes.
    package var leastCollected = 64 << 10
    /// How often a call of the transport is tried in all, where trying again is of use.
    public var attempts = 5
    /// Makes right what follows from records that were taken in. Called behind the transactions that took them in, and again where it was cut off.
    /// Nil where nothing follows.
    public var settle: (@Sendable (_ touched: [RecordAddress], _ store: any Store) throws -> Void)?

    /// What leaves, and how it is kept.
    public init(
        account: String, title: String, collections: Set<String>, kinds: [any StoredCollection] = [],
        isWorthKeeping: @escaping @Sendable (StoredRecord) -> Bool = { _ in true }
    ) {
        (self.account, self.title, self.collections, self.kinds) = (account, title, collections, kinds)
        self.isWorthKeeping = isWorthKeeping
    }

    /// Settings for all collections of these kinds.
    public init(account: String, title: String, kinds: [any StoredCollection]) {
        self.init(account: account, title: title, collections: Set(kinds.map(\.name)), kinds: kinds)
    }
}

/// What a round has done.
public struct SyncReport: Hashable, Sendable {
    /// Records that left.
    public var sent = 0
    /// Records that came, known ones too.
    public var received = 0
    /// Versions that gave way and are kept for a person.
    public var recovered = 0
    /// Versions that came from a clock ahead of ours and wait.
    public var quarantined = 0
    /// Streams in which something is missing that has not come yet.
    public var missing = 0
    /// The new name of this device, where somebody else had its old one.
    public var renamed: String?
    /// What became of files beside the records; nil where none go.
    public var files: FileReport?
    /// What of other devices could not be taken in, and why.
    public var troubles: [Failure] = []

    /// Of a round in which nothing happened.
    public init() {}
}

/// One device of an account: a store, and the place where it meets the others. All of it is in the store, so that a process may end at any moment.
public struct Replica: Sendable {
    let store: any Store
    let transport: any SyncTransport
    let seal: any Seal
    let settings: SyncSettings
    let ids: IDSource
    let now: @Sendable () -> Instant
    private let memory = StateMemory()
    /// Which of two versions at one address stands.
    package var order: @Sendable (_ one: StoredRecord, _ other: StoredRecord) -> Bool = { $0.wins(over: $1) }

    /// - Parameters:
    ///   - ids: names for devices; time-ordered ones, drawn by chance.
    ///   - now: the wall clock.
    public init(
        of store: any Store, at transport: any SyncTransport, seal: any Seal = Unsealed(), settings: SyncSettings, ids: IDSource,
        now: @escaping @Sendable () -> Instant
    ) {
        (self.store, self.transport, self.seal, self.settings) = (store.scoped(to: .common), transport, seal, settings)
        (self.ids, self.now) = (ids, now)
    }

    /// Meets the others once: sends what was written here, takes in what they have left, says how far it is.
    ///
    /// What was done stays done when it fails; the next round goes on from there.
    ///
    /// - Throws: `Failure` of the place, behind everything that could be done without it; of the store.
    @discardableResult
    public func round() throws -> SyncReport {
        var round = try entering()
        try meet(in: &round)
        round.report.troubles += round.unsettled
        return round.report
    }

    /// Opens the place, and what this device knows of it.
    func entering() throws -> Round {
        var round = Round(known: [])
        try patiently { try transport.join(settings.account) }
        try begin(&round)
        return round
    }

    private func meet(in round: inout Round) throws {
        let isKnown = try takeNameBack(in: &round)
        let others = try others()
        // Who takes something in is known to the others first: what he has, nobody lets go of behind his back.
        try heed(others, in: &round)
        if !isKnown {
            // Who can open nobody's card has another account's key: he leaves nothing here.
            if let wrongKey = others.compactMap(\.wrongKey).first, others.allSatisfy({ $0.card == nil }) {
                return round.report.troubles.append(wrongKey)
            }
            try introduce(in: &round)
        }
        _ = try settle(in: &round)
        let state = try state()
        try letComeOfAge(state.keeping, in: &round)
        // Whoever was copied, or has just joined, first learns what there is: else he might bring back what everybody has let go of.
        var obstacle: (any Error)?
        if !state.takesInFirst {
            do { try sendAll(in: &round) } catch { obstacle = error }
        }
        let made = try takeInAll(in: &round)
        let isSettled = try settle(in: &round)
        round.report.missing = round.gaps.count
        if let obstacle { throw obstacle }
        if state.takesInFirst {
            guard round.report.troubles.isEmpty, round.gaps.isEmpty else { return }
            try write(&round) { state, _ in state.takesInFirst = false }
            try sendAll(in: &round)
        } else if made || isSettled {
            try sendAll(in: &round)
        }
        let cards = try acknowledge(others, in: &round)
        try prove(beside: others, in: &round)
        if round.report.troubles.isEmpty, round.gaps.isEmpty { try collect(cards, others) }
        try forgetOld()
    }

    /// What cannot be settled stops nothing else: it is said, and tried again.
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

    /// What one round remembers.
    struct Round {
        var report = SyncReport()
        /// The state as this round has left it. Where another stands, another round is at it, and this one gives way.
        var turn: Stamp?
        /// Versions that were taken in since the feed was last in batches, so that nobody takes them for written here.
        var known: Set<Version>
        /// What came of it here, and the others must be told.
        var made: Set<RecordAddress> = []
        /// Why what was taken in is not settled.
        var unsettled: [Failure] = []
        /// Streams of which something is not there, and what follows it is.
        var gaps: Set<String> = []

        struct Version: Hashable {
            let address: RecordAddress
            let stamp: Stamp
        }
    }

    // MARK: - State

    /// - Throws: `syncOtherAccount`.
    func begin(_ round: inout Round) throws {
        let known = try store.read { transaction in
            (try memory.state(in: transaction), try transaction.below.record(at: SyncState.place)?.stamp)
        }
        if let state = known.0 {
            guard state.account == settings.account else { throw Failure.otherAccount }
            return round.turn = known.1
        }
        let device = ids.next(SyncState.self).rawValue
        round.turn = try store.write { transaction in
            guard try transaction.record(SyncState.only) == nil else { throw Failure.busy }
            try transaction.put(
                SyncState(
                    account: settings.account, device: device, engine: transaction.below.device, travelling: settings.collections)
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

    /// Changes the state and what belongs to it in one step.
    ///
    /// - Throws: `syncBusy` where the state is another than this round left it: another round of this store is at it, and goes on. Nothing was
    ///   changed then.
    @discardableResult
    func write<Value>(
        _ round: inout Round, _ body: (inout SyncState, borrowing Transaction) throws -> Value
    ) throws -> Value {
        let turn = round.turn
        let (value, state, next) = try store.write { transaction in
            guard try transaction.below.record(at: SyncState.place)?.stamp == turn else { throw Failure.busy }
            guard var state = try memory.state(in: transaction) else { throw Failure.notBegun }
            let value = try body(&state, transaction)
            try transaction.put(state)
            return (value, state, try transaction.below.record(at: SyncState.place)?.stamp)
        }
        if let next { memory.note(state, next) }
        round.turn = next
        return value
    }

    /// Asks the transport, and once more where that may help.
    func patiently<Value>(_ body: () throws -> Value) throws -> Value {
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
