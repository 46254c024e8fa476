import Kernel

/// The behavior of a sandbox: the `settings` of a `.storekit` file.
package struct SandboxSettings: Hashable, Sendable {
    package var rate: TimeRate
    package var asksToBuy: Bool
    package var failsTransactions: Bool
    package var failsRenewals: Bool
    /// Whether access continues for a while after a failed renewal.
    package var hasGracePeriod: Bool

    package init(
        rate: TimeRate = .realTime, asksToBuy: Bool = false, failsTransactions: Bool = false,
        failsRenewals: Bool = false, hasGracePeriod: Bool = false
    ) {
        self.rate = rate
        self.asksToBuy = asksToBuy
        self.failsTransactions = failsTransactions
        self.failsRenewals = failsRenewals
        self.hasGracePeriod = hasGracePeriod
    }
}

/// The speed of time for the subscriptions of a sandbox.
package enum TimeRate: Hashable, Sendable {
    case realTime
    case faster(Double)
    /// A month lasts this many seconds, and other periods in proportion.
    case month(seconds: Double)
    /// Every period lasts this many seconds.
    case period(seconds: Double)

    /// Creates a rate from a number of `_timeRate`, as in the enumeration `SKTestTimeRate`, or
    /// returns nil for an unknown number.
    package init?(storeKit number: Int) {
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

    /// Returns the end of a number of periods from an instant.
    func end(of period: BillingPeriod, times: Int, from start: Instant) -> Instant {
        switch self {
        case .realTime: period.end(after: times, from: start)
        case .faster(let factor): start.adding(seconds: period.days * 86_400 * Double(times) / factor)
        case .month(let seconds): start.adding(seconds: period.months * seconds * Double(times))
        case .period(let seconds): start.adding(seconds: seconds * Double(times))
        }
    }

    /// Returns the time of access after a failed renewal: 16 days, or 6 for a weekly subscription,
    /// and at most one short period.
    func grace(after period: BillingPeriod) -> Double { scaled(days: period.isShort ? 6 : 16, months: 0.5, periods: 1) }

    /// The time for which the shop retries a payment: 60 days, or two months or periods if those
    /// are short.
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
