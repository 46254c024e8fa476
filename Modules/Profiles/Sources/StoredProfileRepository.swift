import Kernel

/// Profiles in any store.
public struct StoredProfileRepository: ProfileRepository {
    private let store: any Store
    private let collections: @Sendable () -> [any StoredCollection]

    /// Profiles in a store.
    ///
    /// - Parameter collections: every kind of record that the app keeps, for archives that come in.
    public init(_ store: any Store, collections: @escaping @Sendable () -> [any StoredCollection]) {
        self.store = store.scoped(to: .common)
        self.collections = collections
    }

    public func read<Value>(_ body: (any ProfileRecords) throws -> Value) throws -> Value {
        try store.read { try body(StoredProfileRecords(unit: $0.unit, collections: collections)) }
    }

    public func write<Value>(undo label: String?, _ body: (any ProfileRecords) throws -> Value) throws -> Value {
        try store.write(undo: label) { try body(StoredProfileRecords(unit: $0.unit, collections: collections)) }
    }
}

private struct StoredProfileRecords: ProfileRecords {
    let unit: UnitOfWork
    let collections: @Sendable () -> [any StoredCollection]

    func profiles() throws -> [Profile] { try unit.transaction.records(Profile.byAge.all) }

    func chosen() throws -> Identifier<Profile>? { try unit.transaction.record(ActiveProfile.only)?.profile }

    func choose(_ id: Identifier<Profile>?) throws {
        guard let id else {
            try unit.transaction.delete(ActiveProfile.only)
            return
        }
        try unit.transaction.put(ActiveProfile(profile: id))
    }

    func keep(_ profile: Profile) throws { try unit.transaction.put(profile) }

    func remove(_ profile: Profile) throws {
        try unit.transaction.scoped(to: profile.partition) { try $0.erase() }
        try unit.transaction.delete(profile.id)
    }

    func belongings(of profile: Profile) throws -> [ArchivedRecord] {
        try unit.transaction.scoped(to: profile.partition) { try $0.archive() }
    }

    func bring(_ belongings: [ArchivedRecord], to profile: Profile) throws {
        try unit.transaction.scoped(to: profile.partition) { try $0.restore(belongings, collections: collections()) }
    }
}
