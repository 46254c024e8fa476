import Dispatch
import Kernel
import Synchronization

/// How far a log is known to be on the medium. Waiting threads share a sync: one that begins after a line was written covers it.
final class Durability: Sendable {
    private struct Reach {
        var appended: LengthWitness
        var durable: Int
        /// The last transaction that is known to have been durable: what no log may lack that takes the place of this one.
        var secured: LengthWitness?
        var trouble: Failure?
        /// Whether the name of the log is known to be on the medium; whoever put it there may have died before it was.
        var isNamed = false
    }

    private let syncing = DispatchSemaphore(value: 1)
    private let reach: Mutex<Reach>
    private let lock: StoreLock
    private let directory: StoreDirectory

    init(_ lock: StoreLock, in directory: StoreDirectory, upTo start: LengthWitness, durable: Int, secured: LengthWitness?) {
        (self.lock, self.directory) = (lock, directory)
        reach = Mutex(Reach(appended: start, durable: durable, secured: secured))
    }

    /// Up to which number everything is known to be durable.
    var durable: Int { reach.withLock { $0.durable } }

    /// The last transaction of which this handle knows that it was durable.
    var secured: LengthWitness? { reach.withLock { $0.secured } }

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
        reach.withLock { ($0.durable, $0.secured, $0.isNamed) = (max($0.durable, target.sequence), target, true) }
        lock.note(target)
    }

    /// Notes what is known to be durable at the start.
    func noteWitness() { lock.note(reach.withLock { $0.appended }) }

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
