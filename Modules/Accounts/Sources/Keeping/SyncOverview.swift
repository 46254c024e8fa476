import Kernel
import Sync

/// How things stand between this device and the others, as far as this device knows without asking the place.
public struct SyncOverview: Sendable {
    /// Where somebody stands.
    public let situation: Situation
    /// This device's name in the account.
    public let device: String?
    /// Changes that have not left.
    public let waiting: Int
    /// Versions that gave way.
    public let recovered: Int
    /// Versions from clocks ahead of this one.
    public let quarantined: [Quarantined]
    /// The other devices, each with what it is called.
    public let others: [(known: KnownDevice, title: String)]
    /// What does not leave.
    public let staying: [Scope]

    /// Those that have said nothing for so long that somebody should look, and are still waited for.
    public var silent: [(known: KnownDevice, title: String)] {
        others.filter { $0.known.silentFor >= SyncOverview.long && !$0.known.isExpired }
    }

    /// Days of silence that are worth a word.
    public static let longDays: Int64 = 30
    private static let long = longDays * 86_400_000

    /// Since when the place has been away; nil while it is not.
    public var awaySince: Instant? { situation.account == nil ? nil : situation.notes.awaySince }
}

extension Accounts {
    /// How things stand; the store and the notes are asked, the place is not.
    ///
    /// - Throws: `Failure` of the store.
    public func overview() throws -> SyncOverview {
        let situation = try situation()
        guard let account = situation.account else {
            return SyncOverview(
                situation: situation, device: nil, waiting: 0, recovered: 0, quarantined: [], others: [], staying: [])
        }
        let replica = replica(account, at: Meeting(MemoryTransport()))
        let names = situation.notes.devices
        return SyncOverview(
            situation: situation, device: try replica.device(), waiting: try replica.waiting(),
            recovered: try replica.recoveredCount(), quarantined: try replica.quarantined(),
            others: try replica.known().map { ($0, names[$0.device] ?? $0.device) },
            staying: scopes.filter { account.staying.contains($0.rawValue) })
    }

    /// Whether a round is worth it now, without asking the place: somebody is signed in and may, nothing rests, the place was not away a moment ago, and
    /// something waits or the others have not been met for a while.
    public func isWorthMeeting() -> Bool {
        guard let account = try? account(), account.suspension == nil, !account.isPaused, account.move.step > .intended else {
            return false
        }
        let notes = log.read()
        let isAway = notes.awaySince != nil && notes.tried.map { passed(since: $0) < Accounts.calm } ?? false
        guard !isAway else { return false }
        let isStale = notes.last.map { passed(since: $0) >= Accounts.fresh } ?? true
        return (isStale || (try? waiting()) ?? 0 > 0) && gates.ask(AccountGates.cloudSync, 0).allowed
    }

    private func passed(since instant: Instant) -> Double { abs(time.now().seconds(since: instant)) }

    /// Takes what was recovered since somebody was last told, once.
    public func takeNews() -> Int {
        var notes = log.read()
        guard notes.untold > 0 else { return 0 }
        defer { log.write(notes) }
        return notes.takeUntold()
    }

    /// A place that was away is left alone for so long, in seconds, unless somebody asks.
    private static let calm = 60.0
    /// After so many seconds something may have come.
    private static let fresh = 300.0
}

extension SyncNotes {
    fileprivate mutating func takeUntold() -> Int {
        defer { untold = 0 }
        return untold
    }
}
