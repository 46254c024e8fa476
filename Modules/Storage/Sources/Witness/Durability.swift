import Dispatch
import Kernel
import Synchronization

/// How far a log is known to be on the medium. Waiting threads share a sync: one that begins after a line was written covers it.
final class Durability: Sendable {
    private struct Reach {
        var appended: LengthWitness
        var durable: Int
        var trouble: Failure?
        /// Whether the name of the log is known to be on the medium; whoever put it there may have died before it was.
        var isNamed = false
    }

    private let syncing = DispatchSemaphore(value: 1)
    private let reach: Mutex<Reach>
    private let lockFile: DiskFile?
    private let directory: StoreDirectory

    init(lockFile: DiskFile?, directory: StoreDirectory, upTo start: LengthWitness, durable: Int) {
        (self.lockFile, self.directory) = (lockFile, directory)
        reach = Mutex(Reach(appended: start, durable: durable))
    }

    /// Up to which number everything is known to be durable.
    var durable: Int { reach.withLock { $0.durable } }

    /// - Throws: why this handle cannot be used any more.
    func check() throws { if let trouble = reach.withLock({ $0.trouble }) { throw trouble } }

    /// Notes that a line was written.
    func appended(_ witness: LengthWitness) { reach.withLock { $0.appended = witness } }

    /// Returns when a transaction is durable. A sync that failed is not tried again: the kernel may have dropped the pages it could not
    /// write, and a second sync would then succeed without them.
    ///
    /// - Throws: `outcomeUnknown`.
    func reach(_ sequence: Int, of log: DiskFile) throws {
        syncing.wait()
        defer { syncing.signal() }
        try check()
        guard durable < sequence else { return }
        let target = reach.withLock { $0.appended }
        do {
            try log.sync()
            if !reach.withLock({ $0.isNamed }) { try directory.sync() }
        } catch {
            throw poison("\(error)")
        }
        reach.withLock { ($0.durable, $0.isNamed) = (max($0.durable, target.sequence), true) }
        note(target)
    }

    /// Notes what is known to be durable at the start.
    func noteWitness() { note(reach.withLock { $0.appended }) }

    /// Not synced, and no failure when it cannot be written: the witness only ever says less than is so. Another process may have noted
    /// more meanwhile, or another generation.
    private func note(_ witness: LengthWitness) {
        if let other = try? LengthWitness(in: lockFile), other.generation >= witness.generation,
            other.sequence >= witness.sequence
        {
            return
        }
        try? lockFile?.write(witness.line, at: 0)
    }

    /// Makes the handle useless.
    func poison(_ reason: String) -> Failure {
        reach.withLock {
            $0.trouble = Failure(
                .storeNeedsReopening, "The store was given up after the disk had failed.", advice: "Open it again.",
                kind: .temporary)
        }
        return Failure(
            .outcomeUnknown, "The disk failed while a change was being secured; it may have been kept or not. \(reason)",
            advice: "Open the store again and look.", kind: .temporary)
    }
}
