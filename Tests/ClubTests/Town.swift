import Club
import ClubCommands
import Groups
import GroupsAdapters
import Kernel
import Storage
import Synchronization
import Terminal
import TerminalContract
import TestBench
import XCTest

/// Places in which clubs lie, and people who reach them: in memory, or in folders below one.
final class Town: Sendable {
    let clock = HandClock("2027-01-15T08:00:00Z")
    private let root: String?
    private let server: PrivateServer?
    private let stores = Mutex<[String: any Store]>([:])
    private let number = Mutex(0)
    private let isAway = Mutex(false)
    let ids = IDSource.counting(prefix: "g")

    /// In memory where no folder is named; in the database of a server, where there is one, with keys and logins in the folder.
    init(_ root: String? = nil, on server: PrivateServer? = nil) { (self.root, self.server) = (root, server) }

    /// A server of PostgreSQL; skips the test where this machine or this build has none.
    static func server() throws -> PrivateServer {
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let access = Town("/nowhere").access("nobody")
        do { _ = try access.enter("postgres:host=/nowhere", "0", "Nobody") } catch let failure as Failure {
            if failure.code.text == "noPostgres" { throw XCTSkip(failure.message) }
        }
        return try PrivateServer()
    }

    /// A place in which there is no club yet.
    func free() -> String { server.map { "postgres:" + $0.url } ?? (root ?? "") + "/place \(next())" }

    /// From now on no place can be reached, or all can again.
    func setAway(_ away: Bool) { isAway.withLock { $0 = away } }

    func person(_ name: String) -> GroupPerson {
        let chance: @Sendable () -> [UInt8] = { [self] in SHA256.digest(Array("chance \(next())".utf8)) }
        return GroupPerson(
            keys: MemberKeys(MemberKey(chance: SHA256.digest(Array(name.utf8)))), ids: ids, time: clock.source(), chance: chance)
    }

    func access(_ name: String, _ statutes: Statutes = .club) -> GroupAccess {
        if let root {
            return .shared(
                statutes, for: person(name), in: GroupSurroundings(logins: GroupLogins { root + "/home of \(name)/logins" }))
        }
        return .stored(
            statutes, for: person(name),
            make: { [self] path in
                let store = MemoryStore()
                stores.withLock { $0[path] = store }
                return store
            },
            open: { [self] path, _ in
                guard !isAway.withLock({ $0 }), let store = stores.withLock({ $0[path] }) else {
                    throw Failure.groupUnreachable(path)
                }
                return store
            })
    }

    /// A place of somebody else's, in whose store a club may be made that says it is another.
    func forged(_ group: Identifier<Group>) throws -> (store: MemoryStore, place: String) {
        let (store, place) = (MemoryStore(), free())
        stores.withLock { $0[place] = store }
        return (store, place)
    }

    private func next() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }
}

/// Somebody with the app, and a device of their own.
struct Somebody: Sendable {
    let name: String
    let town: Town
    let store: any Store = MemoryStore()
    let shelf = ShelfInHand()
    let sets = SetsInHand()
    let learned = LearnedInHand()
    var isChild = false
    /// Of which program the device is.
    var statutes = Statutes.club

    init(_ name: String, in town: Town, isChild: Bool = false, _ statutes: Statutes = .club) {
        (self.name, self.town, self.isChild, self.statutes) = (name, town, isChild, statutes)
    }

    var membership: Membership {
        Membership(statutes, store: store, access: town.access(name, statutes), person: town.person(name))
    }
    var circle: ClubCircle { ClubCircle(membership, time: town.clock.source()) }

    var app: AppBench {
        AppBench("dojang", over: store, time: town.clock.source(), rehearsal: { try DryRunStore(over: $0) }) { [self] in
            [plugin(over: $0)]
        }
    }

    var plugin: ClubPlugin { plugin(over: store) }

    /// Theirs, with others on their device.
    func plugin(over own: (any Store)? = nil, beside others: [Somebody] = []) -> ClubPlugin {
        let (name, time, town, store, statutes) = (name, town.clock.source(), town, own ?? store, statutes)
        return ClubPlugin(
            book: { ClubBook(store, ids: town.ids, time: time, programme: Bench.school(over: store)) },
            circle: {
                let access = town.access(name, statutes)
                return ClubCircle(
                    Membership(statutes, store: store, access: access, person: town.person(name)), time: time)
            }, guardians: { others.map(\.circle) }, own: .tried(name, isChild: isChild, learned), shelf: shelf.port,
            sets: sets.port,
            random: RandomSource(seed: 1), whole: { $0 })
    }

    @discardableResult func run(_ words: String...) -> AppBench.Run { app.run(words) }
}

extension OwnLearning {
    /// Somebody who knows half of everything, unless it is said otherwise.
    static func tried(_ name: String, isChild: Bool = false, _ learned: LearnedInHand = LearnedInHand()) -> OwnLearning {
        OwnLearning(
            name: { name }, isChild: { isChild },
            standing: { kind, _ in
                ClubDisclosure(
                    kind, belt: learned.belt, percent: kind == .gradings ? nil : learned.percent,
                    parts: [.init("\(kind.rawValue) of \(name)", percent: learned.percent)])
            }, practice: { _, _ in (answers: 120, days: 12) },
            offer: { told, child in
                guard !learned.results.contains(told) else { return nil }
                return GradingOffer(name: child ?? name, belt: "grade \(learned.belt)", reached: told.reached)
            }, note: { told, _ in learned.note(told) })
    }
}

extension Statutes {
    /// The same roles and kinds, nothing counted with care, and everybody may do everything.
    static var unguarded: Statutes {
        let matters =
            Array(club.kinds.keys) + club.roles.flatMap { [Matter.member($0), Matter.invitation($0)] } + [Matter.guardianship]
        return Statutes(
            club.purpose, roles: club.roles,
            kinds: club.kinds.values.map {
                PaperKind($0.name, limit: $0.limit, answers: $0.answers, goesWith: $0.goesWith, floor: 1)
            },
            rules: club.roles.flatMap { role in
                matters.map { .may(role, Action.allCases, $0, .own, .aboutMe, .toMe, .ofWards, .all) }
            })
    }
}
