import Kernel

/// A profile repository on top of any store.
package struct StoredProfileRepository: ProfileRepository {
    private let store: any Store

    package init(_ store: any Store) { self.store = store.scoped(to: .common) }

    package func read<Value>(_ body: (any ProfileRecords) throws -> Value) throws -> Value {
        try store.read { try body(StoredProfileRecords(unit: $0.unitOfWork)) }
    }

    package func write<Value>(undo label: String?, _ body: (any ProfileRecords) throws -> Value) throws -> Value {
        try store.write(undo: label) { try body(StoredProfileRecords(unit: $0.unitOfWork)) }
    }

    package func write<Value>(
        undo label: (() -> String)?, bulk: BulkOperation, _ body: (any ProfileRecords) throws -> Value
    ) throws -> Value {
        try store.write(undo: label.map { label in { _ in label() } }, bulk: bulk) {
            try body(StoredProfileRecords(unit: $0.unitOfWork))
        }
    }
}

private struct StoredProfileRecords: ProfileRecords {
    let unit: UnitOfWork

    func profiles() throws -> [Profile] {
        // The next query nearly always asks for the active profile.
        try unit.transaction.prefetch(.records(Profile.byAge.all), .record(ActiveProfile.only))
        return try unit.transaction.records(Profile.byAge.all)
    }

    func activeID() throws -> Identifier<Profile>? { try unit.transaction.record(ActiveProfile.only)?.profile }

    func setActive(_ id: Identifier<Profile>?) throws {
        guard let id else {
            try unit.transaction.delete(ActiveProfile.only)
            return
        }
        try unit.transaction.put(ActiveProfile(profile: id))
    }

    func save(_ profile: Profile) throws { try unit.transaction.put(profile) }

    func remove(_ profile: Profile) throws { try unit.transaction.delete(profile.id) }

    func purge(_ profile: Profile) throws { try unit.transaction.purge(profile.id) }

    func size(of profile: Profile) throws -> Int {
        try unit.transaction.scoped(to: profile.partition) { try $0.recordCount() }
    }

    func visitRecords(of profile: Profile, _ visit: ([ArchivedRecord]) throws -> Void) throws {
        try unit.transaction.scoped(to: profile.partition) { try $0.archive(visit) }
    }
}
