import EngineKit
import Kernel

/// The repair of a damaged database. It rebuilds the indexes from the rows in one transaction, and
/// never guesses rows.
extension SQLiteStoreEngine {
    /// Repairs the database.
    ///
    /// - Returns: The repairs, or nothing for an intact database.
    /// - Throws: `storeDamaged` for unreadable rows. Nothing is changed in that case.
    func repair() throws -> [String] {
        try withConnection { database, state in
            let problemsBefore = try problems(in: database)
            guard !problemsBefore.isEmpty else { return [] }
            do {
                try database.run("BEGIN IMMEDIATE")
                try state.refresh()
                try database.run("REINDEX")
                let records = try SQLiteStoreEngine.rebuildKeys(database)
                let problemsAfter = try problems(in: database)
                guard problemsAfter.isEmpty else { throw beyondRepair(problemsAfter) }
                try database.run("COMMIT")
                state.forget()
                return problemsBefore + [
                    records == 1
                        ? "All indexes were rebuilt. 1 record is safe."
                        : "All indexes were rebuilt. \(records) records are safe."
                ]
            } catch {
                if database.isInTransaction { try? database.run("ROLLBACK") }
                state.forget()
                throw (error as? Failure)?.code == .storeDamaged ? beyondRepair(problemsBefore) : error
            }
        }
    }

    /// Writes all index keys again from the records, and returns the number of records.
    private static func rebuildKeys(_ database: Database) throws -> Int {
        try database.run("DELETE FROM keys")
        try database.run(
            """
            INSERT INTO keys SELECT older.list, older.key, older.id, place
            FROM older JOIN lists USING (list) JOIN records ON records.section = lists.section AND records.id = older.id
            WHERE older.key IS NOT NULL AND gone = 0
            """)
        return try database.withStatement("SELECT place, id, entries FROM records WHERE gone = 0") { row in
            var count = 0
            while try row.step() {
                count += 1
                for case (let list, _, let key?) in EntryBytes.entries(row.data(2)) ?? [] {
                    try database.execute(
                        "INSERT OR REPLACE INTO keys VALUES(?, ?, ?, ?)",
                        [.number(list), .text(key.text), .text(row.text(1)), .number(row.number(0))])
                }
            }
            return count
        }
    }

    private func beyondRepair(_ problems: [String]) -> Failure {
        let path = file?.path ?? "memory"
        return Failure(
            .storeDamaged,
            "\(path) is too damaged to be mended in place: \(problems.prefix(3).joined(separator: "; ")).",
            advice: "Restore a backup, or save what `sqlite3 \(path) .recover` can read.", kind: .badData)
    }
}
