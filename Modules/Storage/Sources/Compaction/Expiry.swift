import Kernel

/// Which tombstones leave when a log is rewritten, and what the next generation says of them.
///
/// A tombstone says to copies that a record was deleted: to other devices, to branches of the history, to whoever follows the feed. Where nobody
/// has such a copy any more, or nobody can be helped, it leaves.
struct Expiry {
    /// Those that are older leave.
    let time: HybridTime
    /// What the next generation says of those that have left.
    private(set) var horizon: Horizon?
    /// What it says of the clock.
    let mark: ClockMark?
    /// Whether the clock stands behind the stamps, so that a mark tells what is old.
    private let isByMark: Bool

    /// None leaves.
    init(after old: OpenLog) {
        (time, horizon, mark) = (.zero, old.log.header?.horizon, old.log.header?.mark)
        isByMark = false
    }

    /// - Parameters:
    ///   - now: what the clock says.
    ///   - reached: how far everything had got before; a clock that stands far ahead of that is not believed.
    ///   - age: how long a tombstone stays, in milliseconds.
    ///   - leap: how far ahead is far.
    init(after old: OpenLog, at now: Int64, reached: HybridTime, age: Int64, leap: Int64, _ peers: Peers) {
        let (before, latest) = (old.log.header?.mark, old.log.latest)
        // Stamps never go back. Where the clock has, or where it once ran ahead, they say nothing of their age: what was the newest stamp when the
        // clock said so much is as old as the clock has gone since.
        let isAhead = latest.milliseconds > now + Tombstones.day && latest.milliseconds <= Instant.latest.milliseconds
        let passed = before.map { now - $0.milliseconds } ?? -1
        isByMark = isAhead && (age...leap).contains(passed)
        mark =
            !isAhead ? nil : (0..<age).contains(passed) ? before : ClockMark(milliseconds: max(0, now), latest: latest)
        let isBelieved = reached == .zero || now <= reached.milliseconds + leap
        let oldest = (isBelieved ? now : reached.milliseconds) - age
        let own =
            isByMark ? before?.latest.after ?? .zero : HybridTime(milliseconds: max(0, oldest), counter: 0)
        time = min(own, peers.haveSeen() ?? own)
        horizon = old.log.header?.horizon
    }

    /// Whether what an operation says leaves.
    ///
    /// - Parameter number: of its transaction.
    mutating func lets(_ operation: LoggedOperation, go number: Int) -> Bool {
        let version = operation.version
        guard version.deleted, version.time < time else { return false }
        note(time, number, version.generation)
        return true
    }

    /// Everything is exchanged for something else, and leaves no tombstone.
    mutating func everythingGoes(before time: HybridTime, upTo number: Int) {
        if number > 0 { note(time, number, 0) }
    }

    private mutating func note(_ time: HybridTime, _ number: Int, _ generation: Int) {
        horizon = Horizon(
            time: max(horizon?.time ?? .zero, time), sequence: max(horizon?.sequence ?? 0, number),
            generation: max(horizon?.generation ?? 0, generation))
    }

    /// How many bytes leave, as far as days tell.
    func weight(in tombstones: Tombstones) -> Int {
        // What a mark speaks for bears the stamps of one day; what came after it stays for now, and leaves with the next one.
        tombstones.weight(before: time.milliseconds + (isByMark ? Tombstones.day : 0))
    }
}

extension HybridTime {
    /// Behind this one, and no later than the next.
    fileprivate var after: HybridTime { HybridTime(milliseconds: milliseconds, counter: counter + 1) }
}
