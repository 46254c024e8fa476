import Kernel

/// A figure for each of many days, drawn as a calendar: a column a week, Monday on top, the darker the more.
public struct DayGrid: Sendable {
    /// The day of the first figure.
    public let first: Day
    /// One a day, from 0.
    public let values: [Double]
    /// What the darkest day stands for: `60 answers`.
    public let most: String
    /// The names of months and weekdays where another language has its own.
    var names: (months: [String], weekdays: [String])?
    /// What a day of nothing is called in the key.
    var none = "none"

    /// Figures of days without a gap.
    public init(from first: Day, _ values: [Double], most: String) {
        (self.first, self.values, self.most) = (first, values.map { $0.isFinite ? max(0, $0) : 0 }, most)
    }

    /// How strong a day is, 0…`strongest`: 0 for nothing, and nothing else is 0.
    var strengths: [Int] {
        let peak = values.max() ?? 0
        return values.map { value in
            value <= 0 ? 0 : min(DayGrid.strongest, max(1, Int((value / peak * Double(DayGrid.strongest)).rounded(.up))))
        }
    }

    static let strongest = 4
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
