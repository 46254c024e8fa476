import Kernel

/// Where profiles are kept. It opens units of work; what is decided in one, `Family` decides.
public protocol ProfileRepository: Sendable {
    /// Looks at a consistent state. The closure may run twice.
    func read<Value>(_ body: (any ProfileRecords) throws -> Value) throws -> Value
    /// Changes what is kept: everything that the closure does, or nothing when it throws. The closure may run twice.
    ///
    /// - Parameter label: what was done, for the one who takes it back: "Deleted the profile “Mina”"; nil when nobody can.
    func write<Value>(undo label: String?, _ body: (any ProfileRecords) throws -> Value) throws -> Value
    /// The same together with what is erased or comes in, however much that is: one step. Whether the closure sees it is the repository's affair.
    func write<Value>(
        undo label: (() -> String)?, bulk: Bulk, _ body: (any ProfileRecords) throws -> Value
    ) throws -> Value
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
    /// Removes a profile; everything in its partition is erased with the unit of work.
    func remove(_ profile: Profile) throws
    /// The same for good, so that no file holds a byte of it and nobody can undo what was done.
    func purge(_ profile: Profile) throws
    /// How many records stand in the partition of a profile.
    func size(of profile: Profile) throws -> Int
    /// Visits everything in the partition of a profile, some at a time.
    func belongings(of profile: Profile, _ visit: ([ArchivedRecord]) throws -> Void) throws
}
