import Kernel

/// How a sandbox behaves: the `settings` of a `.storekit` file.
public struct SandboxSettings: Hashable, Sendable {
    /// How fast subscriptions renew.
    public var rate: TimeRate
    /// Whether a purchase waits until somebody approves it.
    public var asksToBuy: Bool
    /// Whether every purchase fails.
    public var failsTransactions: Bool
    /// Whether renewals fail until the bill is paid.
    public var failsRenewals: Bool
    /// Whether access goes on for a while when a renewal fails.
    public var hasGracePeriod: Bool

    /// Settings; those of a file that says nothing unless given.
    public init(
        rate: TimeRate = .realTime, asksToBuy: Bool = false, failsTransactions: Bool = false, failsRenewals: Bool = false,
        hasGracePeriod: Bool = false
    ) {
        (self.rate, self.asksToBuy, self.failsTransactions) = (rate, asksToBuy, failsTransactions)
        (self.failsRenewals, self.hasGracePeriod) = (failsRenewals, hasGracePeriod)
    }
}

/// How fast time passes for the subscriptions of a sandbox.
public enum TimeRate: Hashable, Sendable {
    /// As in life.
    case realTime
    /// So many times as fast.
    case faster(Double)
    /// A month lasts so many seconds, other periods in proportion.
    case month(seconds: Double)
    /// Every period lasts so many seconds.
    case period(seconds: Double)

    /// The numbers of `_timeRate`, those of the enumeration `SKTestTimeRate`; nil for one that is not among them.
    public init?(storeKit number: Int) {
        let faster: [Int: Double] = [1: 24, 2: 48, 3: 288, 4: 1440, 5: 2880, 6: 86_400]
        let months: [Int: Double] = [10: 3600, 11: 1800, 12: 900, 13: 300, 15: 30]
        let periods: [Int: Double] = [1000: 900, 1001: 300, 1002: 60, 1003: 30, 1004: 10, 1005: 2]
        if number == 0 {
            self = .realTime
        } else if let times = faster[number] {
            self = .faster(times)
        } else if let seconds = months[number] {
            self = .month(seconds: seconds)
        } else if let seconds = periods[number] {
            self = .period(seconds: seconds)
        } else {
            return nil
        }
    }

    /// When this many periods from an instant are over.
    func end(of period: BillingPeriod, times: Int, from start: Instant) -> Instant {
        switch self {
        case .realTime: period.end(after: times, from: start)
        case .faster(let factor): start.adding(seconds: period.days * 86_400 * Double(times) / factor)
        case .month(let seconds): start.adding(seconds: period.months * seconds * Double(times))
        case .period(let seconds): start.adding(seconds: seconds * Double(times))
        }
    }

    /// How long access goes on after a renewal failed: 16 days, 6 for a weekly subscription; at most one period where those are short.
    func grace(after period: BillingPeriod) -> Double { scaled(days: period.isShort ? 6 : 16, months: 0.5, periods: 1) }

    /// How long the shop tries to be paid: 60 days, or two months or periods where those are short.
    var retry: Double { scaled(days: 60, months: 2, periods: 2) }

    private func scaled(days: Double, months: Double, periods: Double) -> Double {
        switch self {
        case .realTime: days * 86_400
        case .faster(let factor): days * 86_400 / factor
        case .month(let seconds): months * seconds
        case .period(let seconds): periods * seconds
        }
    }
}
