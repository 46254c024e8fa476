import EngineKit
import Kernel

/// The tables of a database, and the marks of a database of this project.
enum Schema {
    /// The application ID `Cmpl` in the header of the file:
    /// https://www.sqlite.org/pragma.html#pragma_application_id.
    static let application = 0x436D_706C
    /// The version of the table format, which the file's header also contains.
    static let version = 1
    /// The largest number of records of one transaction. Their places are consecutive.
    static let placesOfTransaction = 1 << 28
    /// The page size of a new database in bytes. An existing database keeps its own.
    private static let pageSize = 2_048

    private static let tables = """
        CREATE TABLE facts(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE devices(place TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE sections(
            section INTEGER PRIMARY KEY, partition TEXT NOT NULL, collection TEXT NOT NULL, UNIQUE(partition, collection));
        CREATE TABLE lists(list INTEGER PRIMARY KEY, section INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE(section, name));
        CREATE TABLE records(
            place INTEGER PRIMARY KEY, section INTEGER NOT NULL, id TEXT NOT NULL, gone INTEGER NOT NULL, generation INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL, counter INTEGER NOT NULL, device TEXT NOT NULL, version INTEGER NOT NULL,
            entries BLOB NOT NULL, payload TEXT);
        CREATE INDEX addresses ON records(section, id, gone);
        CREATE TABLE keys(
            list INTEGER NOT NULL, key TEXT NOT NULL, id TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY(list, key, id))
            WITHOUT ROWID;
        CREATE TABLE older(
            list INTEGER NOT NULL, id TEXT NOT NULL, known INTEGER NOT NULL, key TEXT, PRIMARY KEY(list, id)) WITHOUT ROWID;
        CREATE VIEW everything AS
            SELECT place >> 28 AS number, partition, collection, id, gone, version, payload,
                datetime(milliseconds / 1000, 'unixepoch') AS changed
            FROM records JOIN sections USING (section) ORDER BY partition, collection, id;
        """

    /// Checks that the database belongs to this project, and creates the tables if needed.
    ///
    /// - Parameter isRemote: Whether processes with the file open may have no shared memory.
    /// - Throws: `foreignDatabase`, `newerStore`, `readOnlyStore`, `noDatabase`.
    static func prepare(_ database: Database, isRemote: Bool, isDryRun: Bool) throws {
        let isNew = try checkMarks(at: database)
        if !isNew, isDryRun || database.isReadOnly { return }
        // A change writes a few pages to the journal before it returns. Small pages are written
        // faster.
        if isNew { try database.run("PRAGMA page_size = \(pageSize)") }
        // Processes share memory for a WAL journal. Where they cannot, the older kind of journal is
        // used.
        _ = try database.text("PRAGMA journal_mode = \(isRemote ? "DELETE" : "WAL")")
        try database.run(
            "PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST; PRAGMA journal_size_limit = 33554432; PRAGMA cache_size = -16384;"
        )
        guard isNew else { return }
        try database.run("BEGIN IMMEDIATE")
        do {
            // Another process may have created the tables meanwhile.
            if try checkMarks(at: database) {
                try database.run(tables)
                try database.run("PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
            }
            try database.run("COMMIT")
        } catch {
            try? database.run("ROLLBACK")
            throw error
        }
    }

    /// Checks the marks of the database.
    ///
    /// - Returns: Whether the database is empty.
    private static func checkMarks(at database: Database) throws -> Bool {
        let applicationID = try database.number("PRAGMA application_id") ?? 0
        let format = try database.number("PRAGMA user_version") ?? 0
        if applicationID == 0, try database.number("SELECT count(*) FROM sqlite_schema") == 0 { return true }
        guard applicationID == application else {
            throw Failure(
                .foreignDatabase, "\(database.path) is the database of another program.",
                advice: "Choose another file; this one was left as it is.", kind: .badData)
        }
        guard format <= version else {
            throw Failure(
                .newerStore,
                "A newer program has written \(database.path): its tables have form \(format), and this program knows \(version).",
                advice: "Use the newer program.", kind: .badData)
        }
        guard format == version else {
            throw Failure(
                .storeDamaged,
                "\(database.path) claims that its tables have form \(format), which does not exist.",
                advice: "Restore a backup.", kind: .badData)
        }
        return false
    }

    // MARK: - Facts

    /// The stored facts about the whole store.
    enum Fact: String {
        /// The last sequence number, if no record has it any more.
        case sequence
        /// The greatest known time, if the last record has an earlier one.
        case milliseconds, counter
        /// The number up to which deletions are forgotten, and their greatest generation.
        case forgotten, generation
        /// The mark of an unfinished erasure.
        case erasing
    }
}

extension Database {
    func fact(_ fact: Schema.Fact) throws -> Int? {
        try number("SELECT value FROM facts WHERE name = ?", [.text(fact.rawValue)])
    }

    func setFact(_ fact: Schema.Fact, _ value: Int) throws {
        try execute("INSERT OR REPLACE INTO facts VALUES(?, ?)", [.text(fact.rawValue), .number(value)])
    }

    func removeFact(_ fact: Schema.Fact) throws {
        try execute("DELETE FROM facts WHERE name = ?", [.text(fact.rawValue)])
    }
}
