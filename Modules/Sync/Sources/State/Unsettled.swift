import Kernel

/// From where on the feed holds what was taken in and not settled yet. Noted in the transaction that takes in; so a process that ends in between is made
/// up for by the next one.
struct Unsettled: Codable, Hashable {
    /// The feed's number before it, and how the store called this device then: in another feed all of it counts.
    let after: Int
    let engine: String
    /// How many transactions have taken in since.
    var count: Int
}

extension SyncState {
    /// Notes that a transaction takes in.
    mutating func noteUnsettled(in transaction: borrowing Transaction) {
        let after = unsettled?.after ?? (position.address == nil ? position.sequence : position.sequence - 1)
        unsettled = Unsettled(
            after: after, engine: unsettled?.engine ?? transaction.below.device, count: (unsettled?.count ?? 0) + 1)
    }
}
