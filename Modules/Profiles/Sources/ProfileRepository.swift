import Kernel

/// Where profiles are kept. Each method is one transaction; what must hold between two processes holds inside it.
public protocol ProfileRepository: Sendable {
    /// All profiles, oldest first.
    func profiles() throws -> [Profile]
    /// The active profile; where none is, the oldest becomes it.
    func active() throws -> Profile?
    /// Adds a profile; the first becomes active.
    ///
    /// - Throws: `profileNameTaken`; `tooManyProfiles` when there are `limit` already.
    func add(_ profile: Profile, limit: Int) throws
    /// Adds a profile only when there is none at all.
    ///
    /// - Returns: the active profile.
    func addFirst(_ profile: Profile) throws -> Profile
    /// Puts a changed profile in the place of the one with its identifier.
    ///
    /// - Throws: `profileNotFound`, `profileNameTaken`.
    func replace(_ profile: Profile) throws
    /// Makes a profile the active one.
    ///
    /// - Throws: `profileNotFound`.
    func activate(_ id: Identifier<Profile>) throws
    /// Removes a profile and everything in its partition.
    ///
    /// - Throws: `profileNotFound`.
    func remove(_ id: Identifier<Profile>) throws
    /// Everything in the partition of a profile.
    func records(of profile: Profile) throws -> [ArchivedRecord]
    /// Adds a profile together with its records, all or nothing.
    ///
    /// - Throws: as `add`; `foreignRecord`, `unreadableRecord` for records that this app does not keep.
    func add(_ profile: Profile, with records: [ArchivedRecord], limit: Int) throws
}

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

    public func profiles() throws -> [Profile] { try store.read { try $0.records(Profile.byAge.all) } }

    public func active() throws -> Profile? { try store.read { try active(in: $0) } }

    public func add(_ profile: Profile, limit: Int) throws { try add(profile, with: [], limit: limit) }

    public func addFirst(_ profile: Profile) throws -> Profile {
        try store.write { transaction in
            if let active = try active(in: transaction) { return active }
            try insert(profile, in: transaction)
            return profile
        }
    }

    public func replace(_ profile: Profile) throws {
        try store.write(undo: "Changed the profile “\(profile.name)”") { transaction in
            _ = try existing(profile.id, in: transaction)
            try namingClash(profile) { try transaction.put(profile) }
        }
    }

    public func activate(_ id: Identifier<Profile>) throws {
        try store.write { transaction in
            let profile = try existing(id, in: transaction)
            try transaction.put(ActiveProfile(profile: profile.id))
        }
    }

    public func remove(_ id: Identifier<Profile>) throws {
        let name = try store.read { try existing(id, in: $0).name }
        try store.write(undo: "Deleted the profile “\(name)” and everything that was theirs") { transaction in
            let profile = try existing(id, in: transaction)
            try transaction.scoped(to: profile.partition) { try $0.erase() }
            try transaction.delete(profile.id)
            if try transaction.record(ActiveProfile.activeID)?.profile == id { try transaction.delete(ActiveProfile.activeID) }
        }
    }

    public func records(of profile: Profile) throws -> [ArchivedRecord] { try store.scoped(to: profile.partition).archive() }

    public func add(_ profile: Profile, with records: [ArchivedRecord], limit: Int) throws {
        try store.write(undo: "Added the profile “\(profile.name)”") { transaction in
            guard try transaction.count(Profile.byAge.all) < limit else {
                throw Failure(
                    .tooManyProfiles, "There are \(limit) profiles already, and that is as many as this device keeps.",
                    advice:
                        "Export one that is not used with `profile export NAME FILE`, delete it with `profile delete NAME`, and try again."
                )
            }
            try insert(profile, in: transaction)
            try transaction.scoped(to: profile.partition) { try $0.restore(records, collections: collections()) }
        }
    }

    private func insert(_ profile: Profile, in transaction: borrowing Transaction) throws {
        let isFirst = try transaction.count(Profile.byAge.all) == 0
        try namingClash(profile) { try transaction.put(profile) }
        if isFirst { try transaction.put(ActiveProfile(profile: profile.id)) }
    }

    private func active(in transaction: borrowing Transaction) throws -> Profile? {
        let chosen = try transaction.record(ActiveProfile.activeID).flatMap { try transaction.record($0.profile) }
        return try chosen ?? transaction.first(Profile.byAge.all)
    }

    private func existing(_ id: Identifier<Profile>, in transaction: borrowing Transaction) throws -> Profile {
        guard let profile = try transaction.record(id) else {
            throw Failure(
                .profileNotFound, "There is no profile with the id “\(id)”.", advice: "`profile list` shows who there is.")
        }
        return profile
    }

    private func namingClash(_ profile: Profile, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let failure as Failure where failure.code == .duplicateKey {
            throw Failure(
                .profileNameTaken, "There is a profile called “\(profile.name)” already.", advice: "Choose another name.",
                kind: .badData)
        }
    }
}

extension ActiveProfile {
    static let activeID: Identifier<ActiveProfile> = "active"
}
