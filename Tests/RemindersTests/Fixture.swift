import Foundation
import Kernel
import Reminders
import Storage
import Synchronization

/// The days on which a daily task is done, set by a test.
final class DoneDays: Sendable {
    private let days = Mutex<Set<Day>>([])

    func add(_ day: Day) { _ = days.withLock { $0.insert(day) } }
    func has(_ day: Day) -> Bool { days.withLock { $0.contains(day) } }
}

extension Day {
    static func of(_ text: String) -> Day { Day(text) ?? Day(ordinal: 0) }
}
