import Kernel
import Sync

/// Creates, joins, syncs and leaves the account of this device's user.
package struct AccountService: Sendable {
    package let app: String
    let store: any Store
    let storage: AccountStorage
    package let log: SyncLog
    let places: SyncPlaces
    let backups: PreJoinBackup
    let gates: GateKeeper
    let syncPolicies: [SyncPolicy]
    let files: SyncedFiles?
    let ids: IDSource
    let time: TimeSource

    /// - Parameters:
    ///   - backups: The backups of a guest's data before a migration.
    ///   - syncPolicies: The sync policies of all features.
    ///   - files: The files that are synced with the records, or nil for an app without files.
    package init(
        of app: String, _ store: any Store, _ keep: AccountStorage, log: SyncLog, places: SyncPlaces,
        backups: PreJoinBackup, gates: GateKeeper, syncPolicies: [SyncPolicy], files: SyncedFiles? = nil, ids: IDSource,
        time: TimeSource
    ) {
        self.app = app
        self.store = store
        self.storage = keep
        self.log = log
        self.places = places
        self.backups = backups
        self.gates = gates
        self.syncPolicies = syncPolicies
        self.files = files
        self.ids = ids
        self.time = time
    }

    /// The parts of the data that the user can sync or keep local.
    package var scopes: [Scope] { syncPolicies.scopes.filter { files != nil || $0 != .files } }

    // MARK: - Status

    /// Returns the account, or nil for a guest.
    package func account() throws -> Account? { try storage.load() }

    /// Returns the current status. It is computed on each call, so a lost permission takes effect
    /// at once.
    package func status() throws -> AccountStatus {
        let account = try account()
        return AccountStatus(account: account, answer: gates.ask(AccountGates.cloudSync, 0), notes: log.read())
    }

    /// Returns the account if its devices may sync now.
    ///
    /// - Throws: `accountMissing`, `accountSuspended`, `accountNeedsUpgrade` with the gate's
    ///   denial, `accountPaused`.
    package func syncableAccount() throws -> Account {
        let situation = AccountStatus(
            account: try account(), answer: gates.ask(AccountGates.cloudSync, 0), notes: SyncNotes())
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

    /// Returns this device's ID in the account, or nil for a guest.
    ///
    /// - Throws: A `Failure` of the store.
    package func device() throws -> String? {
        try account().flatMap { try replica($0, at: OpenedSyncPlace(MemoryTransport())).device() }
    }

    /// Returns the cards of the account's current devices, sorted by title.
    ///
    /// - Throws: `accountMissing`, or a `Failure` of the place.
    package func devices() throws -> [DeviceCard] {
        let cards = try replica().devices()
        let removed = Set(cards.flatMap { $0.removed ?? [] })
        return cards.filter { !removed.contains($0.device) }.sorted { ($0.title, $0.device) < ($1.title, $1.device) }
    }

    /// Changes the account, and saves it if it differs.
    @discardableResult
    func change(_ body: (inout Account) throws -> Void) throws -> Account {
        guard var account = try account() else { throw Failure.guest }
        let old = account
        try body(&account)
        if account != old { try storage.save(account) }
        return account
    }

    // MARK: - Small changes

    /// Renames this device. Other devices show the name after the next round.
    package func rename(_ title: String) throws { try change { $0.title = try DeviceTitle.validated(title) } }

    /// Pauses or resumes syncing.
    package func pause(_ isPaused: Bool) throws { try change { $0.isPaused = isPaused } }

    /// Switches syncing of a scope on or off. Data already sent stays in the place.
    ///
    /// - Throws: `accountScopeUnknown`.
    package func setScope(_ name: String, on isOn: Bool) throws {
        guard scopes.contains(where: { $0.rawValue == name }) else {
            throw Failure.unknownScope(name, among: scopes.map(\.rawValue))
        }
        try change { account in
            if isOn { account.staying.remove(name) } else { account.staying.insert(name) }
        }
    }

    // MARK: - Rounds

    /// Returns the scopes that are synced.
    func syncedScopes(_ account: Account) -> Set<Scope> {
        Set(scopes.filter { !account.staying.contains($0.rawValue) })
    }

    func replica(_ account: Account, at meeting: OpenedSyncPlace) -> Replica {
        let settings = SyncSettings(
            account: account.id, title: account.title, syncPolicies: syncPolicies, scopes: syncedScopes(account))
        return Replica(
            of: store, at: meeting.transport, seal: meeting.seal, settings: settings, ids: ids, now: time.now)
    }

    /// Returns the replica of the current account, which contacts the place in its first round.
    ///
    /// - Throws: `accountMissing`, or a `Failure` of the place.
    package func replica() throws -> Replica {
        guard let account = try account() else { throw Failure.guest }
        return replica(account, at: try openPlace(account))
    }
}
