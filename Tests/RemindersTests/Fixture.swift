import Foundation
import Kernel
import Reminders
import Storage
import Synchronization

/// A clock that a test sets.
final class SetClock: Sendable {
    private let moment: Mutex<Instant>

    init(_ text: String) { moment = Mutex(Instant(text) ?? .earliest) }

    var now: Instant { moment.withLock { $0 } }
    func set(_ text: String) { moment.withLock { $0 = Instant(text) ?? $0 } }
    func set(_ instant: Instant) { moment.withLock { $0 = instant } }

    func source(_ calendar: LocalCalendar = .utc) -> TimeSource { TimeSource(calendar: calendar) { self.now } }
}

/// Something done once a day, of which a test says when it was done.
final class DoneDays: Sendable {
    private let days = Mutex<Set<Day>>([])

    func add(_ day: Day) { _ = days.withLock { $0.insert(day) } }
    func has(_ day: Day) -> Bool { days.withLock { $0.contains(day) } }
}

/// A folder that is gone when the test is over.
final class Folder: @unchecked Sendable {
    // Unchecked: the path never changes.
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/reminders-\(ProcessInfo.processInfo.globallyUniqueString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func program(_ name: String, _ text: String) throws {
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        chmod("\(path)/\(name)", 0o755)
    }

    func text(_ name: String) -> String { (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "" }
}

extension Day {
    static func of(_ text: String) -> Day { Day(text) ?? Day(ordinal: 0) }
}
