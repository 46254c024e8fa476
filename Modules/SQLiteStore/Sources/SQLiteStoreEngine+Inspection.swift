import EngineKit
import Kernel

/// The reports of a database for `doctor`.
extension SQLiteStoreEngine {
    /// The greatest number of problems that an integrity check reports.
    private static let maximumProblems = 20

    /// Returns the contents of the store and all its problems. SQLite reads every page for that.
    package func inspect() throws -> StoreReport {
        try withSnapshot { database, state in
            var findings = try problems(in: database).map { StoreReport.Finding(.damage, "\(database.path): \($0)") }
            if try database.fact(.erasing) != nil {
                findings.append(
                    .init(
                        .notice,
                        "Something was deleted for good, but its bytes could not be removed from \(database.path) yet."
                    ))
            }
            if file?.isRemote == true {
                findings.append(
                    .init(
                        .notice,
                        "\(database.path) is on a network or FUSE file system: several programs at a time are only as safe as its locks, and a power cut as its syncs."
                    ))
            }
            if database.isReadOnly {
                findings.append(.init(.notice, "\(database.path) can only be read."))
            }
            return StoreReport(
                location: file.map { "SQLite database \($0.path)" } ?? "memory",
                records: try database.number("SELECT count(*) FROM records WHERE gone = 0") ?? 0,
                bytes: file?.bytes ?? 0, sequence: state.sequence, findings: findings)
        }
    }

    /// Returns the problems that SQLite finds, and records without their keys, which SQLite cannot
    /// know.
    func problems(in database: Database) throws -> [String] {
        var found: [String] = []
        do {
            found = try database.withStatement("PRAGMA integrity_check(\(SQLiteStoreEngine.maximumProblems))") { row in
                var found: [String] = []
                while try row.step() { found.append(row.text(0)) }
                return found == ["ok"] ? [] : found
            }
            guard found.isEmpty else { return found }
            let strayCount = try database.number(
                "SELECT count(*) FROM keys WHERE NOT EXISTS (SELECT 1 FROM records WHERE records.place = keys.place AND gone = 0)"
            )
            if let strayCount, strayCount > 0 {
                found.append("\(counted(strayCount, "key")) of indexes without a record")
            }
        } catch let failure as Failure where failure.code == .storeDamaged {
            found.append(failure.message)
        }
        return found
    }

    /// Returns the space used: records by collection and partition, remains of deleted records, and
    /// the rest.
    package func space() throws -> [StoreSpace] {
        try withSnapshot { database, state in
            let recordSpaces = try database.withStatement(
                """
                SELECT partition, collection, gone, count(*), min(milliseconds),
                    sum(length(CAST(id AS BLOB)) + length(entries) + coalesce(length(CAST(payload AS BLOB)), 0) + length(device) + 16)
                FROM records JOIN sections USING (section) GROUP BY partition, collection, gone ORDER BY partition, collection, gone
                """
            ) { row in
                var spaces: [StoreSpace] = []
                while try row.step() {
                    spaces.append(
                        StoreSpace(
                            row.number(2) == 0 ? .records : .tombstones, row.text(1),
                            of: Partition(rawValue: row.text(0)), count: row.number(3), bytes: row.number(5),
                            since: Instant(milliseconds: Int64(row.number(4)))))
                }
                return spaces
            }
            guard let file else { return recordSpaces }
            let otherBytes = file.bytes - recordSpaces.reduce(0) { $0 + $1.bytes }
            let backup = DatabaseFile(path: file.backupPath)
            return recordSpaces + [StoreSpace(.index, count: 1, bytes: max(0, otherBytes))]
                + (backup.exists ? [StoreSpace(.backups, count: 1, bytes: backup.bytes)] : [])
        }
    }
}
