import EngineKit
import Kernel

/// What `doctor` does for a database.
extension SQLiteStore {
    /// In milliseconds: how long a tombstone stays, and how far ahead a clock may be that is believed.
    private static let (age, leap): (Int64, Int64) = (30 * 86_400_000, 183 * 86_400_000)
    /// A database of fewer pages is not worth a rewriting that nobody asked for.
    private static let worthwhile = 256

    /// Writes the file anew without what nobody needs: pages that are free, tombstones of more than 30 days; or, when it is damaged, with what can
    /// be read of it, and the damaged one kept beside it.
    ///
    /// - Throws: `storeDamaged`, `readOnlyStore`, `storeBusy`, `diskFull`, `diskTrouble`; nothing is changed then.
    public func maintain(_ work: Maintenance) throws -> [String] {
        if work == .repair { return try repair() }
        return try pass { database, state in
            if work == .upkeep {
                let (free, all) = (
                    try database.number("PRAGMA freelist_count") ?? 0,
                    try database.number("PRAGMA page_count") ?? 0
                )
                guard all > SQLiteStore.worthwhile, free * 2 > all else { return [] }
            }
            let before = file?.bytes ?? 0
            try letTombstonesGo(database, state)
            try database.run("VACUUM")
            try database.checkpoint()
            return ["The database had \(before) bytes and has \(file?.bytes ?? 0)."]
        }
    }

    /// Lets old tombstones go, and notes up to where they have.
    private func letTombstonesGo(_ database: Database, _ state: StoreState) throws {
        try database.run("BEGIN IMMEDIATE")
        do {
            try state.refresh()
            let clock = now().milliseconds
            // A clock that is far ahead of everything here is not believed.
            let isBelieved =
                state.reached == .zero || clock <= state.reached.milliseconds + SQLiteStore.leap
            let own = (isBelieved ? clock : state.reached.milliseconds) - SQLiteStore.age
            // What another device has not taken in stays, however old it is.
            let oldest = min(own, peers()?.milliseconds ?? own)
            let old = [Statement.Value.number(Int(oldest))]
            let which = "FROM records WHERE gone = 1 AND milliseconds < ?"
            if let last = try database.number("SELECT max(place) \(which)", old) {
                let generation = try database.number("SELECT max(generation) \(which)", old) ?? 0
                try database.note(.forgotten, max(state.forgotten, last / Schema.placesOfTransaction))
                try database.note(
                    .generation, min(max(state.firstGeneration, generation + 1), Int(UInt32.max)))
                try database.note(.sequence, state.sequence)
                try state.note(state.reached)
                try database.tell("DELETE \(which)", old)
            }
            try database.run("COMMIT")
        } catch {
            if database.isInTransaction { try? database.run("ROLLBACK") }
            state.forget()
            throw error
        }
        state.forget()
    }

    /// Rewrites records with what a function makes of them; the database as it was is kept beside the file.
    ///
    /// - Throws: what the function throws; `storeDamaged`, `readOnlyStore`, `diskFull`, `diskTrouble`; nothing is changed then.
    public func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] {
        try pass { database, state in
            if let file {
                // SQLite writes into a file that is empty, with the permissions that it has.
                unlink(file.formerForm)
                try DatabaseFile(path: file.formerForm).prepare()
                try database.tell("VACUUM INTO ?", [.text(file.formerForm)])
            }
            var count = 0
            do {
                try database.run("BEGIN IMMEDIATE")
                try state.refresh()
                count = try withoutActuallyEscaping(form) { try Rewriting(database, state, $0).run() }
                try database.run("COMMIT")
            } catch {
                if database.isInTransaction { try? database.run("ROLLBACK") }
                state.forget()
                if let file { unlink(file.formerForm) }
                throw error
            }
            let kept = file.map { " The old database is kept as \($0.formerForm)." } ?? ""
            return [
                count == 1
                    ? "1 record was converted to the current form.\(kept)"
                    : "\(count) records were converted to the current form.\(kept)"
            ]
        }
    }
}

/// Records that are put into another form where they stand.
private struct Rewriting {
    private let database: Database
    private let state: StoreState
    private let form: (StoredRecord) throws -> StoredRecord?
    private let transaction: SQLiteTransaction

    init(
        _ database: Database, _ state: StoreState,
        _ form: @escaping (StoredRecord) throws -> StoredRecord?
    ) {
        (self.database, self.state, self.form) = (database, state, form)
        transaction = SQLiteTransaction(
            state, over: database, HybridClock { Instant(milliseconds: 0) }, isWriting: true,
            mayNote: true)
    }

    func run() throws -> Int {
        var count = 0
        try transaction.forEachAddress(in: nil) { address in
            guard let old = try transaction.record(at: address), let new = try form(old) else { return }
            guard new.address == address, new.stamp == old.stamp else {
                throw Failure(
                    .invalidRecord, "A record was to be rewritten as another one.", kind: .badData)
            }
            try new.checkForm()
            try transaction.rewrite(new)
            count += 1
        }
        return count
    }
}
