import Kernel
import Synchronization

/// A value of today that the first screen records for its reminder.
///
/// Counting the cards reads all memories, and a plan reads the requirements of the belt.
package final class TodayCache<Value: Sendable>: Sendable {
    private let entry = Mutex<(day: Day, value: Value)?>(nil)

    package init() {}

    /// Stores the value of a day, replacing any previous one.
    package func record(_ value: Value, on day: Day) { entry.withLock { $0 = (day, value) } }

    /// Removes and returns the value of a day, or nil if none is recorded.
    package func removeValue(_ day: Day) -> Value? {
        entry.withLock { entry in
            defer { entry = nil }
            return entry.flatMap { $0.day == day ? $0.value : nil }
        }
    }
}
