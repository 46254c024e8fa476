/// One transaction, as a repository hands it to its records: everything that a service decides between `{` and `}` becomes durable together or
/// not at all.
///
/// Unlike `Transaction` it can stand in a value. It is good until the closure returns; asked later, the engine throws `transactionOver`.
public struct UnitOfWork {
    fileprivate let below: any EngineTransaction
    fileprivate let partition: Partition
    fileprivate let journal: UndoJournal?

    /// The transaction, for one call.
    public var transaction: Transaction { Transaction(below: below, partition: partition, journal: journal) }
}

extension Transaction {
    /// This transaction, to be handed on.
    public var unit: UnitOfWork { UnitOfWork(below: below, partition: partition, journal: journal) }
}
