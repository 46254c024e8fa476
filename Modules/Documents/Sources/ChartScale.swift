import Kernel

/// A scale from 0 in at most six round steps: 1, 2 or 5 times a power of ten.
struct ChartScale {
    /// The labeled values, from 0 to the top.
    let ticks: [Double]

    init(holding peak: Double) {
        let peak = peak > 0 && peak.isFinite ? peak : 1
        let power = pow(10, (log10(peak / 5)).rounded(.down))
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 * 5 >= peak } ?? peak
        let count = Int((peak / step).rounded(.up))
        // Dividing avoids a rounding error: three fifths are 0.6, but three times 0.2 is slightly
        // more.
        let ticks = (0...max(1, count)).map { step < 1 ? Double($0) / (1 / step).rounded() : Double($0) * step }
        self.ticks = step > 0 && ticks.allSatisfy(\.isFinite) ? ticks : [0, peak]
    }

    var top: Double { ticks.last ?? 1 }

    /// Returns the position of a value on the scale, 0…1.
    func share(_ value: Double) -> Double { min(max(value / top, 0), 1) }

    /// Formats a tick, without a decimal point for whole numbers.
    static func label(_ value: Double) -> String {
        value.magnitude < 1e15 && value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
}

/// The labeled days of a calendar and the form of their labels.
struct ChartCalendar {
    /// The maximum number of days for which each week is labeled instead of each month.
    private static let maxDaysForWeeklyLabels = 45
    /// The maximum number of labeled months.
    private static let maxMonthLabels = 13
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Returns a month and year: "November 2026".
    static func month(of day: Day) -> String { "\(months[min(max(day.month, 1), 12) - 1]) \(day.year)" }

    let labels: [(place: Int, name: String)]

    init(from first: Day, count: Int) {
        let days = (0..<max(0, count)).map { (place: $0, day: first.adding(days: $0)) }
        let shortMonth = { (day: Day) in ChartCalendar.month(of: day).prefix(3) }
        if count <= ChartCalendar.maxDaysForWeeklyLabels {
            labels = days.filter { $0.place % 7 == 0 }.map { ($0.place, "\($0.day.day) \(shortMonth($0.day))") }
            return
        }
        let monthStarts = days.filter { $0.day.day == 1 }
        let monthInterval =
            (monthStarts.count + ChartCalendar.maxMonthLabels - 1) / max(1, ChartCalendar.maxMonthLabels)
        labels = monthStarts.filter { (($0.day.year * 12 + $0.day.month - 1) % max(1, monthInterval)) == 0 }.map {
            place, day in
            (place, day.month == 1 || monthInterval > 12 ? "\(day.year)" : String(shortMonth(day)))
        }
    }
}
