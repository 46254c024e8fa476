import Kernel

/// The machine's monotonic clock.
package enum SteadyClock {
    private static let start = ContinuousClock.now

    /// Returns the seconds since the first call.
    @Sendable package static func seconds() -> Double {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
