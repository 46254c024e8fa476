extension FileStore {
    /// When a log is rewritten.
    package struct Economy: Sendable {
        /// Shorter logs stay as they are, in bytes.
        package var leastLog = 1 << 20
        /// Longer logs are not rewritten when a handle is closed, and longer tails not indexed, if somebody with more time does it, in bytes.
        package var greatestLogAtClosing = 4 << 20
        /// How many bytes may stand behind what the index files speak for: reading them takes the next process a millisecond or two.
        package var leastTail = 1 << 17
        /// How many times as long a log may be as what is current in it.
        package var slack = 2

        /// How long a tombstone stays where no other device waits for it: who was away for so long may have forgotten what was deleted.
        package var tombstoneAge: Int64 = 30 * Tombstones.day
        /// How far a clock may stand ahead of everything in a store that is opened; one that stands further is not believed.
        package var greatestLeap: Int64 = 180 * Tombstones.day

        /// How many bytes of newlines are written behind a line, for the lines to come, and after how many lines of one handle.
        package var space = 1 << 17
        package var writesBeforeSpace = 8

        /// How long a lock is waited for.
        package var patience = LockPatience()

        package init() {}

        /// Whether a log is longer than it may be beside what it would be if only current records stood in it.
        ///
        /// - Parameter expired: how many bytes of what is current would leave.
        func isOverdue(_ open: OpenLog, expired: Int, by factor: Int = 1) -> Bool {
            open.health.refusal == nil && open.log.end > leastLog * factor
                && open.log.end > slack * factor * (max(0, open.tables.weight - expired) + 1)
        }

        /// Whether so much stands behind what the index file speaks for that a new one pays.
        func isWorthIndexing(_ open: OpenLog) -> Bool {
            open.log.end - open.indexedEnd > leastTail || open.tables.hasLearned
        }

        /// The same of a log that is new.
        func isWorthIndexing(_ size: Int) -> Bool { size > leastTail }
    }
}
