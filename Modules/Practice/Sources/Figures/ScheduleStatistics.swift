import Kernel

/// The distribution of scheduled items over boxes and days.
package struct ScheduleStatistics: Sendable {
    /// The number of items due on a day.
    package struct Forecast: Hashable, Sendable {
        /// The day. The first is today and includes overdue items.
        package let day: Day
        package let count: Int
    }

    /// The number of items in each of the boxes 1…5.
    package let boxes: [Int]
    /// The number of items due today, including overdue ones.
    package let due: Int
    /// The number of items by days until they are due, with overdue items at 0.
    private let countsByWait: [Int: Int]
    private let today: Day

    /// Creates the figures of memories for a day. Memories without a schedule are ignored.
    package init(_ memories: [ItemMemory], today: Day) {
        let schedules = memories.compactMap(\.schedule)
        boxes = (Schedule.firstBox...Schedule.lastBox).map { box in schedules.count { $0.box == box } }
        due = schedules.count { $0.isDue(on: today) }
        countsByWait = schedules.reduce(into: [:]) { $0[max(0, $1.due.days(since: today)), default: 0] += 1 }
        self.today = today
    }

    /// Returns the number of items due on each of the next days, from today. Today includes overdue
    /// items.
    package func forecast(days count: Int) -> [Forecast] {
        (0..<max(0, count)).map { Forecast(day: today.adding(days: $0), count: countsByWait[$0] ?? 0) }
    }
}

/// The common rounding of statistics.
package enum Figures {
    /// Returns a share in 0…1 with four decimals, and 0 if the whole is 0.
    package static func share(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 0 : (Double(part) / Double(whole) * 10_000).rounded() / 10_000
    }

    /// Returns a share as text, such as `82 %`.
    package static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    /// Returns a mastery as text, from thousandths. It is rounded down, but at least 1 % for a
    /// positive value.
    package static func mastery(_ thousandths: Int) -> String { "\(thousandths > 0 ? max(1, thousandths / 10) : 0) %" }

    /// Returns the nearest number of minutes for milliseconds.
    package static func minutes(_ milliseconds: Int) -> Int { (milliseconds + 30_000) / 60_000 }
}
