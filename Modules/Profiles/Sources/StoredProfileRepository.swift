import Kernel

/// Profiles in any store.
public struct StoredProfileRepository: ProfileRepository {
    private let store: any Store

    /// Profiles in a store, whatever partition of it is handed in.
    public init(_ store: any Store) { self.store = store.scoped(to: .common) }

    public func read<Value>(_ body: (any ProfileRecords) throws -> Value) throws -> Value {
        try store.read { try body(StoredProfileRecords(unit: $0.unit)) }
    }

    public func write<Value>(undo label: String?, _ body: (any ProfileRecords) throws -> Value) throws -> Value {
        try store.write(undo: label) { try body(StoredProfileRecords(unit: $0.unit)) }
    }

    public func write<Value>(
        undo label: (() -> String)?, bulk: Bulk, _ body: (any ProfileRecords) throws -> Value
    ) throws -> Value {
        try store.write(undo: label.map { label in { _ in label() } }, bulk: bulk) {
            try body(StoredProfileRecords(unit: $0.unit))
        }
    }
}

private struct StoredProfileRecords: ProfileRecords {
    let unit: UnitOfWork

    func profiles() throws -> [Profile] {
        // Who is active is asked next, nearly always.
        try unit.transaction.foresee(.records(Profile.byAge.all), .record(ActiveProfile.only))
        return try unit.transaction.records(Profile.byAge.all)
    }

    func chosen() throws -> Identifier<Profile>? { try unit.transaction.record(ActiveProfile.only)?.profile }

    func choose(_ id: Identifier<Profile>?) throws {
        guard let id else {
            try unit.transaction.delete(ActiveProfile.only)
            return
        }
        try unit.transaction.put(ActiveProfile(profile: id))
    }

    func keep(_ profile: Profile) throws { try unit.transaction.put(profile) }

    func remove(_ profile: Profile) throws { try unit.transaction.delete(profile.id) }

    func purge(_ profile: Profile) throws { try unit.transaction.purge(profile.id) }

    func size(of profile: Profile) throws -> Int { try unit.transaction.scoped(to: profile.partition) { try $0.size() } }

    func belongings(of profile: Profile, _ visit: ([ArchivedRecord]) throws -> Void) throws {
        try unit.transaction.scoped(to: profile.partition) { try $0.archive(visit) }
    }
}
