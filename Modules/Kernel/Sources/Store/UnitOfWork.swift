/// One transaction, as a repository hands it to its records: everything that a service decides between `{` and `}` becomes durable together or
/// not at all.
///
/// Unlike `Transaction` it can stand in a value. It is good until the closure returns; asked later, the engine throws `transactionOver`.
public struct UnitOfWork {
    private let session: any EngineSession
    private let partition: Partition
    private let journal: UndoJournal?

    fileprivate init(_ transaction: borrowing Transaction) {
        (session, partition, journal) = (transaction.session, transaction.partition, transaction.journal)
    }

    /// The transaction, for one call.
    public var transaction: Transaction { Transaction(session: session, partition: partition, journal: journal) }
}

extension Transaction {
    /// This transaction, to be handed on.
    public var unit: UnitOfWork { UnitOfWork(self) }
}
