import Kernel

/// How the files of a store are opened: without its lock where all is well, with it where something must be made or mended. So nobody who
/// only reads waits for somebody who writes.
struct StoreOpening {
    typealias Files = (open: OpenLog, durability: Durability)

    /// How often a log is looked for that a compaction may take away at that moment.
    private static let glances = 3

    let directory: StoreDirectory
    let lock: StoreLock
    /// A directory elsewhere, in which it is noted how far the store has got.
    let notes: String?

    /// Where it is noted how far a log has got.
    func note(of open: OpenLog) -> ReachNote? {
        guard let notes, let store = open.log.header?.store else { return nil }
        return ReachNote(in: notes, store: store, of: directory)
    }

    /// Whether the directory was brought back from an older state than the one that is noted.
    func isRestored(_ open: OpenLog, _ reached: LengthWitness?) -> Bool {
        lock.isWritable && open.health.refusal == nil && reached.map { $0.sequence > open.log.sequence } == true
    }

    /// The files of a store that is intact; nil when whoever wants them must have the lock for that.
    ///
    /// - Parameter known: how far this handle knows the log to have been durable.
    func glance(known: LengthWitness? = nil, usesIndex: Bool = true) -> Files? {
        for _ in 0..<StoreOpening.glances {
            guard let files = try? read(known, mayMend: false, usesIndex: usesIndex) else { continue }
            guard !files.open.health.isDamaged else { return nil }
            guard files.open.hasLooseEnd else { return files }
            // Somebody who writes will know what to do with what stands there; if there is nobody, it is put aside.
            do {
                guard let mended = try lock.lockedAtOnce({ try read(known, mayMend: true, usesIndex: usesIndex) }) else {
                    return files
                }
                return mended.open.health.isDamaged ? nil : mended
            } catch {
                // A disk that is full can be read for all that.
                files.open.noteLooseEnd()
                return files
            }
        }
        return nil
    }

    /// Reads what is there, and mends what a writer left that died. With the lock held.
    func load(known: LengthWitness? = nil, usesIndex: Bool = true) throws -> Files {
        try read(known, mayMend: true, usesIndex: usesIndex)
    }

    private func read(_ known: LengthWitness?, mayMend: Bool, usesIndex: Bool) throws -> Files {
        guard usesIndex else { return try readOnce(known, mayMend: mayMend, usesIndex: false) }
        do {
            return try readOnce(known, mayMend: mayMend, usesIndex: true)
        } catch is StaleIndex {
            return try readOnce(known, mayMend: mayMend, usesIndex: false)
        }
    }

    private func readOnce(_ known: LengthWitness?, mayMend: Bool, usesIndex: Bool) throws -> Files {
        // Before the log: what is noted later may be of later lines.
        let witness = lock.witness
        let witnesses = [witness, known].compactMap(\.self)
        let open = try OpenLog(
            in: directory, witnesses: witnesses, isWritable: lock.isWritable, mayMend: mayMend, usesIndex: usesIndex)
        if let noted = note(of: open)?.read() { try open.checkBranch(noted) }
        let reached = LengthWitness(open.log, of: open.generation)
        let durable = witnesses.reduce(open.log.synced) { $1.generation == open.generation ? max($0, $1.sequence) : $0 }
        let durability = Durability(
            lock, in: directory, upTo: reached, durable: min(durable, reached.sequence),
            secured: open.health.isDamaged ? known : witnesses.max { $0.sequence < $1.sequence })
        return (open, durability)
    }
}
