import Files
import Groups
import Kernel
import Programs
import Storage
import Synchronization

extension GroupAccess {
    /// Creates access to groups in shared folders, and in databases with `postgres:`.
    ///
    /// A folder is opened once on demand, and created only when a person creates a group.
    ///
    /// - Parameter isDryRun: discards all writes and creates nothing.
    package static func shared(
        _ policy: GroupPolicy, for person: GroupPerson, in environment: GroupEnvironment, isDryRun: Bool = false
    ) -> GroupAccess {
        let places = OpenPlaces(environment, policy, isDryRun: isDryRun, now: person.time.now)
        let folders = GroupAccess.stored(policy, for: person, make: places.make, open: places.open)
        let logins = environment.logins
        let dryRun = isDryRun ? GroupDryRun() : nil
        let database = GroupDatabase(policy: policy, person: person, logins: logins, dryRun: dryRun)
        return GroupAccess(
            create: { path, name, founder in
                guard SharedLocation(path).isDatabase else {
                    return try folders.create(SharedLocation.absolute(path), name, founder)
                }
                let (name, founder) = try (
                    GroupTextRules.name.validated(name, "The name"), GroupTextRules.name.validated(founder, "Your name")
                )
                return try database.create(path, name, founder)
            },
            prepare: { path, name in
                guard SharedLocation(path).isDatabase else { return try folders.prepare(path, name) }
                return try database.prepare(path, GroupTextRules.name.validated(name, "The name"))
            },
            updatePolicies: { path in
                guard SharedLocation(path).isDatabase else { return try folders.updatePolicies(path) }
                return try database.updatePolicies(path)
            },
            checkedJoin: { path, code, name, check in
                guard SharedLocation(path).isDatabase else {
                    return try folders.checkedJoin(SharedLocation.absolute(path), code, name, check)
                }
                return try database.join(path, code, GroupTextRules.name.validated(name, "Your name"), check)
            },
            open: { place, waitLimit in
                guard SharedLocation(place.path).isDatabase else { return try folders.open(place, waitLimit) }
                return try database.open(place, waitLimit)
            },
            repair: { place in
                guard !SharedLocation(place.path).isDatabase else { throw Failure.groupNotRepaired(place.path) }
                return try places.repair(place, for: person)
            }, forget: { if !isDryRun { try logins.remove(at: $0) } },
            withDeliveryLock: { waitLimit, body in
                guard !isDryRun, let lock = try environment.outbox?() else {
                    try body()
                    return true
                }
                let acquired = lock.acquire(within: waitLimit.seconds)
                if case .busy = acquired { return false }
                try withExtendedLifetime(acquired) { try body() }
                return true
            })
    }
}

/// The facilities of the machine outside the groups' locations.
package struct GroupEnvironment: Sendable {
    /// The folder outside a group for its store's durability notes, or nil for none.
    let notes: String?
    /// Receives each open store, so that the caller can close it.
    let opening: @Sendable (any Store) -> Void

    let logins: GroupLogins

    /// Returns the lock that prevents concurrent deliveries. It is nil if there is only one
    /// process.
    let outbox: (@Sendable () throws -> WorkLock)?

    package init(
        logins: GroupLogins, notes: String? = nil, outbox: (@Sendable () throws -> WorkLock)? = nil,
        opening: @escaping @Sendable (any Store) -> Void = { _ in }
    ) {
        self.logins = logins
        self.notes = notes
        self.outbox = outbox
        self.opening = opening
    }
}

/// The opened locations, each opened once.
private final class OpenPlaces: Sendable {
    private let environment: GroupEnvironment
    private let policy: GroupPolicy
    private let isDryRun: Bool
    private let now: @Sendable () -> Instant
    private let stores = Mutex<[String: any Store]>([:])

    init(
        _ environment: GroupEnvironment, _ policy: GroupPolicy, isDryRun: Bool, now: @escaping @Sendable () -> Instant
    ) {
        self.environment = environment
        self.policy = policy
        self.isDryRun = isDryRun
        self.now = now
    }

    /// Opens the store at a path once, and refuses a damaged one.
    @Sendable func open(_ typed: String, _ waitLimit: WaitLimit) throws -> any Store {
        let path = SharedLocation.absolute(typed)
        if let opened = stores.withLock({ $0[path] }) { return opened }
        let file = try folder(path).open(waitLimit)
        environment.opening(file)
        if let damage = file.knownDamage { throw Failure.groupDamaged(path, damage, policy.wording) }
        return keep(isDryRun ? try DryRunStore(over: file, now: now) : file, at: path)
    }

    /// Creates the store of a new group at a path.
    @Sendable func make(_ typed: String) throws -> any Store {
        let path = SharedLocation.absolute(typed)
        if isDryRun { return keep(MemoryStore(now: now), at: path) }
        let file = try folder(path).make()
        environment.opening(file)
        return keep(file, at: path)
    }

    /// Repairs a store if it contains the expected group. A dry run only reports the damage.
    func repair(_ place: GroupPlace, for person: GroupPerson) throws -> [String] {
        let file = try folder(SharedLocation.absolute(place.path)).open(.userInitiated)
        environment.opening(file)
        guard try StoredGroupSession(file, policy, for: person).group().id == place.id else {
            throw Failure.groupForeign(place.path)
        }
        return try isDryRun ? [file.knownDamage].compactMap(\.self) : file.maintain(.repair)
    }

    private func folder(_ path: String) -> GroupFolder { GroupFolder(path: path, notes: environment.notes, now: now) }

    /// Keeps an open store for later calls.
    private func keep(_ store: any Store, at path: String) -> any Store {
        stores.withLock { $0[path] = store }
        return store
    }
}
