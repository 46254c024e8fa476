import Kernel
import KernelTesting
import Profiles

/// The contract of every `ProfileRepository`.
package enum ProfileRepositoryContract {
    /// Returns the contract for repositories from a closure. Each must be empty.
    package static func over(_ make: @escaping () throws -> any ProfileRepository) -> Contract<any ProfileRepository> {
        Contract("ProfileRepository", promises: promises, make)
    }

    private static let promises: [Contract<any ProfileRepository>.Promise] = [
        .init("starts empty") { repository in
            try expectEqual(repository.read { try $0.profiles().count }, 0)
            try expect(repository.read { try $0.activeID() } == nil, "somebody is chosen")
        },
        .init("profiles are listed in the order of creation") { repository in
            for (index, name) in ["Zoe", "Adam", "김민아"].enumerated() {
                try repository.write(undo: nil) { try $0.save(profile(name, at: index)) }
            }
            try expectEqual(names(in: repository), ["Zoe", "Adam", "김민아"])
        },
        .init("a saved profile replaces the one with its identifier, and frees its old name") { repository in
            try repository.write(undo: nil) { records in
                try records.save(profile("A", at: 0))
                try records.save(profile("B", at: 0))
                try records.save(profile("A", at: 1))
            }
            try expectEqual(names(in: repository), ["B", "A"])
        },
        .init("the repository remembers the selected profile, and forgets it") { repository in
            try repository.write(undo: nil) { try $0.setActive("p1") }
            try expectEqual(repository.read { try $0.activeID() }, "p1")
            try repository.write(undo: nil) { try $0.setActive(nil) }
            try expectEqual(repository.read { try $0.activeID() }, nil)
        },
        .init("a unit of work reads its own writes") { repository in
            let visible = try repository.write(undo: nil) { records in
                try records.save(profile("A", at: 0))
                try records.setActive("p0")
                return (try records.profiles().map(\.name), try records.activeID())
            }
            try expectEqual(visible.0, ["A"])
            try expectEqual(visible.1, "p0")
        },
        .init("a failed unit of work changes nothing") { repository in
            try repository.write(undo: nil) { try $0.save(profile("A", at: 0)) }
            try expectFailure(.profileNotFound) {
                try repository.write(undo: "Failed") { records in
                    try records.save(profile("B", at: 1))
                    try records.setActive("p1")
                    try records.remove(profile("A", at: 0))
                    throw Failure(.profileNotFound, "Nobody.")
                }
            }
            try expectEqual(names(in: repository), ["A"])
            try expectEqual(repository.read { try $0.activeID() }, nil)
        },
        .init("remove deletes a profile") { repository in
            try repository.write(undo: nil) { try $0.save(profile("A", at: 0)) }
            try repository.write(undo: "Removed") { try $0.remove(profile("A", at: 0)) }
            try expectEqual(names(in: repository), [])
        },
        .init("an import adds records with a profile, and one foreign record rejects all") { repository in
            let foreign = ArchivedRecord(collection: "somebody.else", id: "1", version: 1, payload: .object([:]))
            var records: [ExportedRecord]? = [ExportedRecord(partition: profile("A", at: 0).partition, record: foreign)]
            var bulk = BulkOperation()
            bulk.nextRecords = { records.take() }
            try expectFailure(.foreignRecord) {
                try repository.write(undo: { "Added" }, bulk: bulk) { try $0.save(profile("A", at: 0)) }
            }
            try expectEqual(names(in: repository), [])
        },
        .init("records of a profile are imported, counted, listed and erased") { repository in
            let mina = profile("Mina", at: 0)
            let expected = ["a", "b"].map { name in
                ArchivedRecord(
                    collection: Profile.collection.name, id: name, version: 1,
                    payload: .object([
                        "id": .string(name), "name": .string(name), "avatar": .string("🥋"), "theme": .string("x"),
                        "belt": .string("10k"), "mode": .string("mastery"), "dailyGoal": .integer(1),
                        "createdAt": .string("1970-01-01T00:00:00.000Z"),
                    ]))
            }
            var records: [ExportedRecord]? = expected.map { ExportedRecord(partition: mina.partition, record: $0) }
            var bulk = BulkOperation()
            (bulk.nextRecords, bulk.collections) = ({ records.take() }, [Profile.collection])
            try repository.write(undo: { "Added" }, bulk: bulk) { try $0.save(mina) }
            func storedRecords() throws -> [ArchivedRecord] {
                var records: [ArchivedRecord] = []
                try repository.read { try $0.visitRecords(of: mina) { records += $0 } }
                return records
            }
            try expectEqual(repository.read { try $0.size(of: mina) }, 2)
            try expectEqual(storedRecords(), expected)
            var erasure = BulkOperation()
            erasure.erasing = [mina.partition]
            try repository.write(undo: { "Removed" }, bulk: erasure) { try $0.remove(mina) }
            try expectEqual(storedRecords(), [])
            try expectEqual(names(in: repository), [])
        },
    ]

    private static func names(in repository: any ProfileRepository) throws -> [String] {
        try repository.read { try $0.profiles().map(\.name) }
    }

    private static func profile(_ name: String, at second: Int) -> Profile {
        Profile(
            id: Identifier("p\(second)"), name: name, avatar: "🥋", theme: "dojang", belt: "10k", mode: .progression,
            dailyGoal: 20, createdAt: Instant(milliseconds: Int64(second) * 1000))
    }
}
