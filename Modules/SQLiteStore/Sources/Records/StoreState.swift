import Kernel

/// What a connection knows of the state that its transaction sees, and need not ask again until somebody else has written.
final class StoreState {
    let sections: Sections
    /// Rows on their way, of one transaction after the other.
    let waiting: Waiting
    /// The name that stamps written here bear.
    let device: String
    /// The number of the last transaction.
    private(set) var sequence = 0
    /// The greatest time that any record ever had.
    private(set) var reached = HybridTime.zero
    private(set) var (forgotten, firstGeneration) = (0, 0)
    private let database: Database
    /// Changes when another connection has committed something.
    private var version: Int?

    init(of database: Database, device: String) {
        (self.database, self.device) = (database, device)
        (sections, waiting) = (Sections(of: database), Waiting(for: database))
    }

    /// Takes in what others have written. In a transaction.
    func refresh() throws {
        let now = try database.run(database.queries.version)
        guard now != version || version == nil else { return }
        sections.forget()
        let found = try database.ask(
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
        reached = max(found.1, noted)
        forgotten = try database.fact(.forgotten) ?? 0
        firstGeneration = try database.fact(.generation) ?? 0
        version = now
    }

    /// Notes what a transaction that is about to be committed leaves behind, where the rows do not say it.
    func note(_ transaction: SQLiteTransaction) throws {
        guard transaction.hasChanged else { return }
        let greatest = max(reached, transaction.greatest)
        guard transaction.last < greatest else { return }
        try note(greatest)
    }

    func note(_ time: HybridTime) throws {
        try database.note(.milliseconds, Int(time.milliseconds))
        try database.note(.counter, time.counter)
    }

    /// A transaction was committed.
    func take(_ transaction: SQLiteTransaction) {
        guard transaction.hasChanged else { return }
        (sequence, reached) = (transaction.number, max(reached, transaction.greatest))
    }

    /// What was written here was taken back, or does not follow from the state before: all of it is asked anew.
    func forget() {
        version = nil
        sections.forget()
    }
}
