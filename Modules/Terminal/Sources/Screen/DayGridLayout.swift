import Interface
import Kernel

/// Drawings of days as a calendar, in which a year wider than the screen continues below.
extension Screen {
    /// The width of `Mon ` before the weeks.
    private static let nameColumns = 4
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    /// The minimum number of weeks in a row, on any screen.
    private static let leastWeeks = 4

    /// Returns a calendar with one row per weekday and one column per week, and a key below it.
    func lines(of grid: DayGrid) -> [[Glyph]] {
        let strengths = grid.strengths
        let signs = Screen.signs(unicode)
        let weekdays = grid.names?.weekdays ?? Screen.weekdays
        let offset = Weekday.allCases.firstIndex(of: grid.first.weekday) ?? 0
        let weeks = (offset + strengths.count + 6) / 7
        guard weeks > 0 else { return [] }
        let room = fit == .pipe ? weeks : max(Screen.leastWeeks, width - Screen.nameColumns)
        let rows = (weeks + room - 1) / room
        let length = (weeks + rows - 1) / rows
        let calendars = stride(from: 0, to: weeks, by: length).map { start -> [[Glyph]] in
            let weekRange = start..<min(start + length, weeks)
            let months = months(of: grid, weekRange, offset)
            return [months]
                + Weekday.allCases.indices.map { weekday in
                    [Glyph](clean: weekday % 2 == 0 && weekday < 5 ? weekdays[weekday] : "", .muted).padded(
                        to: Screen.nameColumns)
                        + weekRange.flatMap { week -> [Glyph] in
                            let place = week * 7 + weekday - offset
                            guard strengths.indices.contains(place) else { return [.blank] }
                            return [Glyph](clean: signs[strengths[place]], strengths[place] == 0 ? .muted : .accent)
                        }
                }
        }
        let key = "\(grid.emptyLabel) \(signs[0])  \(signs.dropFirst().joined()) \(grid.maximumLabel)"
        return Array(calendars.joined(separator: [[]])) + [
            [Glyph](clean: String(repeating: " ", count: Screen.nameColumns) + key, .muted)
        ]
    }

    /// Returns the characters of the strengths from none to the maximum.
    private static func signs(_ unicode: Bool) -> [String] {
        unicode ? ["·", "░", "▒", "▓", "█"] : [".", "-", "+", "*", "#"]
    }

    /// Returns the names of months above the weeks in which they begin, and above the first week if
    /// it has space.
    private func months(of grid: DayGrid, _ weeks: Range<Int>, _ offset: Int) -> [Glyph] {
        var line = [Glyph](repeating: .blank, count: Screen.nameColumns)
        for week in weeks {
            let days = (0..<7).map { grid.first.adding(days: week * 7 + $0 - offset) }
            let monthStart = days.first { $0.day == 1 }
            let hasRoomForName = week == weeks.lowerBound && days[6].day <= 15
            guard let day = monthStart ?? (hasRoomForName ? days[6] : nil) else { continue }
            let place = Screen.nameColumns + week - weeks.lowerBound
            let name = [Glyph](clean: (grid.names?.months ?? DayGrid.months)[day.month - 1], .muted)
            guard line.columns <= place, place + name.columns <= Screen.nameColumns + weeks.count else { continue }
            line = line.padded(to: place) + name + [.blank]
        }
        return line
    }
}
