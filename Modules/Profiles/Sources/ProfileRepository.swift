import Kernel

/// Where profiles are kept. It opens units of work; what is decided in one, `Family` decides.
public protocol ProfileRepository: Sendable {
    /// Looks at a consistent state. The closure may run twice.
    func read<Value>(_ body: (any ProfileRecords) throws -> Value) throws -> Value
    /// Changes what is kept: everything that the closure does, or nothing when it throws. The closure may run twice.
    ///
    /// - Parameter label: what was done, for the one who takes it back: "Deleted the profile “Mina”"; nil when nobody can.
    func write<Value>(undo label: String?, _ body: (any ProfileRecords) throws -> Value) throws -> Value
}

/// What is kept of profiles, inside one unit of work. No rule stands here.
public protocol ProfileRecords {
    /// All profiles, oldest first.
    func profiles() throws -> [Profile]
    /// The profile that was made active last, whether it is still there or not.
    func chosen() throws -> Identifier<Profile>?
    /// Notes which profile is active; nil notes that none was chosen.
    func choose(_ id: Identifier<Profile>?) throws
    /// Keeps a profile, in the place of the one with its identifier.
    func keep(_ profile: Profile) throws
    /// Removes a profile and everything in its partition.
    func remove(_ profile: Profile) throws
    /// Removes a profile and everything in its partition for good, so that no file holds a byte of them and nobody can undo what was done.
    func purge(_ profile: Profile) throws
    /// Everything in the partition of a profile.
    func belongings(of profile: Profile) throws -> [ArchivedRecord]
    /// Brings records of these kinds into the partition of a profile.
    ///
    /// - Throws: `foreignRecord`, `unreadableRecord` for records of no such kind.
    func bring(_ belongings: [ArchivedRecord], of collections: [any StoredCollection], to profile: Profile) throws
}
