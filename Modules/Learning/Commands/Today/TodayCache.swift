import Kernel
import Synchronization

/// A value of today that the first screen records for its reminder.
///
/// Counting the cards reads all memories, and a plan reads the requirements of the belt.
package final class TodayCache<Value: Sendable>: Sendable {
    private let known = Mutex<(day: Day, value: Value)?>(nil)

    package init() {}

    package func record(_ value: Value, on day: Day) { known.withLock { $0 = (day, value) } }

    /// Removes and returns the value of a day, or nil if none is recorded.
    package func removeValue(_ day: Day) -> Value? {
        known.withLock { known in
            defer { known = nil }
            return known.flatMap { $0.day == day ? $0.value : nil }
        }
    }
}
