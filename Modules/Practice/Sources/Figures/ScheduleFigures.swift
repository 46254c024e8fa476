import Kernel

/// Where things that come back by a schedule lie, and when they come.
public struct ScheduleFigures: Sendable {
    /// How many come back on a day.
    public struct Forecast: Hashable, Sendable {
        /// The day; the first is today and holds what is overdue.
        public let day: Day
        /// How many are due.
        public let count: Int
    }

    /// How many lie in boxes 1…5; five numbers.
    public let boxes: [Int]
    /// How many are due today or earlier.
    public let due: Int
    private let waits: [Int: Int]
    private let today: Day

    /// The figures of memories, seen from a day; what has no schedule does not count.
    public init(_ memories: [ItemMemory], today: Day) {
        let schedules = memories.compactMap(\.schedule)
        boxes = (Schedule.firstBox...Schedule.lastBox).map { box in schedules.count { $0.box == box } }
        due = schedules.count { $0.isDue(on: today) }
        waits = schedules.reduce(into: [:]) { $0[max(0, $1.due.days(since: today)), default: 0] += 1 }
        self.today = today
    }

    /// How many come back on each of the next days, today first; today holds what is overdue.
    public func forecast(days count: Int) -> [Forecast] {
        (0..<max(0, count)).map { Forecast(day: today.adding(days: $0), count: waits[$0] ?? 0) }
    }
}

/// How figures are rounded, everywhere alike.
public enum Figures {
    /// 0…1 with four decimals; 0 of nothing.
    public static func share(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 0 : (Double(part) / Double(whole) * 10_000).rounded() / 10_000
    }

    /// A share as people read it: `82 %`.
    public static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    /// How well something is mastered, from thousandths: never more than it is, and never nothing where there is some.
    public static func mastery(_ thousandths: Int) -> String { "\(thousandths > 0 ? max(1, thousandths / 10) : 0) %" }

    /// Minutes, to the nearest.
    public static func minutes(_ milliseconds: Int) -> Int { (milliseconds + 30_000) / 60_000 }
}
