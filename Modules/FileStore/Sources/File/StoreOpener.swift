import DiskKit
import Kernel

/// The opening of a store's files.
///
/// An intact store is opened without its lock, so that readers never wait for writers. Creation and
/// repair take the lock.
struct StoreOpener {
    typealias Files = (open: OpenLog, durability: Durability)

    /// The number of attempts to open a log that a concurrent compaction may remove.
    private static let maxAttempts = 3

    let directory: StoreDirectory
    let lock: StoreLock
    /// A directory elsewhere that records the store's progress.
    let notes: String?

    /// Returns the note about a store's progress, or nil without a directory for notes.
    func note(of open: OpenLog) -> DurabilityNote? {
        guard let notes, let store = open.log.header?.store else { return nil }
        return DurabilityNote(in: notes, store: store, of: directory)
    }

    /// Whether the directory is in an older state than the recorded one.
    func isRestored(_ open: OpenLog, _ reached: DurabilityMark?) -> Bool {
        lock.isWritable && open.health.refusal == nil && reached.map { $0.sequence > open.log.sequence } == true
    }

    /// Returns the files of an intact store, or nil if the lock is required.
    ///
    /// - Parameter known: the durable end of the log that this handle knows.
    func openWithoutLock(known: DurabilityMark? = nil, usesIndex: Bool = true) -> Files? {
        for _ in 0..<StoreOpener.maxAttempts {
            guard let files = try? read(known, mayRepair: false, usesIndex: usesIndex) else { continue }
            guard !files.open.health.isDamaged else { return nil }
            guard files.open.hasIncompleteTail else { return files }
            // An active writer will complete or remove an incomplete line. Without one, the line is
            // moved to quarantine.
            do {
                guard let repaired = try lock.lockedIfFree({ try read(known, mayRepair: true, usesIndex: usesIndex) })
                else { return files }
                return repaired.open.health.isDamaged ? nil : repaired
            } catch {
                // The store can still be read, for example on a full disk.
                files.open.reportIncompleteTail()
                return files
            }
        }
        return nil
    }

    /// Reads the files and repairs what a killed writer left. The caller holds the lock.
    func load(known: DurabilityMark? = nil, usesIndex: Bool = true) throws -> Files {
        try read(known, mayRepair: true, usesIndex: usesIndex)
    }

    private func read(_ known: DurabilityMark?, mayRepair: Bool, usesIndex: Bool) throws -> Files {
        guard usesIndex else { return try readOnce(known, mayRepair: mayRepair, usesIndex: false) }
        do {
            return try readOnce(known, mayRepair: mayRepair, usesIndex: true)
        } catch is StaleIndex {
            return try readOnce(known, mayRepair: mayRepair, usesIndex: false)
        }
    }

    private func readOnce(_ known: DurabilityMark?, mayRepair: Bool, usesIndex: Bool) throws -> Files {
        // Read before the log, because a later note may describe later lines.
        let lockMark = lock.mark
        let witnesses = [lockMark, known].compactMap(\.self)
        let open = try OpenLog(
            in: directory, witnesses: witnesses, isWritable: lock.isWritable, mayRepair: mayRepair, usesIndex: usesIndex
        )
        if let recordedMark = note(of: open)?.read() { try open.checkBranch(recordedMark) }
        let logEnd = DurabilityMark(open.log, of: open.generation)
        let durable = witnesses.reduce(open.log.synced) { $1.generation == open.generation ? max($0, $1.sequence) : $0 }
        let durability = Durability(
            lock, in: directory, upTo: logEnd, durable: min(durable, logEnd.sequence),
            secured: open.health.isDamaged ? known : witnesses.max { $0.sequence < $1.sequence })
        return (open, durability)
    }
}
