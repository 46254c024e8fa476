import EngineKit
import Kernel

/// The erasure of purged data from the file. Deleted rows leave bytes in pages, and pages remain in
/// the journal.
extension SQLiteStoreEngine {
    /// Deletes everything including tombstones, within a transaction. New records get a greater
    /// generation than all previous ones.
    func clear(_ database: Database, _ state: StoreState) throws {
        let generation = try database.number("SELECT max(generation) FROM records") ?? 0
        for table in ["records", "keys", "older", "lists", "sections"] {
            try database.run("DELETE FROM \(table)")
        }
        try state.saveLatestTime(state.latestTime)
        if state.sequence > 0 {
            // The deletion has the number of this transaction, so that a follower at the previous
            // number starts over too.
            try database.setFact(.sequence, state.sequence + 1)
            try database.setFact(.forgotten, state.sequence + 1)
            try database.setFact(
                .generation, min(max(generation + 1, state.firstGeneration), Int(UInt32.max)))
        }
        state.sections.forget()
    }

    /// Rewrites the file, empties the journal, and deletes the copy of an older format.
    func erase() throws {
        try withConnection { database, state in
            if let file { unlink(file.backupPath) }
            try database.run("VACUUM")
            // The journal contains the old data as long as a process reads an older state.
            try database.checkpoint()
            try database.removeFact(.erasing)
            state.forget()
        }
    }

    /// Erases purged data after a commit.
    ///
    /// - Throws: `erasureUnfinished`.
    func finishErasing() throws {
        // After a transaction that cleared everything, the cached state is invalid too.
        try withConnection { _, state in state.forget() }
        do { try erase() } catch {
            let reason = (error as? Failure)?.message ?? "\(error)"
            throw Failure(
                .erasureUnfinished,
                file.map { "It is done, but the old data is still in \($0.path). \(reason)" }
                    ?? "It is done, but the old data is still in memory. \(reason)",
                advice:
                    "When that is corrected, the next command removes it; `doctor` tells you when nothing is left.",
                kind: .temporary)
        }
    }
}

extension DatabaseFile {
    /// The path of the copy made before records were converted to another format.
    var backupPath: String { path + "-before" }
}
