import DiskKit

extension FileStore {
    /// The policy that decides when a log is rewritten.
    package struct CompactionPolicy: Sendable {
        /// The size in bytes below which a log is never rewritten.
        package var minLogSize = 1 << 20
        /// The size in bytes above which closing a handle leaves rewriting and indexing to a
        /// background job, if there is one.
        package var maxLogSizeAtClose = 4 << 20
        /// The number of bytes that may follow the indexed part. The next process reads them in a
        /// millisecond or two.
        package var tailLimit = 1 << 17
        /// The greatest ratio of a log to its current records.
        package var maxSizeRatio = 2

        /// The time for which a tombstone is kept if no other device waits for it. A device absent
        /// for longer may restore deleted records.
        package var tombstoneAge: Int64 = 30 * Tombstones.day
        /// The distance by which a clock may be ahead of an opened store. A clock further ahead is
        /// not trusted.
        package var maxClockLead: Int64 = 180 * Tombstones.day

        /// The bytes of newlines reserved for later lines, and the number of lines of one handle
        /// before that.
        package var reservedSize = 1 << 17
        package var writesBeforeReserving = 8

        package var waitLimit = LockTimeout()

        package init() {}

        /// Whether a log is too long in relation to its current records.
        ///
        /// - Parameter expired: the number of current bytes that would be dropped.
        func isOverdue(_ open: OpenLog, expired: Int, by factor: Int = 1) -> Bool {
            open.health.refusal == nil && open.log.end > minLogSize * factor
                && open.log.end > maxSizeRatio * factor * (max(0, open.tables.weight - expired) + 1)
        }

        /// Whether the unindexed part is long enough for a new index file.
        func isWorthIndexing(_ open: OpenLog) -> Bool {
            open.log.end - open.indexedEnd > tailLimit || open.tables.hasComputedEntries
        }

        /// Whether a new log of a size is long enough for an index file.
        func isWorthIndexing(_ size: Int) -> Bool { size > tailLimit }
    }
}
