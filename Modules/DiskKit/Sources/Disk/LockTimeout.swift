import Kernel

/// The timeouts for a lock, in microseconds.
package struct LockTimeout: Sendable {
    /// The wait before the user learns who holds the lock.
    package var reportAfter = 2_000_000
    /// The wait before the attempt fails, at least `reportAfter`.
    package var timeout = 30_000_000

    package init() {}
}

extension DiskFile {
    /// Waits for the lock of this file and takes it.
    ///
    /// - Parameter say: called once during a long wait.
    /// - Returns: false after the timeout.
    package func lock(_ waitLimit: LockTimeout, say: () -> Void = {}) throws -> Bool {
        if try tryLock() || waitForLock(atMost: waitLimit.reportAfter) { return true }
        say()
        return try waitForLock(atMost: waitLimit.timeout - waitLimit.reportAfter)
    }
}
