import Kernel
import Sync

/// Keeps a device in step for as long as somebody lets it: a round at the beginning, then whenever something changed here or there. It asks before each
/// step whether it may, so that it ends within a second when somebody signs out, pauses, or has no right to it any more; what waits then, waits.
public struct SyncEngine: Sendable {
    /// What a step came to.
    public enum Event: Sendable {
        /// Nothing happened.
        case quiet
        /// The devices met.
        case met(SyncReport)
        /// The place is away, and was there before.
        case away(Failure)
        /// The place is there again.
        case back(SyncReport)
    }

    /// Runs a round while nobody else does; nil where somebody does.
    public typealias Alone = @Sendable (_ round: () throws -> SyncReport) throws -> SyncReport?

    private let accounts: Accounts
    private let every: Double
    private let pause: @Sendable (Double) -> Void
    private let alone: Alone
    private var bell: (any SyncBell)?
    private var feed = LocalFeed()
    private var due: Instant?
    private var isAway = false
    private var patience = 0.0

    /// How long a step takes at most where nothing happens, in seconds.
    public static let breath = 1.0
    /// A place that is away is looked for so often at first, and at last, in seconds.
    static let backoff = 1.0...300.0

    /// - Parameters:
    ///   - seconds: after so many the devices meet though nothing has changed.
    ///   - pause: waits.
    public init(
        _ accounts: Accounts, every seconds: Double, pause: @escaping @Sendable (Double) -> Void,
        alone: @escaping Alone = { try $0() }
    ) {
        (self.accounts, every, self.pause, self.alone) = (accounts, seconds, pause, alone)
    }

    /// Meets the others, or waits a moment for something that is worth it.
    ///
    /// - Throws: why it may not go on: as `Accounts.active()`; a refusal of the place; `Failure` of the store.
    public mutating func step() throws -> Event {
        _ = try accounts.active()
        let now = accounts.time.now()
        guard let due, now < due, due.seconds(since: now) <= max(every, SyncEngine.backoff.upperBound) else { return try meet() }
        let breath = min(SyncEngine.breath, due.seconds(since: now))
        if isAway {
            pause(breath)
        } else if try rings(within: breath) {
            self.due = now
        }
        if try feed.hasNews(in: accounts), !isAway { self.due = now }
        return .quiet
    }

    private mutating func meet() throws -> Event {
        let report: SyncReport?
        do { report = try alone { try accounts.round() } } catch let failure as Failure where !failure.isPermanent {
            return away(failure)
        }
        guard let report else {
            // Somebody else is at it.
            due = accounts.time.now().adding(seconds: SyncEngine.breath)
            pause(SyncEngine.breath)
            return .quiet
        }
        defer { (isAway, patience) = (false, 0) }
        _ = try feed.hasNews(in: accounts)
        // What was written meanwhile goes at once; what cannot go yet does not turn this into a loop.
        let isMore = try report.moves && (report.files?.waiting ?? 0 > 0 || accounts.waiting() > 0)
        due = accounts.time.now().adding(seconds: isMore ? 0 : every)
        if bell == nil { bell = try accounts.bell(pause) }
        return isAway ? .back(report) : .met(report)
    }

    private mutating func away(_ failure: Failure) -> Event {
        patience = min(SyncEngine.backoff.upperBound, max(SyncEngine.backoff.lowerBound, patience * 2))
        due = accounts.time.now().adding(seconds: patience)
        bell = nil
        defer { isAway = true }
        return isAway ? .quiet : .away(failure)
    }

    /// Whether another device has left something. A place that is away is found so by the round.
    private func rings(within seconds: Double) throws -> Bool {
        guard let bell else {
            pause(seconds)
            return false
        }
        do { return try bell.waitForNews(atMost: .seconds(seconds)) } catch let failure as Failure where !failure.isPermanent {
            return true
        }
    }
}

/// What changes on this device, by the feed.
private struct LocalFeed: Sendable {
    private var seen: Int?

    /// Whether something that leaves has changed since it was last asked.
    mutating func hasNews(in accounts: Accounts) throws -> Bool {
        let travelling = accounts.travelling
        var (news, last) = (false, try seen ?? accounts.feedPosition())
        while true {
            let changes = try accounts.store.changes(since: last, limit: LocalFeed.page)
            guard let end = changes.last?.sequence else { break }
            // Of a transaction that is longer than a page the rest is not seen.
            news = news || changes.count == LocalFeed.page || changes.contains { travelling.contains($0.address.collection) }
            last = end
        }
        seen = last
        return news
    }

    private static let page = 1_000
}

extension Accounts {
    /// The kinds of record that may leave.
    fileprivate var travelling: Set<String> { belongings.travelling(with: Set(scopes)) }

    fileprivate func feedPosition() throws -> Int { try local()?.feedPosition() ?? 0 }

    /// What tells that another device has left something: that of the place, else one that looks.
    fileprivate func bell(_ pause: @escaping @Sendable (Double) -> Void) throws -> (any SyncBell)? {
        guard let account = try account(), let own = try device() else { return nil }
        let meeting = try self.meeting(account)
        return meeting.bell?(own) ?? LookingBell(meeting.transport, besides: own, pause)
    }
}
