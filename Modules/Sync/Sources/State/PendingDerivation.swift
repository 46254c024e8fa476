import Kernel

/// The feed position after which merged records lack updates of derived data.
///
/// The merging transaction stores it, so a later process completes an interrupted update.
struct PendingDerivation: Codable, Hashable {
    /// The feed position, and the store's own device name. In another feed all changes count.
    let after: Int
    let engine: String
    var count: Int
}

extension SyncState {
    /// Marks derived data as outdated by this transaction.
    mutating func noteUnsettled(in transaction: borrowing Transaction) {
        let after = unsettled?.after ?? (position.address == nil ? position.sequence : position.sequence - 1)
        unsettled = PendingDerivation(
            after: after, engine: unsettled?.engine ?? transaction.below.device, count: (unsettled?.count ?? 0) + 1)
    }
}
