import Kernel

/// A connection's cache of the store's state, valid until another connection writes.
final class StoreState {
    let sections: Sections
    let waiting: PendingInserts
    let device: String
    /// The number of the last transaction.
    private(set) var sequence = 0
    /// The greatest time of any stamp.
    private(set) var latestTime = HybridTime.zero
    /// The last transaction with a dropped tombstone, and the generation of a new record.
    private(set) var (forgotten, firstGeneration) = (0, 0)
    private let database: Database
    /// SQLite's `data_version` at the last refresh. Another one means other connections wrote.
    private var version: Int?

    init(of database: Database, device: String) {
        self.database = database
        self.device = device
        sections = Sections(of: database)
        waiting = PendingInserts(for: database)
    }

    /// Reads the changes of other connections, inside a transaction.
    func refresh() throws {
        let currentVersion = try database.run(database.queries.version)
        guard currentVersion != version || version == nil else { return }
        sections.forget()
        let lastRecord = try database.withStatement(
            "SELECT place, milliseconds, counter FROM records ORDER BY place DESC LIMIT 1"
        ) { row in
            try row.step()
                ? (
                    row.number(0) / Schema.placesOfTransaction,
                    HybridTime(milliseconds: Int64(row.number(1)), counter: row.number(2))
                )
                : (0, .zero)
        }
        let storedTime = HybridTime(
            milliseconds: Int64(try database.fact(.milliseconds) ?? 0),
            counter: try database.fact(.counter) ?? 0)
        sequence = max(lastRecord.0, try database.fact(.sequence) ?? 0)
        latestTime = max(lastRecord.1, storedTime)
        forgotten = try database.fact(.forgotten) ?? 0
        firstGeneration = try database.fact(.generation) ?? 0
        version = currentVersion
    }

    /// Stores the facts of a transaction before its commit, where the rows do not imply them.
    func saveFacts(_ transaction: SQLiteTransaction) throws {
        guard transaction.hasChanged else { return }
        let latest = max(latestTime, transaction.greatest)
        guard transaction.last < latest else { return }
        try saveLatestTime(latest)
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
