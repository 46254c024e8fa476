import Groups
import Kernel
import Programs
import Storage
import Synchronization

extension GroupAccess {
    /// Groups in folders that their members reach, and in databases behind `postgres:`. A folder is opened once, when it is needed, and made only
    /// when somebody founds a group.
    ///
    /// - Parameter isRehearsal: what is written is forgotten, and nothing is made.
    public static func shared(
        _ statutes: Statutes, for person: GroupPerson, in surroundings: GroupSurroundings, isRehearsal: Bool = false
    ) -> GroupAccess {
        let places = OpenPlaces(surroundings, statutes, isRehearsal: isRehearsal, now: person.time.now)
        let folders = GroupAccess.stored(statutes, for: person, make: places.make, open: places.open)
        let logins = surroundings.logins
        let rehearsal = isRehearsal ? GroupRehearsal() : nil
        let database = GroupDatabase(statutes: statutes, person: person, logins: logins, rehearsal: rehearsal)
        return GroupAccess(
            found: { path, name, founder in
                guard GroupDatabase.isOne(path) else { return try folders.found(OpenPlaces.whole(path), name, founder) }
                let (name, founder) = try (
                    GroupWording.name.kept(name, "The name"), GroupWording.name.kept(founder, "Your name")
                )
                return try database.found(path, name, founder)
            },
            prepare: { path, name in
                guard GroupDatabase.isOne(path) else { return try folders.prepare(path, name) }
                return try database.prepare(path, GroupWording.name.kept(name, "The name"))
            },
            renew: { path in
                guard GroupDatabase.isOne(path) else { return try folders.renew(path) }
                return try database.renew(path)
            },
            enter: { path, code, name, judge in
                guard GroupDatabase.isOne(path) else { return try folders.entering(OpenPlaces.whole(path), code, name, judge) }
                return try database.enter(path, code, GroupWording.name.kept(name, "Your name"), judge)
            },
            open: { place, patience in
                guard GroupDatabase.isOne(place.path) else { return try folders.open(place, patience) }
                return try database.open(place, patience)
            },
            repair: { place in
                guard !GroupDatabase.isOne(place.path) else { throw Failure.groupNotRepaired(place.path) }
                return try places.repair(place, for: person)
            }, forget: { if !isRehearsal { try logins.remove(at: $0) } },
            alone: { patience, body in
                guard !isRehearsal, let lock = try surroundings.outbox?() else {
                    try body()
                    return true
                }
                let answer = lock.take(within: patience.seconds)
                if case .busy = answer { return false }
                try withExtendedLifetime(answer) { try body() }
                return true
            })
    }
}

/// What the machine has beside the places of groups.
public struct GroupSurroundings: Sendable {
    /// Where it is noted, outside a folder, how far its store has got; nil for nowhere.
    let notes: String?
    /// Hears of each store once it is open, so that somebody closes it.
    let opening: @Sendable (any Store) -> Void

    /// Where logins at groups in databases are kept.
    let logins: GroupLogins

    /// What whoever sends holds, so that no two send at once; nil where there is one process alone.
    let outbox: (@Sendable () throws -> WorkLock)?

    /// Stores note and tell nothing where nothing is said of it.
    public init(
        logins: GroupLogins, notes: String? = nil, outbox: (@Sendable () throws -> WorkLock)? = nil,
        opening: @escaping @Sendable (any Store) -> Void = { _ in }
    ) {
        (self.logins, self.notes, self.outbox, self.opening) = (logins, notes, outbox, opening)
    }
}

/// The places that were opened, each once.
private final class OpenPlaces: Sendable {
    private let surroundings: GroupSurroundings
    private let statutes: Statutes
    private let isRehearsal: Bool
    private let now: @Sendable () -> Instant
    private let stores = Mutex<[String: any Store]>([:])

    init(_ surroundings: GroupSurroundings, _ statutes: Statutes, isRehearsal: Bool, now: @escaping @Sendable () -> Instant) {
        (self.surroundings, self.statutes, self.isRehearsal, self.now) = (surroundings, statutes, isRehearsal, now)
    }

    @Sendable func open(_ typed: String, _ patience: Patience) throws -> any Store {
        let path = OpenPlaces.whole(typed)
        if let known = stores.withLock({ $0[path] }) { return known }
        let file = try folder(path).open(patience)
        surroundings.opening(file)
        if let damage = file.knownDamage { throw Failure.groupDamaged(path, damage, statutes.wording) }
        return keep(isRehearsal ? try DryRunStore(over: file, now: now) : file, at: path)
    }

    @Sendable func make(_ typed: String) throws -> any Store {
        let path = OpenPlaces.whole(typed)
        if isRehearsal { return keep(MemoryStore(now: now), at: path) }
        let file = try folder(path).make()
        surroundings.opening(file)
        return keep(file, at: path)
    }

    /// Repairs what is damaged, where it holds the group that is meant; a rehearsal tells the damage alone.
    func repair(_ place: GroupPlace, for person: GroupPerson) throws -> [String] {
        let file = try folder(OpenPlaces.whole(place.path)).open(.asked)
        surroundings.opening(file)
        guard try StoredHall(file, statutes, for: person).group().id == place.id else { throw Failure.groupForeign(place.path) }
        return try isRehearsal ? [file.knownDamage].compactMap(\.self) : file.maintain(.repair)
    }

    private func folder(_ path: String) -> GroupFolder { GroupFolder(path: path, notes: surroundings.notes, now: now) }

    private func keep(_ store: any Store, at path: String) -> any Store {
        stores.withLock { $0[path] = store }
        return store
    }

    static func whole(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        return URL(fileURLWithPath: whole).standardizedFileURL.path
    }
}
