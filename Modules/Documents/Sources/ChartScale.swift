import Kernel

/// A scale from 0 in round numbers: 1, 2 or 5 times a power of ten, at most six of them.
struct ChartScale {
    /// The values that are named, from 0 to the top.
    let ticks: [Double]

    /// A scale that holds a value; one of nothing goes to 1.
    init(holding peak: Double) {
        let peak = peak > 0 && peak.isFinite ? peak : 1
        let power = pow(10, (log10(peak / 5)).rounded(.down))
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 * 5 >= peak } ?? peak
        let count = Int((peak / step).rounded(.up))
        // Three fifths are 0.6, and three times a fifth is a little more.
        let ticks = (0...max(1, count)).map { step < 1 ? Double($0) / (1 / step).rounded() : Double($0) * step }
        self.ticks = step > 0 && ticks.allSatisfy(\.isFinite) ? ticks : [0, peak]
    }

    /// The highest value.
    var top: Double { ticks.last ?? 1 }

    /// Where a value stands, 0…1.
    func share(_ value: Double) -> Double { min(max(value / top, 0), 1) }

    /// A tick in figures, without a point where it needs none.
    static func words(_ value: Double) -> String {
        value.magnitude < 1e15 && value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
}

/// Which days a calendar names below its line, and how.
struct ChartCalendar {
    /// So many days are named by their weeks.
    private static let weeks = 45
    /// So many months are named at most.
    private static let most = 13
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    /// "November 2026".
    static func month(of day: Day) -> String { "\(months[min(max(day.month, 1), 12) - 1]) \(day.year)" }

    /// Places of days, counted from the first, with their names.
    let names: [(place: Int, name: String)]

    init(from first: Day, count: Int) {
        let days = (0..<max(0, count)).map { (place: $0, day: first.adding(days: $0)) }
        let short = { (day: Day) in ChartCalendar.month(of: day).prefix(3) }
        if count <= ChartCalendar.weeks {
            names = days.filter { $0.place % 7 == 0 }.map { ($0.place, "\($0.day.day) \(short($0.day))") }
            return
        }
        let starts = days.filter { $0.day.day == 1 }
        let every = (starts.count + ChartCalendar.most - 1) / max(1, ChartCalendar.most)
        names = starts.filter { (($0.day.year * 12 + $0.day.month - 1) % max(1, every)) == 0 }.map { place, day in
            (place, day.month == 1 || every > 12 ? "\(day.year)" : String(short(day)))
        }
    }
}
