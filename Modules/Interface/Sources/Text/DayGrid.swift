import Kernel

/// A calendar of figures by day, with a column a week and Monday on top.
///
/// Greater figures are darker.
public struct DayGrid: Sendable {
    public let first: Day
    /// The figures, one a day, from 0.
    public let values: [Double]
    /// The meaning of the darkest day: `60 answers`.
    public let maximumLabel: String
    /// The translated names of months and weekdays, or nil for English.
    package var names: (months: [String], weekdays: [String])?
    package var emptyLabel = "none"

    public init(from first: Day, _ values: [Double], maximumLabel: String) {
        self.first = first
        self.values = values.map { $0.isFinite ? max(0, $0) : 0 }
        self.maximumLabel = maximumLabel
    }

    /// The strength of each day, 0…`strongest`.
    ///
    /// Only a figure of zero has the strength 0.
    package var strengths: [Int] {
        let peak = values.max() ?? 0
        return values.map { value in
            value <= 0
                ? 0 : min(DayGrid.strongest, max(1, Int((value / peak * Double(DayGrid.strongest)).rounded(.up))))
        }
    }

    /// The greatest strength of a day.
    static let strongest = 4
    package static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
