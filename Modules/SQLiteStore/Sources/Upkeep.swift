import EngineKit
import Kernel

/// The maintenance of a database by `doctor`.
extension SQLiteStoreEngine {
    /// The age of a tombstone, and the accepted lead of a clock, in milliseconds.
    private static let (age, acceptedLead): (Int64, Int64) = (30 * 86_400_000, 183 * 86_400_000)
    /// The number of pages from which an automatic rewrite is worthwhile.
    private static let minimumPages = 256

    /// Rewrites the file without free pages and without tombstones older than 30 days. A repair
    /// rebuilds the indexes of a damaged file instead.
    ///
    /// - Throws: `storeDamaged`, `readOnlyStore`, `storeBusy`, `diskFull`, `diskTrouble`. Nothing
    ///   is changed in these cases.
    package func maintain(_ work: Maintenance) throws -> [String] {
        if work == .repair { return try repair() }
        return try withConnection { database, state in
            if work == .upkeep {
                let freePages = try database.number("PRAGMA freelist_count") ?? 0
                let allPages = try database.number("PRAGMA page_count") ?? 0
                guard allPages > SQLiteStoreEngine.minimumPages, freePages * 2 > allPages else { return [] }
            }
            let sizeBefore = file?.bytes ?? 0
            try deleteOldTombstones(database, state)
            try database.run("VACUUM")
            try database.checkpoint()
            return ["The database had \(sizeBefore) bytes and has \(file?.bytes ?? 0)."]
        }
    }

    /// Deletes old tombstones, and stores the sequence number up to which they are gone.
    private func deleteOldTombstones(_ database: Database, _ state: StoreState) throws {
        try database.run("BEGIN IMMEDIATE")
        do {
            try state.refresh()
            let clock = now().milliseconds
            // A clock far ahead of the whole store is not trusted.
            let isPlausible =
                state.latestTime == .zero || clock <= state.latestTime.milliseconds + SQLiteStoreEngine.acceptedLead
            let limit = (isPlausible ? clock : state.latestTime.milliseconds) - SQLiteStoreEngine.age
            // Tombstones that another device has not received are kept at any age.
            let oldest = min(limit, peers()?.milliseconds ?? limit)
            let limitValues = [Statement.Value.number(Int(oldest))]
            let condition = "FROM records WHERE gone = 1 AND milliseconds < ?"
            if let last = try database.number("SELECT max(place) \(condition)", limitValues) {
                let generation = try database.number("SELECT max(generation) \(condition)", limitValues) ?? 0
                try database.setFact(.forgotten, max(state.forgotten, last / Schema.placesOfTransaction))
                try database.setFact(
                    .generation, min(max(state.firstGeneration, generation + 1), Int(UInt32.max)))
                try database.setFact(.sequence, state.sequence)
                try state.saveLatestTime(state.latestTime)
                try database.execute("DELETE \(condition)", limitValues)
            }
            try database.run("COMMIT")
        } catch {
            if database.isInTransaction { try? database.run("ROLLBACK") }
            state.forget()
            throw error
        }
        state.forget()
    }

    /// Rewrites records with the results of a closure. A copy of the previous database is kept next
    /// to the file.
    ///
    /// - Throws: The errors of the closure, `storeDamaged`, `readOnlyStore`, `diskFull`,
    ///   `diskTrouble`. Nothing is changed in these cases.
    package func rewrite(_ convert: (StoredRecord) throws -> StoredRecord?) throws -> [String] {
        try withConnection { database, state in
            if let file {
                // SQLite writes into an empty file and keeps its permissions.
                unlink(file.backupPath)
                try DatabaseFile(path: file.backupPath).prepare()
                try database.execute("VACUUM INTO ?", [.text(file.backupPath)])
            }
            var count = 0
            do {
                try database.run("BEGIN IMMEDIATE")
                try state.refresh()
                count = try withoutActuallyEscaping(convert) { try RecordConversion(database, state, $0).run() }
                try database.run("COMMIT")
            } catch {
                if database.isInTransaction { try? database.run("ROLLBACK") }
                state.forget()
                if let file { unlink(file.backupPath) }
                throw error
            }
            let backupNotice = file.map { " The old database is kept as \($0.backupPath)." } ?? ""
            return [
                count == 1
                    ? "1 record was converted to the current form.\(backupNotice)"
                    : "\(count) records were converted to the current form.\(backupNotice)"
            ]
        }
    }
}

/// The conversion of records to another format in place.
private struct RecordConversion {
    private let database: Database
    private let state: StoreState
    private let convert: (StoredRecord) throws -> StoredRecord?
    private let transaction: SQLiteTransaction

    init(
        _ database: Database, _ state: StoreState,
        _ convert: @escaping (StoredRecord) throws -> StoredRecord?
    ) {
        self.database = database
        self.state = state
        self.convert = convert
        transaction = SQLiteTransaction(
            state, over: database, HybridClock { Instant(milliseconds: 0) }, isWriting: true,
            mayStore: true)
    }

    func run() throws -> Int {
        var count = 0
        try transaction.forEachAddress(in: nil) { address in
            guard let record = try transaction.record(at: address), let converted = try convert(record) else { return }
            guard converted.address == address, converted.stamp == record.stamp else {
                throw Failure(
                    .invalidRecord, "A conversion changed the identity of a record.", kind: .badData)
            }
            try converted.checkForm()
            try transaction.rewrite(converted)
            count += 1
        }
        return count
    }
}
