import Kernel

/// How long somebody waits for a lock, in microseconds.
package struct LockPatience: Sendable {
    /// Until it is said for whom.
    package var saysAfter = 2_000_000
    /// Until it is given up; not before it is said.
    package var endsAfter = 30_000_000

    package init() {}
}

extension DiskFile {
    /// Waits until the lock of this file is free, and takes it.
    ///
    /// - Parameter say: called once, when it takes long.
    /// - Returns: false when it was given up.
    func lock(_ patience: LockPatience, say: () -> Void = {}) throws -> Bool {
        if try tryLock() || waitForLock(atMost: patience.saysAfter) { return true }
        say()
        return try waitForLock(atMost: patience.endsAfter - patience.saysAfter)
    }
}
