import Kernel

/// A connection's cache of the store's state, valid until another connection writes.
final class StoreState {
    let sections: Sections
    let waiting: PendingInserts
    let device: String
    /// The number of the last transaction.
    private(set) var sequence = 0
    private(set) var latestTime = HybridTime.zero
    private(set) var (forgotten, firstGeneration) = (0, 0)
    private let database: Database
    private var version: Int?

    init(of database: Database, device: String) {
        self.database = database
        self.device = device
        sections = Sections(of: database)
        waiting = PendingInserts(for: database)
    }

    /// Reads the changes of other connections, inside a transaction.
    func refresh() throws {
        let now = try database.run(database.queries.version)
        guard now != version || version == nil else { return }
        sections.forget()
        let found = try database.withStatement(
            "SELECT place, milliseconds, counter FROM records ORDER BY place DESC LIMIT 1"
        ) { row in
            try row.step()
                ? (
                    row.number(0) / Schema.placesOfTransaction,
                    HybridTime(milliseconds: Int64(row.number(1)), counter: row.number(2))
                )
                : (0, .zero)
        }
        let noted = HybridTime(
            milliseconds: Int64(try database.fact(.milliseconds) ?? 0),
            counter: try database.fact(.counter) ?? 0)
        sequence = max(found.0, try database.fact(.sequence) ?? 0)
        latestTime = max(found.1, noted)
        forgotten = try database.fact(.forgotten) ?? 0
        firstGeneration = try database.fact(.generation) ?? 0
        version = now
    }

    /// Stores the facts of a transaction before its commit, where the rows do not imply them.
    func saveFacts(_ transaction: SQLiteTransaction) throws {
        guard transaction.hasChanged else { return }
        let greatest = max(latestTime, transaction.greatest)
        guard transaction.last < greatest else { return }
        try saveLatestTime(greatest)
    }

    func saveLatestTime(_ time: HybridTime) throws {
        try database.setFact(.milliseconds, Int(time.milliseconds))
        try database.setFact(.counter, time.counter)
    }

    /// Updates the cache after a commit.
    func apply(_ transaction: SQLiteTransaction) {
        guard transaction.hasChanged else { return }
        sequence = transaction.number
        latestTime = max(latestTime, transaction.greatest)
    }

    /// Empties the cache after a rollback, or after a change that does not follow from the previous
    /// state.
    func forget() {
        version = nil
        sections.forget()
    }
}
