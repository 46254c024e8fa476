import Kernel

/// The machine's clock that only goes forward.
package enum SteadyClock {
    private static let start = ContinuousClock.now

    /// Seconds since the first who asked.
    @Sendable package static func seconds() -> Double {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
