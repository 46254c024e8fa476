import Kernel
import Sync

/// Syncs continuously: one round at the start, then one for each change here or on another device.
///
/// It checks its permission before each step. After a sign-out, a pause or a lost permission it
/// ends within a second, and changes wait.
package struct SyncEngine: Sendable {
    /// The result of a step.
    package enum Event: Sendable {
        /// Nothing happened, or the place is still unreachable.
        case quiet
        case synced(SyncReport)
        /// The place has become unreachable.
        case unreachable(Failure)
        /// The place is reachable again, and a round has succeeded.
        case reconnected(SyncReport)
    }

    /// Runs a round exclusively, or returns nil while another process syncs.
    package typealias ExclusiveRound = @Sendable (_ round: () throws -> SyncReport) throws -> SyncReport?

    private let accounts: AccountService
    private let interval: Double
    private let pause: @Sendable (Double) -> Void
    private let runExclusively: ExclusiveRound
    private var listener: (any SyncChangeListener)?
    private var feed = LocalFeed()
    private var nextRound: Instant?
    private var isUnreachable = false
    private var retryDelay = 0.0

    /// The maximum duration of a step without changes, in seconds.
    package static let stepDuration = 1.0
    /// The first and the longest retry interval for an unreachable place, in seconds.
    static let backoff = 1.0...300.0

    /// - Parameters:
    ///   - seconds: The interval between rounds without changes.
    ///   - pause: Waits for a number of seconds.
    ///   - runExclusively: Runs a round exclusively.
    package init(
        _ accounts: AccountService, every seconds: Double, pause: @escaping @Sendable (Double) -> Void,
        exclusively runExclusively: @escaping ExclusiveRound = { try $0() }
    ) {
        self.accounts = accounts
        interval = seconds
        self.pause = pause
        self.runExclusively = runExclusively
    }

    /// Syncs, or waits up to a second for a reason to sync.
    ///
    /// - Throws: The reason to stop: an error of `AccountService.syncableAccount()`, a rejection by
    ///   the place, or a `Failure` of the store.
    package mutating func syncOrWait() throws -> Event {
        _ = try accounts.syncableAccount()
        let now = accounts.time.now()
        guard let nextRound, now < nextRound,
            nextRound.seconds(since: now) <= max(interval, SyncEngine.backoff.upperBound)
        else {
            return try runRound()
        }
        let waitTime = min(SyncEngine.stepDuration, nextRound.seconds(since: now))
        if isUnreachable {
            pause(waitTime)
        } else if try hasRemoteChanges(within: waitTime) {
            self.nextRound = now
        }
        if try feed.hasNews(in: accounts), !isUnreachable { self.nextRound = now }
        return .quiet
    }

    private mutating func runRound() throws -> Event {
        let report: SyncReport?
        do { report = try runExclusively { try accounts.round() } } catch let failure as Failure
            where !failure.isPermanent
        {
            return recordUnreachable(failure)
        }
        guard let report else {
            // Another process is syncing.
            nextRound = accounts.time.now().adding(seconds: SyncEngine.stepDuration)
            pause(SyncEngine.stepDuration)
            return .quiet
        }
        defer { (isUnreachable, retryDelay) = (false, 0) }
        _ = try feed.hasNews(in: accounts)
        // New changes are sent at once. Changes that cannot be sent yet must not cause a loop.
        let hasMore = try report.hasTransfers && (report.files?.waiting ?? 0 > 0 || accounts.waiting() > 0)
        nextRound = accounts.time.now().adding(seconds: hasMore ? 0 : interval)
        if listener == nil { listener = try accounts.makeListener(pause) }
        return isUnreachable ? .reconnected(report) : .synced(report)
    }

    private mutating func recordUnreachable(_ failure: Failure) -> Event {
        retryDelay = min(SyncEngine.backoff.upperBound, max(SyncEngine.backoff.lowerBound, retryDelay * 2))
        nextRound = accounts.time.now().adding(seconds: retryDelay)
        listener = nil
        defer { isUnreachable = true }
        return isUnreachable ? .quiet : .unreachable(failure)
    }

    /// Returns whether another device has sent something, or the place is unreachable, which the
    /// next round reports.
    private func hasRemoteChanges(within seconds: Double) throws -> Bool {
        guard let listener else {
            pause(seconds)
            return false
        }
        do { return try listener.waitForNews(atMost: .seconds(seconds)) } catch let failure as Failure
            where !failure.isPermanent
        {
            return true
        }
    }
}

/// Detects changes on this device from the store's feed.
private struct LocalFeed: Sendable {
    private var position: Int?

    /// Returns whether synced records have changed since the previous call.
    mutating func hasNews(in accounts: AccountService) throws -> Bool {
        let syncedCollections = accounts.syncedCollections
        var hasSynced = false
        var last = try position ?? accounts.feedPosition()
        while true {
            let changes = try accounts.store.changes(since: last, limit: LocalFeed.pageSize)
            guard let end = changes.last?.sequence else { break }
            // A full page may omit the rest of a long transaction.
            hasSynced =
                hasSynced || changes.count == LocalFeed.pageSize
                || changes.contains { syncedCollections.contains($0.address.collection) }
            last = end
        }
        position = last
        return hasSynced
    }

    private static let pageSize = 1_000
}

extension AccountService {
    fileprivate var syncedCollections: Set<String> { syncPolicies.syncedKinds(with: Set(scopes)) }

    fileprivate func feedPosition() throws -> Int { try localReplica()?.feedPosition() ?? 0 }

    /// Returns the change listener of the place, or a polling one.
    fileprivate func makeListener(_ pause: @escaping @Sendable (Double) -> Void) throws -> (any SyncChangeListener)? {
        guard let account = try account(), let thisDevice = try device() else { return nil }
        let meeting = try self.openPlace(account)
        return meeting.makeChangeListener?(thisDevice) ?? PollingListener(meeting.transport, besides: thisDevice, pause)
    }
}
