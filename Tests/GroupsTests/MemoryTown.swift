import Groups
import GroupsContract
import Kernel
import Storage
import Synchronization

/// Groups in memory, each in a store of its own, and people with keys that follow from their names.
final class MemoryTown: Sendable {
    private let stores = Mutex<[String: MemoryStore]>([:])
    private let number = Mutex(0)
    private let ids = IDSource.counting(prefix: "g")
    private let isGuarded: Bool
    private let statutes: Statutes

    /// Unguarded, whoever asks may do everything: a town that must fail the contract.
    init(guarded isGuarded: Bool = true, _ statutes: Statutes = .tried) {
        self.isGuarded = isGuarded
        self.statutes = isGuarded ? statutes : .open(like: statutes)
    }

    var town: GroupTown {
        GroupTown(access: { self.access($0) }, free: { "place \(self.next())" })
    }

    func access(_ person: String, time: TimeSource = .fixed(Instant(milliseconds: 1_795_000_000_000))) -> GroupAccess {
        .stored(
            statutes,
            for: GroupPerson(
                keys: MemberKeys(MemberKey(chance: Array(person.utf8))), ids: ids, time: time,
                chance: { Array("chance \(self.next())".utf8) }), make: { self.made($0) },
            open: { path, _ in
                guard let store = self.stores.withLock({ $0[path] }) else { throw Failure.groupUnreachable(path) }
                return store
            })
    }

    /// The store of a place.
    func store(_ path: String) -> MemoryStore? { stores.withLock { $0[path] } }

    private func made(_ path: String) -> MemoryStore {
        stores.withLock { stores in
            let store = stores[path] ?? MemoryStore()
            stores[path] = store
            return store
        }
    }

    private func next() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }
}

extension Statutes {
    /// The same roles and kinds, and everybody may do everything.
    static func open(like one: Statutes) -> Statutes {
        let matters =
            Array(one.kinds.keys) + one.roles.flatMap { [Matter.member($0), Matter.invitation($0)] } + [Matter.guardianship]
        return Statutes(
            one.purpose, roles: one.roles,
            kinds: one.kinds.values.map { kind in
                PaperKind(
                    kind.name, limit: kind.limit, answers: kind.answers.mapValues { _ in Set(Reach.allCases) },
                    goesWith: kind.goesWith, floor: kind.floor)
            },
            rules: one.roles.flatMap { role in
                matters.map { matter in
                    Lines(Action.allCases.flatMap { action in Reach.allCases.map { Rule(role, action, matter, $0) } })
                }
            })
    }
}
