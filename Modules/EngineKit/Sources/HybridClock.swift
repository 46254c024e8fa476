import Kernel
import Synchronization

/// A clock that never goes back, even if the wall clock does, and is later than every reading that
/// it has received.
public final class HybridClock: Sendable {
    private let latest: Mutex<HybridTime>
    private let now: @Sendable () -> Instant

    public init(startingAt time: HybridTime = .zero, now: @escaping @Sendable () -> Instant) {
        latest = Mutex(time)
        self.now = now
    }

    /// Returns the next reading, greater than every reading returned or received before.
    public func tick() -> HybridTime {
        let wallTime = now().milliseconds
        return latest.withLock { last in
            last = wallTime > last.milliseconds ? HybridTime(milliseconds: wallTime, counter: 0) : last.next
            return last
        }
    }

    /// Receives a reading from another device. The next `tick` is greater.
    public func receive(_ time: HybridTime) { latest.withLock { $0 = max($0, time) } }
}
