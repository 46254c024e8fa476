import Foundation
import Kernel
import Reminders
import Storage
import Synchronization

/// Something done once a day, of which a test says when it was done.
final class DoneDays: Sendable {
    private let days = Mutex<Set<Day>>([])

    func add(_ day: Day) { _ = days.withLock { $0.insert(day) } }
    func has(_ day: Day) -> Bool { days.withLock { $0.contains(day) } }
}

extension Day {
    static func of(_ text: String) -> Day { Day(text) ?? Day(ordinal: 0) }
}
