import Kernel
import KernelContract
import Profiles

/// What every `ProfileRepository` must keep.
public enum ProfileRepositoryContract {
    /// The contract over repositories that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any ProfileRepository) -> Contract<any ProfileRepository> {
        Contract("ProfileRepository", promises: promises, make)
    }

    private static let promises: [Contract<any ProfileRepository>.Promise] = [
        .init("starts empty") { repository in
            try expectEqual(repository.profiles().count, 0)
            try expect(repository.active() == nil, "somebody is active")
        },
        .init("keeps profiles in the order in which they were made") { repository in
            for (index, name) in ["Zoe", "Adam", "김민아"].enumerated() { try repository.add(profile(name, at: index), limit: 6) }
            try expectEqual(repository.profiles().map(\.name), ["Zoe", "Adam", "김민아"])
        },
        .init("makes the first profile active and no later one") { repository in
            try repository.add(profile("A", at: 0), limit: 6)
            try repository.add(profile("B", at: 1), limit: 6)
            try expectEqual(repository.active()?.name, "A")
        },
        .init("refuses a name that is taken, whatever its case or composition") { repository in
            try repository.add(profile("Zoé", at: 0), limit: 6)
            try expectFailure(.profileNameTaken) { try repository.add(profile("ZOE\u{301}", at: 1), limit: 6) }
            try expectEqual(repository.profiles().count, 1)
        },
        .init("refuses one profile more than the limit") { repository in
            for index in 0..<3 { try repository.add(profile("P\(index)", at: index), limit: 3) }
            try expectFailure(.tooManyProfiles) { try repository.add(profile("P3", at: 3), limit: 3) }
        },
        .init("adds a first profile only once") { repository in
            try expectEqual(repository.addFirst(profile("Student", at: 0)).name, "Student")
            try expectEqual(repository.addFirst(profile("Other", at: 1)).name, "Student")
            try expectEqual(repository.profiles().count, 1)
        },
        .init("activates, and forgets the active one when it is removed") { repository in
            let (first, second) = (profile("A", at: 0), profile("B", at: 1))
            try repository.add(first, limit: 6)
            try repository.add(second, limit: 6)
            try repository.activate(second.id)
            try expectEqual(repository.active()?.name, "B")
            try repository.remove(second.id)
            try expectEqual(repository.active()?.name, "A")
        },
        .init("replaces a profile, and frees its old name") { repository in
            var changed = profile("A", at: 0)
            try repository.add(changed, limit: 6)
            changed.name = "B"
            try repository.replace(changed)
            try repository.add(profile("A", at: 1), limit: 6)
            try expectEqual(repository.profiles().map(\.name), ["B", "A"])
        },
        .init("refuses to rename to a name that is taken") { repository in
            var second = profile("B", at: 1)
            try repository.add(profile("A", at: 0), limit: 6)
            try repository.add(second, limit: 6)
            second.name = "a"
            try expectFailure(.profileNameTaken) { try repository.replace(second) }
        },
        .init("knows when there is no such profile") { repository in
            let nobody = profile("Nobody", at: 0)
            try expectFailure(.profileNotFound) { try repository.activate(nobody.id) }
            try expectFailure(.profileNotFound) { try repository.remove(nobody.id) }
            try expectFailure(.profileNotFound) { try repository.replace(nobody) }
        },
        .init("brings records in with a profile, and takes nothing when one of them is foreign") { repository in
            let foreign = ArchivedRecord(collection: "somebody.else", id: "1", version: 1, payload: .object([:]))
            try expectFailure(.foreignRecord) { try repository.add(profile("A", at: 0), with: [foreign], limit: 6) }
            try expectEqual(repository.profiles().count, 0)
        },
    ]

    private static func profile(_ name: String, at second: Int) -> Profile {
        Profile(
            id: Identifier("p\(second)"), name: name, avatar: "🥋", theme: "dojang", belt: "10k", mode: .progression,
            dailyGoal: 20,
            createdAt: Instant(milliseconds: Int64(second) * 1000))
    }
}
