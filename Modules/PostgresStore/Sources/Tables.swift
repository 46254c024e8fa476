import EngineKit
import Kernel
import Postgres

/// The tables of one store, in a schema of their own.
package struct Tables: Sendable {
    static let defaultSchema = "commonplace"

    let name: String
    /// The newest table format that this program knows. A newer one is refused.
    let form: Int
    package var schema: String { PostgresStatement.name(name) }

    /// The scripts that bring the tables from one format to the next. The first creates them. A
    /// published script never changes, and a new format is a new script.
    package static let migrations: [@Sendable (Tables) -> String] = [first, second]

    /// Returns the script of the first format.
    ///
    /// Identifiers and keys are bytes, so any text is valid and the order is byte order.
    /// `record.entries` has a record's entries as they were put, and `entry` is their index.
    /// `shape` names the indexes that contain the record. No two indexes have the same first
    /// column, so that the server chooses the right one even without statistics on freshly filled
    /// tables.
    @Sendable private static func first(_ tables: Tables) -> String {
        """
        CREATE TABLE \(tables.schema).store (
            one boolean PRIMARY KEY DEFAULT true CHECK (one),
            form integer NOT NULL,
            device text NOT NULL DEFAULT gen_random_uuid()::text,
            sequence bigint NOT NULL DEFAULT 0,
            milliseconds bigint NOT NULL DEFAULT 0,
            counter bigint NOT NULL DEFAULT 0,
            erasing boolean NOT NULL DEFAULT false
        ) WITH (fillfactor = 20);
        CREATE TABLE \(tables.schema).record (
            partition text COLLATE "C" NOT NULL,
            collection text COLLATE "C" NOT NULL,
            id bytea NOT NULL,
            sequence bigint NOT NULL,
            generation bigint NOT NULL,
            milliseconds bigint NOT NULL,
            counter bigint NOT NULL,
            version bigint NOT NULL,
            device text COLLATE "C" NOT NULL,
            shape text COLLATE "C" NOT NULL,
            entries bytea NOT NULL,
            payload text COLLATE "C",
            PRIMARY KEY (partition, collection, id)
        );
        CREATE INDEX record_by_sequence ON \(tables.schema).record (sequence);
        CREATE INDEX record_by_shape ON \(tables.schema).record (partition, shape) WHERE payload IS NOT NULL;
        CREATE TABLE \(tables.schema).entry (
            partition text COLLATE "C" NOT NULL,
            collection text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL,
            key bytea NOT NULL,
            id bytea NOT NULL,
            held boolean NOT NULL,
            PRIMARY KEY (partition, collection, name, key, id)
        );
        CREATE INDEX entry_by_record ON \(tables.schema).entry (id, partition, collection);
        CREATE UNIQUE INDEX entry_held ON \(tables.schema).entry (partition, collection, name, key) WHERE held;
        INSERT INTO \(tables.schema).store (form) VALUES (1);
        """
    }

    /// Returns the script that adds the state needed for deleting old tombstones: the highest
    /// deleted sequence number and the generation above them.
    @Sendable private static func second(_ tables: Tables) -> String {
        """
        ALTER TABLE \(tables.schema).store ADD COLUMN forgotten bigint NOT NULL DEFAULT 0, ADD COLUMN generation bigint NOT NULL DEFAULT 0;
        """
    }

    // MARK: - Joins

    /// Returns SQL for the record at the address in a query's row, as `r`, with one index lookup
    /// for each row. `OFFSET 0` prevents the server from reversing the order, which seems as cheap
    /// without statistics.
    func record(of row: String) -> String {
        """
        CROSS JOIN LATERAL (SELECT t.ctid AS line, t.* FROM \(schema).record t
            WHERE t.partition = \(row).partition AND t.collection = \(row).collection AND t.id = \(row).id OFFSET 0) r
        """
    }

    /// Returns SQL for the keys of the record at the address in a row, as `k`. It looks them up by
    /// identifier alone, because partition and collection would visit all keys of the collection.
    func keys(of row: String) -> String {
        """
        CROSS JOIN LATERAL (SELECT t.ctid AS line FROM \(schema).entry t
            WHERE t.id = \(row).id AND (t.partition, t.collection) IS NOT DISTINCT FROM (\(row).partition, \(row).collection) OFFSET 0) k
        """
    }

    // MARK: - Creation and migrations

    /// Creates the tables or upgrades them to the current format, once even with concurrent
    /// callers.
    ///
    /// - Returns: The device's name for stamps.
    /// - Throws: `newerStore`, and the `Failure`s of Postgres.
    func prepare(_ client: PostgresClient, forms: [@Sendable (Tables) -> String]) throws -> String {
        if let (form, device) = try state(client), form == forms.count { return device }
        return try client.transaction(.committed) { connection in
            try connection.answer("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", .text("commonplace.\(name)"))
            let existing = try connection.answer(
                "SELECT to_regnamespace($1) IS NOT NULL, to_regclass($2) IS NOT NULL", .text(schema),
                .text("\(schema).store"))
            if try existing.first?.bool(0) != true { try connection.run(script: "CREATE SCHEMA \(schema)") }
            var form = 0
            if try existing.first?.bool(1) == true {
                form = try connection.answer("SELECT form FROM \(schema).store").first?.int(0) ?? 0
            }
            guard form <= forms.count else { throw Tables.newer(form) }
            for step in forms[form...] { try connection.run(script: step(self)) }
            if form < forms.count {
                try connection.answer("UPDATE \(schema).store SET form = $1::bigint", .int(forms.count))
            }
            guard let row = try connection.answer("SELECT device FROM \(schema).store").first else {
                throw Tables.empty(name)
            }
            return try row.text(0)
        }
    }

    /// Returns the format of the tables and the device's name, or nil without tables.
    func state(_ client: PostgresClient) throws -> (form: Int, device: String)? {
        try client.transaction(.snapshot) { connection in
            let question = PostgresStatement("SELECT to_regclass($1) IS NOT NULL", [.text("\(schema).store")])
            guard try connection.answer(question).first?.bool(0) == true else { return nil }
            guard let row = try connection.answer("SELECT form, device FROM \(schema).store").first else {
                throw Tables.empty(name)
            }
            return (try row.int(0), try row.text(1))
        }
    }

    /// Returns the failure for tables of a newer program.
    static func newer(_ form: Int) -> Failure {
        Failure(
            .newerStore, "The store on this server was made by a newer version of this program (form \(form)).",
            advice: "Update the program.")
    }

    /// Returns the failure for a store whose only row is missing.
    static func empty(_ name: String) -> Failure {
        Failure(
            .storeDamaged, "The schema “\(name)” on this server has tables of a store and no store in them.",
            advice: "Restore a backup, or take another schema: `?schema=NAME`.", kind: .badData)
    }
}
