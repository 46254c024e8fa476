import Club
import ClubCommands
import Groups
import GroupsAdapters
import Interface
import Kernel
import Storage
import Synchronization
import TerminalTesting
import TestSupport
import XCTest

/// Creates clubs in memory, in folders or in a database, and the access of members to them.
final class ClubFixture: Sendable {
    let clock = ManualClock("2027-01-15T08:00:00Z")
    private let root: String?
    private let server: PrivateServer?
    private let stores = Mutex<[String: any Store]>([:])
    private let number = Mutex(0)
    private let isAway = Mutex(false)
    let ids = IDSource.counting(prefix: "g")

    /// Uses memory without a root folder. With a server, the folder stores keys and logins.
    init(_ root: String? = nil, on server: PrivateServer? = nil) {
        self.root = root
        self.server = server
    }

    /// Starts PostgreSQL, or skips the test where the machine or the build lacks it.
    static func server() throws -> PrivateServer {
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let access = ClubFixture("/nowhere").access("nobody")
        do { _ = try access.join("postgres:host=/nowhere", "0", "Nobody") } catch let failure as Failure {
            if failure.code.text == "noPostgres" { throw XCTSkip(failure.message) }
        }
        return try PrivateServer()
    }

    /// Returns a place for a new club.
    func free() -> String { server.map { "postgres:" + $0.url } ?? (root ?? "") + "/place \(next())" }

    /// Makes all places unreachable, or reachable again.
    func setAway(_ away: Bool) { isAway.withLock { $0 = away } }

    func person(_ name: String) -> GroupPerson {
        let random: @Sendable () -> [UInt8] = { [self] in SHA256.digest(Array("chance \(next())".utf8)) }
        return GroupPerson(
            keys: MemberKeys(MemberKey(randomBytes: SHA256.digest(Array(name.utf8)))), ids: ids, time: clock.source(),
            randomBytes: random)
    }

    func access(_ name: String, _ policy: GroupPolicy = .club) -> GroupAccess {
        if let root {
            return .shared(
                policy, for: person(name),
                in: GroupEnvironment(logins: GroupLogins { root + "/home of \(name)/logins" }))
        }
        return .stored(
            policy, for: person(name),
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

    /// Creates an empty store at a new place, for a forged club.
    func forged(_ group: Identifier<Group>) throws -> (store: MemoryStore, place: String) {
        let store = MemoryStore()
        let place = free()
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

/// A member with the app on one device.
struct TestMember: Sendable {
    let name: String
    let fixture: ClubFixture
    let store: any Store = MemoryStore()
    let blobStore = InMemoryPacks()
    let sets = InMemorySets()
    let learned = FakeLearner()
    var isChild = false
    /// The policy of the app version on the device.
    var policy = GroupPolicy.club

    init(_ name: String, in fixture: ClubFixture, isChild: Bool = false, _ policy: GroupPolicy = .club) {
        self.name = name
        self.fixture = fixture
        self.isChild = isChild
        self.policy = policy
    }

    var membership: Membership {
        Membership(policy, store: store, access: fixture.access(name, policy), person: fixture.person(name))
    }
    var circle: ClubCircle { ClubCircle(membership, time: fixture.clock.source()) }

    var app: AppFixture {
        AppFixture("dojang", over: store, time: fixture.clock.source(), dryRun: { try DryRunStore(over: $0) }) {
            [self] in
            [plugin(over: $0)]
        }
    }

    var plugin: ClubPlugin { plugin(over: store) }

    /// Returns the plugin of this profile.
    ///
    /// - Parameter others: The other profiles on the same device, which can be guardians.
    func plugin(over own: (any Store)? = nil, with others: [TestMember] = []) -> ClubPlugin {
        let name = name
        let time = fixture.clock.source()
        let fixture = fixture
        let store = own ?? store
        let policy = policy
        return ClubPlugin(
            book: { ClubRegistry(store, ids: fixture.ids, time: time, curriculum: Fixture.school(over: store)) },
            circle: {
                let access = fixture.access(name, policy)
                return ClubCircle(
                    Membership(policy, store: store, access: access, person: fixture.person(name)), time: time)
            }, guardians: { others.map(\.circle) }, progress: .fake(name, isChild: isChild, learned),
            packStorage: blobStore.port,
            sets: sets.port,
            random: RandomSource(seed: 1), absolutePath: { $0 })
    }

    @discardableResult func run(_ words: String...) -> AppFixture.Run { app.run(words) }
}

extension LearnerProgress {
    /// Returns the progress of a learner who knows half of everything by default.
    static func fake(_ name: String, isChild: Bool = false, _ learned: FakeLearner = FakeLearner()) -> LearnerProgress {
        LearnerProgress(
            name: { name }, isChild: { isChild },
            disclosure: { kind, _ in
                ClubDisclosure(
                    kind, belt: learned.belt, percent: kind == .gradings ? nil : learned.percent,
                    parts: [.init("\(kind.rawValue) of \(name)", percent: learned.percent)])
            }, practice: { _, _ in (answers: 120, days: 12) },
            offer: { message, child in
                guard !learned.results.contains(message) else { return nil }
                return GradingOffer(name: child ?? name, belt: "grade \(learned.belt)", reached: message.reached)
            }, recordResult: { message, _ in learned.note(message) })
    }
}

extension GroupPolicy {
    /// The club policy with every action allowed to every role, and no minimum for counts.
    static var unguarded: GroupPolicy {
        let matters =
            Array(club.kinds.keys) + club.roles.flatMap { [GroupResource.member($0), GroupResource.invitation($0)] } + [
                GroupResource.guardianship
            ]
        return GroupPolicy(
            club.purpose, roles: club.roles,
            kinds: club.kinds.values.map {
                PostKind($0.name, limit: $0.limit, answers: $0.answers, deletedWith: $0.deletedWith, minimumCount: 1)
            },
            rules: club.roles.flatMap { role in
                matters.map { .may(role, Action.allCases, $0, .own, .aboutMe, .toMe, .ofWards, .all) }
            })
    }
}
