import Kernel

/// The records of an app as they lie, where what it works with shows them otherwise: for backups, a restore and a reset, which take everything as it is.
public struct RecordsBeneath: Sendable {
    /// Where they lie.
    let store: any Store
    /// Kinds of record as they are judged there.
    let judging: @Sendable ([any StoredCollection]) -> [any StoredCollection]
    /// Whether a failure only says that something may not be looked into.
    let passes: @Sendable (Failure) -> Bool

    /// Records beneath those that an app sees.
    public init(
        _ store: any Store, judging: @escaping @Sendable ([any StoredCollection]) -> [any StoredCollection],
        passes: @escaping @Sendable (Failure) -> Bool
    ) {
        (self.store, self.judging, self.passes) = (store, judging, passes)
    }
}
