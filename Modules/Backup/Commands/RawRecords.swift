import Kernel

/// The stored form of an app's records, if its working store shows another form.
///
/// Backups, restores and resets use the stored form.
public struct RawRecords: Sendable {
    let store: any Store
    let adaptCollections: @Sendable ([any StoredCollection]) -> [any StoredCollection]
    /// Returns whether a failure only means that the data may not be inspected.
    let isIgnorable: @Sendable (Failure) -> Bool

    public init(
        _ store: any Store, adaptCollections: @escaping @Sendable ([any StoredCollection]) -> [any StoredCollection],
        isIgnorable: @escaping @Sendable (Failure) -> Bool
    ) {
        self.store = store
        self.adaptCollections = adaptCollections
        self.isIgnorable = isIgnorable
    }
}
