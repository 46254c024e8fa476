import Kernel
import Sync

/// Somebody's account on this device: begun or joined, kept in step, left. Everything that it needs of the world is passed in.
public struct Accounts: Sendable {
    /// The app, whose accounts are its own.
    public let app: String
    let store: any Store
    let keep: AccountKeep
    /// What rounds have come to.
    public let log: SyncLog
    let places: SyncPlaces
    let copies: GuestCopies
    let gates: GateKeeper
    let belongings: [Belongings]
    let files: SyncedFiles?
    let ids: IDSource
    let time: TimeSource

    /// An account of an app over its store.
    ///
    /// - Parameters:
    ///   - copies: how what a guest has is kept before it moves.
    ///   - belongings: what becomes of each kind of record of the app.
    ///   - files: what lies beside them; nil for an app without.
    public init(
        of app: String, _ store: any Store, _ keep: AccountKeep, log: SyncLog, places: SyncPlaces, copies: GuestCopies,
        gates: GateKeeper, belongings: [Belongings], files: SyncedFiles? = nil, ids: IDSource,
        time: TimeSource
    ) {
        (self.app, self.store, self.keep, self.log, self.places, self.copies) = (app, store, keep, log, places, copies)
        (self.gates, self.belongings, self.files, self.ids, self.time) = (gates, belongings, files, ids, time)
    }

    /// What may leave this device, or stay here.
    public var scopes: [Scope] { belongings.scopes.filter { files != nil || $0 != .files } }

    // MARK: - Where somebody stands

    /// What is known of the account; nil for a guest.
    public func account() throws -> Account? { try keep.load() }

    /// Where somebody stands now: asked each time, so that what ends, ends at once.
    public func situation() throws -> Situation {
        let account = try account()
        return Situation(account: account, answer: gates.ask(AccountGates.cloudSync, 0), notes: log.read())
    }

    /// The account, where its devices may keep in step now.
    ///
    /// - Throws: `accountMissing`, `accountSuspended`, `accountNeedsUpgrade` with the gate's denial; `accountPaused`.
    public func active() throws -> Account {
        let situation = Situation(account: try account(), answer: gates.ask(AccountGates.cloudSync, 0), notes: SyncNotes())
        guard let account = situation.account else {
            throw situation.sync == .needsUpgrade ? Failure.needsUpgrade(situation.answer) : Failure.guest
        }
        switch situation.state {
        case .guest: throw Failure.guest
        case .suspended: throw Failure.suspended(account.suspension ?? .removed)
        case .needsUpgrade: throw Failure.needsUpgrade(situation.answer)
        case .signedIn: break
        }
        guard !account.isPaused else { throw Failure.paused }
        return account
    }

    /// The name of this device in the account; nil for a guest.
    ///
    /// - Throws: `Failure` of the store.
    public func device() throws -> String? {
        try account().flatMap { try replica($0, at: Meeting(MemoryTransport())).device() }
    }

    /// The devices of the account as they say themselves, by name; without those that left it or were removed.
    ///
    /// - Throws: `accountMissing`; `Failure` of the place.
    public func devices() throws -> [DeviceCard] {
        let cards = try replica().devices()
        let gone = Set(cards.flatMap { $0.removed ?? [] })
        return cards.filter { !gone.contains($0.device) }.sorted { ($0.title, $0.device) < ($1.title, $1.device) }
    }

    /// Changes what is kept of the account.
    @discardableResult
    func change(_ body: (inout Account) throws -> Void) throws -> Account {
        guard var account = try account() else { throw Failure.guest }
        let old = account
        try body(&account)
        if account != old { try keep.save(account) }
        return account
    }

    // MARK: - Small changes

    /// Calls this device otherwise. The others see it at the next round.
    public func rename(_ title: String) throws { try change { $0.title = try DeviceTitle.judged(title) } }

    /// Lets it rest, or go on.
    public func pause(_ isPaused: Bool) throws { try change { $0.isPaused = isPaused } }

    /// Lets records of a scope leave, or keeps them here from now on. What has left stays where it is.
    ///
    /// - Throws: `accountScopeUnknown`.
    public func turn(_ name: String, on isOn: Bool) throws {
        guard scopes.contains(where: { $0.rawValue == name }) else {
            throw Failure.unknownScope(name, among: scopes.map(\.rawValue))
        }
        try change { account in
            if isOn { account.staying.remove(name) } else { account.staying.insert(name) }
        }
    }

    // MARK: - Rounds

    /// The parts that leave this device.
    func leaving(_ account: Account) -> Set<Scope> { Set(scopes.filter { !account.staying.contains($0.rawValue) }) }

    /// The replica of an account.
    func replica(_ account: Account, at meeting: Meeting) -> Replica {
        let settings = SyncSettings(
            account: account.id, title: account.title, belongings: belongings, scopes: leaving(account))
        return Replica(
            of: store, at: meeting.transport, seal: meeting.seal, settings: settings, ids: ids, now: time.now)
    }

    /// The replica of the account as it is; it reaches the place at its first round.
    ///
    /// - Throws: `accountMissing`; `Failure` of the place.
    public func replica() throws -> Replica {
        guard let account = try account() else { throw Failure.guest }
        return replica(account, at: try meeting(account))
    }
}
