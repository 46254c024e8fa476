import Kernel

/// How long somebody waits for a lock, in microseconds of pauses.
package struct LockPatience: Sendable {
    /// Until it is said for whom.
    package var saysAfter = 2_000_000
    /// Until it is given up.
    package var endsAfter = 30_000_000

    package init() {}
}

extension DiskFile {
    /// Waits until the lock of this file is free, and takes it.
    ///
    /// It is tried over and over: a call of the system that waits can neither be asked what it waits for nor be told to give up.
    /// - Parameter say: called once, when it takes long.
    /// - Returns: false when it was given up.
    func lock(_ patience: LockPatience, say: () -> Void = {}) throws -> Bool {
        var waited = 0
        while try !tryLock() {
            guard waited < patience.endsAfter else { return false }
            // Mostly the other is done in a moment.
            let pause = waited < 20_000 ? 100 : 1000
            system.pause(pause)
            if waited < patience.saysAfter, waited + pause >= patience.saysAfter { say() }
            waited += pause
        }
        return true
    }
}
