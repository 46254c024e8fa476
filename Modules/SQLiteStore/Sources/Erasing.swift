import EngineKit
import Kernel

/// How what is purged leaves the file: rows that are deleted leave bytes in pages, and pages in the journal.
extension SQLiteStore {
    /// Takes everything away, within a transaction, tombstones too. What is made anew has a greater generation than whatever stood there.
    func clear(_ database: Database, _ state: StoreState) throws {
        let generation = try database.number("SELECT max(generation) FROM records") ?? 0
        for table in ["records", "keys", "older", "lists", "sections"] {
            try database.run("DELETE FROM \(table)")
        }
        try state.note(state.reached)
        if state.sequence > 0 {
            // Under the number of this transaction: who has followed up to the one before it is to begin anew, too.
            try database.note(.sequence, state.sequence + 1)
            try database.note(.forgotten, state.sequence + 1)
            try database.note(
                .generation, min(max(generation + 1, state.firstGeneration), Int(UInt32.max)))
        }
        state.sections.forget()
    }

    /// Writes the file anew, empties the journal, and removes what was kept of an older form.
    func erase() throws {
        try pass { database, state in
            if let file { unlink(file.formerForm) }
            try database.run("VACUUM")
            // Until nobody reads an older state, the journal has it.
            try database.checkpoint()
            try database.drop(.erasing)
            state.forget()
        }
    }

    func finishErasing() throws {
        // Of a transaction that has cleared everything not even the state is what it was.
        try pass { _, state in state.forget() }
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
    /// Where the database is kept as it was before its records were brought to another form.
    var formerForm: String { path + "-before" }
}
