import Groups
import GroupsTesting
import Kernel
import Storage
import Synchronization

/// Groups in memory, each in its own store, and people whose keys follow from their names.
final class MemoryGroupFixture: Sendable {
    private let stores = Mutex<[String: MemoryStore]>([:])
    private let number = Mutex(0)
    private let ids = IDSource.counting(prefix: "g")
    private let isGuarded: Bool
    private let policy: GroupPolicy

    init(guarded isGuarded: Bool = true, _ policy: GroupPolicy = .contractPolicy) {
        self.isGuarded = isGuarded
        self.policy = isGuarded ? policy : .open(like: policy)
    }

    var fixture: GroupFixture {
        GroupFixture(access: { self.access($0) }, newPlace: { "place \(self.next())" })
    }

    func access(_ person: String, time: TimeSource = .fixed(Instant(milliseconds: 1_795_000_000_000))) -> GroupAccess {
        .stored(
            policy,
            for: GroupPerson(
                keys: MemberKeys(MemberKey(randomBytes: Array(person.utf8))), ids: ids, time: time,
                randomBytes: { Array("chance \(self.next())".utf8) }), make: { self.madeStore($0) },
            open: { path, _ in
                guard let store = self.stores.withLock({ $0[path] }) else { throw Failure.groupUnreachable(path) }
                return store
            })
    }

    func store(_ path: String) -> MemoryStore? { stores.withLock { $0[path] } }

    private func madeStore(_ path: String) -> MemoryStore {
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

extension GroupPolicy {
    /// Returns a policy with the same roles and kinds that allows everything.
    static func open(like policy: GroupPolicy) -> GroupPolicy {
        let resources =
            Array(policy.kinds.keys)
            + policy.roles.flatMap { [GroupResource.member($0), GroupResource.invitation($0)] } + [
                GroupResource.guardianship
            ]
        return GroupPolicy(
            policy.purpose, roles: policy.roles,
            kinds: policy.kinds.values.map { kind in
                PostKind(
                    kind.name, limit: kind.limit, answers: kind.answers.mapValues { _ in Set(Relation.allCases) },
                    deletedWith: kind.deletedWith, minimumCount: kind.minimumCount)
            },
            rules: policy.roles.flatMap { role in
                resources.map { resource in
                    Lines(
                        Action.allCases.flatMap { action in Relation.allCases.map { Rule(role, action, resource, $0) } }
                    )
                }
            })
    }
}
