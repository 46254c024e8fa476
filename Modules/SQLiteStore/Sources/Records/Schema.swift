import EngineKit
import Kernel

/// The tables of a database, and what says that it is one of ours.
enum Schema {
    /// `Cmpl`, in the header of the file: https://www.sqlite.org/pragma.html#pragma_application_id.
    static let application = 0x436D_706C
    /// Of the form of the tables, in the header too.
    static let version = 1
    /// So many records may one transaction put; their places lie one behind the other.
    static let placesOfTransaction = 1 << 28
    /// In bytes, of a database that is made here; another's is as whoever made it had it.
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

    /// Sees whose database it is, and makes the tables where there are none.
    ///
    /// - Parameter isRemote: whether processes that have the file open may share no memory.
    /// - Throws: `foreignDatabase`, `newerStore`, `readOnlyStore`, `noDatabase`.
    static func prepare(_ database: Database, isRemote: Bool, isRehearsal: Bool) throws {
        let isNew = try look(at: database)
        if !isNew, isRehearsal || database.isReadOnly { return }
        // A change is a few pages in the journal, which are on the medium when it returns: small ones are there sooner.
        if isNew { try database.run("PRAGMA page_size = \(pageSize)") }
        // What processes share of a journal WAL is memory. So where they may share none, there is a journal of the older kind.
        _ = try database.text("PRAGMA journal_mode = \(isRemote ? "DELETE" : "WAL")")
        try database.run(
            "PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST; PRAGMA journal_size_limit = 33554432; PRAGMA cache_size = -16384;"
        )
        guard isNew else { return }
        try database.run("BEGIN IMMEDIATE")
        do {
            // Somebody else may have been quicker.
            if try look(at: database) {
                try database.run(tables)
                try database.run("PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
            }
            try database.run("COMMIT")
        } catch {
            try? database.run("ROLLBACK")
            throw error
        }
    }

    /// - Returns: whether nothing is in it yet.
    private static func look(at database: Database) throws -> Bool {
        let (whose, form) = (
            try database.number("PRAGMA application_id") ?? 0,
            try database.number("PRAGMA user_version") ?? 0
        )
        if whose == 0, try database.number("SELECT count(*) FROM sqlite_schema") == 0 { return true }
        guard whose == application else {
            throw Failure(
                .foreignDatabase, "\(database.path) is the database of another program.",
                advice: "Choose another file; this one was left as it is.", kind: .badData)
        }
        guard form <= version else {
            throw Failure(
                .newerStore,
                "A newer program has written \(database.path): its tables have form \(form), and this program knows \(version).",
                advice: "Use the newer program.", kind: .badData)
        }
        guard form == version else {
            throw Failure(
                .storeDamaged,
                "\(database.path) says that its tables have form \(form), which there never was.",
                advice: "Restore a backup.", kind: .badData)
        }
        return false
    }

    // MARK: - Facts

    /// What is noted of the store as a whole.
    enum Fact: String {
        /// The last number, where no record bears it any more.
        case sequence
        /// The greatest time that was met, where the last record has an earlier one.
        case milliseconds, counter
        /// Up to which number deletions are forgotten, and the greatest generation of what was.
        case forgotten, generation
        /// That bytes are still to go from the file.
        case erasing
    }
}

extension Database {
    func fact(_ fact: Schema.Fact) throws -> Int? {
        try number("SELECT value FROM facts WHERE name = ?", [.text(fact.rawValue)])
    }

    func note(_ fact: Schema.Fact, _ value: Int) throws {
        try tell("INSERT OR REPLACE INTO facts VALUES(?, ?)", [.text(fact.rawValue), .number(value)])
    }

    func drop(_ fact: Schema.Fact) throws {
        try tell("DELETE FROM facts WHERE name = ?", [.text(fact.rawValue)])
    }
}
