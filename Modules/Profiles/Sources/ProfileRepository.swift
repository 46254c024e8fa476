import Kernel

/// The storage of profiles. It opens units of work, and `Family` makes all decisions.
package protocol ProfileRepository: Sendable {
    /// Reads a consistent state. The closure may run twice.
    func read<Value>(_ body: (any ProfileRecords) throws -> Value) throws -> Value
    /// Changes the stored profiles: everything the closure does, or nothing if it throws. The
    /// closure may run twice.
    ///
    /// - Parameter label: The description of the change for undo, such as "Deleted the profile
    ///   “Mina”", or nil if it cannot be undone.
    func write<Value>(undo label: String?, _ body: (any ProfileRecords) throws -> Value) throws -> Value
    /// Changes the stored profiles and erases or imports records of any number, in one step. The
    /// repository decides whether the closure sees those records.
    func write<Value>(
        undo label: (() -> String)?, bulk: BulkOperation, _ body: (any ProfileRecords) throws -> Value
    ) throws -> Value
}

/// The stored profiles inside one unit of work, without any rules.
package protocol ProfileRecords {
    /// Returns all profiles, oldest first.
    func profiles() throws -> [Profile]
    /// Returns the profile that was activated last, even if it no longer exists.
    func activeID() throws -> Identifier<Profile>?
    /// Stores the active profile, or nil for none.
    func setActive(_ id: Identifier<Profile>?) throws
    /// Stores a profile in place of the one with its identifier.
    func save(_ profile: Profile) throws
    /// Removes a profile. The unit of work erases everything in its partition.
    func remove(_ profile: Profile) throws
    /// Removes a profile for good: no file contains a byte of it, and it cannot be undone.
    func purge(_ profile: Profile) throws
    /// Returns the number of records in a profile's partition.
    func size(of profile: Profile) throws -> Int
    /// Passes everything in a profile's partition to a closure, in batches.
    func visitRecords(of profile: Profile, _ visit: ([ArchivedRecord]) throws -> Void) throws
}
