import Kernel

/// The rule that decides which tombstones a rewritten log drops, and the header fields that record
/// it.
///
/// A tombstone tells other devices, branches of the history and followers of the feed that a record
/// was deleted. It is dropped when no reachable copy of the record remains.
struct TombstoneExpiry {
    /// The time before which tombstones are dropped.
    let time: HybridTime
    /// The header's record of the dropped tombstones.
    private(set) var horizon: TombstoneHorizon?
    /// The header's record of the clock.
    let mark: ClockMark?
    /// Whether the clock is before the stamps, so that a mark determines the age.
    private let isByMark: Bool

    init(after old: OpenLog) {
        time = .zero
        horizon = old.log.header?.horizon
        mark = old.log.header?.mark
        isByMark = false
    }

    /// Creates the rule for a log.
    ///
    /// - Parameters:
    ///   - now: the reading of the clock.
    ///   - reached: the latest known time. A clock far ahead of it is not trusted.
    ///   - age: the time to keep a tombstone, in milliseconds.
    ///   - leap: the distance that counts as far ahead.
    init(after old: OpenLog, at now: Int64, reached: HybridTime, age: Int64, leap: Int64, _ peers: Peers) {
        let previousMark = old.log.header?.mark
        let latest = old.log.latest
        // Stamps never go back. If the clock has gone back or once ran ahead, stamps do not show
        // their age. The mark pairs the newest stamp with a clock reading, and the age is the
        // clock's progress since then.
        let isAhead = latest.milliseconds > now + Tombstones.day && latest.milliseconds <= Instant.latest.milliseconds
        let elapsed = previousMark.map { now - $0.milliseconds } ?? -1
        isByMark = isAhead && (age...leap).contains(elapsed)
        mark =
            !isAhead
            ? nil : (0..<age).contains(elapsed) ? previousMark : ClockMark(milliseconds: max(0, now), latest: latest)
        let isClockTrusted = reached == .zero || now <= reached.milliseconds + leap
        let oldest = (isClockTrusted ? now : reached.milliseconds) - age
        let ownLimit =
            isByMark ? previousMark?.latest.after ?? .zero : HybridTime(milliseconds: max(0, oldest), counter: 0)
        time = min(ownLimit, peers.lastReceivedTime() ?? ownLimit)
        horizon = old.log.header?.horizon
    }

    /// Returns whether an operation is a tombstone to be dropped, and records it in the horizon.
    ///
    /// - Parameter number: the number of its transaction.
    mutating func shouldDrop(_ operation: LoggedOperation, go number: Int) -> Bool {
        let version = operation.version
        guard version.deleted, version.time < time else { return false }
        recordHorizon(time, number, version.generation)
        return true
    }

    /// Records that everything is replaced without tombstones.
    mutating func dropAll(before time: HybridTime, upTo number: Int) {
        if number > 0 { recordHorizon(time, number, 0) }
    }

    private mutating func recordHorizon(_ time: HybridTime, _ number: Int, _ generation: Int) {
        horizon = TombstoneHorizon(
            time: max(horizon?.time ?? .zero, time), sequence: max(horizon?.sequence ?? 0, number),
            generation: max(horizon?.generation ?? 0, generation))
    }

    /// Returns the number of bytes to be dropped, at the precision of days.
    func weight(in tombstones: Tombstones) -> Int {
        // The marked operations have stamps of one day. Later ones stay until the next compaction.
        tombstones.weight(before: time.milliseconds + (isByMark ? Tombstones.day : 0))
    }
}

extension HybridTime {
    /// The next possible time.
    fileprivate var after: HybridTime { HybridTime(milliseconds: milliseconds, counter: counter + 1) }
}
