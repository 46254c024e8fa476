import Kernel
import Sync

/// The sync state of this device and the others, from local data only.
package struct SyncOverview: Sendable {
    package let situation: AccountStatus
    package let device: String?
    /// The number of changes that have not left this device.
    package let waiting: Int
    /// The number of superseded versions that wait in `sync recovered`.
    package let recovered: Int
    /// The versions with a time in the future.
    package let quarantined: [Quarantined]
    package let others: [(known: KnownDevice, title: String)]
    /// The scopes that stay on this device.
    package let staying: [Scope]

    /// The devices that have been silent for long and still hold back deletions. The user should
    /// check them.
    package var silent: [(known: KnownDevice, title: String)] {
        others.filter { $0.known.silence >= SyncOverview.longSilence && !$0.known.isExpired }
    }

    /// The number of days of silence after which a device is reported.
    package static let longDays: Int64 = 30
    private static let longSilence = longDays * 86_400_000

    /// The time since which the place is unreachable, or nil while it is reachable.
    package var awaySince: Instant? { situation.account == nil ? nil : situation.notes.awaySince }
}

extension AccountService {
    /// Returns the overview from the store and the sync log, without contacting the place.
    ///
    /// - Throws: A `Failure` of the store.
    package func overview() throws -> SyncOverview {
        let situation = try status()
        guard let account = situation.account else {
            return SyncOverview(
                situation: situation, device: nil, waiting: 0, recovered: 0, quarantined: [], others: [], staying: [])
        }
        let replica = replica(account, at: OpenedSyncPlace(MemoryTransport()))
        let names = situation.notes.devices
        return SyncOverview(
            situation: situation, device: try replica.device(), waiting: try replica.waiting(),
            recovered: try replica.recoveredCount(), quarantined: try replica.quarantined(),
            others: try replica.knownDevices().map { ($0, names[$0.device] ?? $0.device) },
            staying: scopes.filter { account.staying.contains($0.rawValue) })
    }

    /// Returns whether a background round is useful now, without contacting the place.
    ///
    /// The user must be signed in with permission and without a pause, and the place reachable at
    /// the last attempt. In addition, changes wait or the last round is old.
    package func shouldSync() -> Bool {
        guard let account = try? account(), account.suspension == nil, !account.isPaused, account.move.step > .intended
        else { return false }
        let notes = log.read()
        let isAway =
            notes.awaySince != nil && notes.tried.map { secondsPassed(since: $0) < AccountService.retryDelay } ?? false
        guard !isAway else { return false }
        let isStale = notes.last.map { secondsPassed(since: $0) >= AccountService.maximumAge } ?? true
        return (isStale || (try? waiting()) ?? 0 > 0) && gates.ask(AccountGates.cloudSync, 0).allowed
    }

    private func secondsPassed(since instant: Instant) -> Double { abs(time.now().seconds(since: instant)) }

    /// Returns the number of superseded versions since the previous call, and resets it.
    package func takeRecoveredCount() -> Int {
        var notes = log.read()
        guard notes.untold > 0 else { return 0 }
        defer { log.write(notes) }
        return notes.takeUnannounced()
    }

    /// The number of seconds for which background rounds skip an unreachable place.
    private static let retryDelay = 60.0
    /// The number of seconds after which a round is old, because other devices may have sent
    /// something.
    private static let maximumAge = 300.0
}

extension SyncNotes {
    fileprivate mutating func takeUnannounced() -> Int {
        defer { untold = 0 }
        return untold
    }
}
