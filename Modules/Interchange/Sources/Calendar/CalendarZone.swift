import Kernel

/// A time zone from a calendar's VTIMEZONE. The rules in the file apply, whatever the name of the
/// zone.
struct CalendarZone {
    /// A standard or daylight period of the zone, possibly limited to some years.
    private struct Observance {
        /// The first onset in wall-clock seconds since 1970.
        let start: Int
        /// The offsets from UTC before and after an onset, in seconds.
        let previousOffset: Int
        let offset: Int
        /// The yearly rule: a month with a weekday or a day in it, or `nil` for a single onset.
        let yearly: (month: Int, week: Int, weekday: Int, day: Int)?
        /// The end of the yearly rule in wall-clock seconds since 1970.
        let until: Int
        /// Further onsets, in the unit of `start`.
        let dates: [Int]
    }

    private static let maximumObservances = 200

    private let observances: [Observance]

    init?(_ component: CalendarReader.Component) {
        observances = component.parts.prefix(CalendarZone.maximumObservances).compactMap(CalendarZone.observance)
        guard !observances.isEmpty else { return nil }
    }

    /// Returns the absolute time of a wall-clock time in this zone.
    func instant(of day: Day, second: Int) -> Instant {
        let wallClock = day.ordinal * 86_400 + second
        var latest = Int.min
        var offset = observances.min { $0.start < $1.start }?.previousOffset ?? 0
        for observance in observances {
            guard let onset = CalendarZone.onset(of: observance, by: wallClock, year: day.year), onset >= latest else {
                continue
            }
            latest = onset
            offset = observance.offset
        }
        return Instant(milliseconds: Int64(wallClock - offset) * 1000)
    }

    /// Returns the latest onset up to a time, both in wall-clock time.
    private static func onset(of observance: Observance, by wallClock: Int, year: Int) -> Int? {
        guard observance.start <= wallClock else { return nil }
        var latest = observance.start
        for date in observance.dates where date <= wallClock && date > latest { latest = date }
        guard let rule = observance.yearly else { return latest }
        let time = ((observance.start % 86_400) + 86_400) % 86_400
        for year in [year, year - 1] {
            guard let day = day(rule, in: year) else { continue }
            let onset = day.ordinal * 86_400 + time
            if onset <= wallClock, onset <= observance.until { return max(latest, onset) }
        }
        return observance.until < wallClock ? max(latest, last(of: observance, time) ?? latest) : latest
    }

    /// Returns the last onset of a rule that has ended.
    private static func last(of observance: Observance, _ time: Int) -> Int? {
        guard let rule = observance.yearly else { return nil }
        let year = Day(ordinal: observance.until / 86_400).year
        return [year, year - 1].lazy.compactMap { day(rule, in: $0).map { $0.ordinal * 86_400 + time } }.first {
            $0 <= observance.until
        }
    }

    /// Returns the day on which a yearly rule applies in a year.
    private static func day(_ rule: (month: Int, week: Int, weekday: Int, day: Int), in year: Int) -> Day? {
        guard let first = Day(year: year, month: rule.month, day: 1) else { return nil }
        let length = Day.daysIn(month: rule.month, year: year)
        guard rule.week != 0 else { return Day(year: year, month: rule.month, day: rule.day) }
        let firstWeekday = (first.ordinal + 3) % 7
        let offset = ((rule.weekday - (firstWeekday < 0 ? firstWeekday + 7 : firstWeekday)) % 7 + 7) % 7
        // The rule names a weekday on or after a day: `BYDAY=SU;BYMONTHDAY=8,9,…`.
        if rule.day > 0 {
            let from = first.adding(days: rule.day - 1)
            return from.adding(days: ((rule.weekday - (from.ordinal + 3) % 7) % 7 + 7) % 7)
        }
        let date =
            rule.week > 0
            ? 1 + offset + (rule.week - 1) * 7 : 1 + offset + ((length - 1 - offset) / 7 + rule.week + 1) * 7
        return Day(year: year, month: rule.month, day: date)
    }

    /// Returns the observance of a component, or `nil` for any other component.
    private static func observance(_ component: CalendarReader.Component) -> Observance? {
        guard component.name == "STANDARD" || component.name == "DAYLIGHT",
            case .localTime(let day, let second)? = component.first("DTSTART").flatMap({ CompactTime.moment($0.value) }),
            let previousOffset = offset(component.first("TZOFFSETFROM")?.value),
            let offset = offset(component.first("TZOFFSETTO")?.value)
        else { return nil }
        var (yearly, until): ((month: Int, week: Int, weekday: Int, day: Int)?, Int) = (nil, .max)
        if let rule = component.first("RRULE")?.value { (yearly, until) = self.rule(rule, from: day, previousOffset) }
        let dates = component.lines.filter { $0.name == "RDATE" }.flatMap { $0.value.split(separator: ",").prefix(500) }
            .compactMap { text -> Int? in
                guard case .localTime(let day, let second)? = CompactTime.moment(String(text)) else { return nil }
                return day.ordinal * 86_400 + second
            }
        return Observance(
            start: day.ordinal * 86_400 + second, previousOffset: previousOffset, offset: offset, yearly: yearly,
            until: until,
            dates: dates)
    }

    /// Parses an offset such as `+0100` or `-033000`.
    private static func offset(_ text: String?) -> Int? {
        guard let text, text.utf8.count == 5 || text.utf8.count == 7, let sign = ["+": 1, "-": -1][text.prefix(1)],
            let digits = Int(text.dropFirst()), digits >= 0
        else { return nil }
        let seconds = text.utf8.count == 5 ? 0 : digits % 100
        let clock = text.utf8.count == 5 ? digits : digits / 100
        return clock / 100 < 24 && clock % 100 < 60 ? sign * (clock / 100 * 3600 + clock % 100 * 60 + seconds) : nil
    }

    /// Parses a yearly recurrence rule and its end in wall-clock time. The previous offset converts
    /// an end in UTC.
    private static func rule(_ text: String, from start: Day, _ previousOffset: Int) -> (
        (month: Int, week: Int, weekday: Int, day: Int)?, until: Int
    ) {
        var parts: [Substring: Substring] = [:]
        for part in text.uppercased().split(separator: ";").prefix(20) {
            let sides = part.split(separator: "=", maxSplits: 1)
            if sides.count == 2 { parts[sides[0]] = sides[1] }
        }
        var until = Int.max
        switch parts["UNTIL"].flatMap({ CompactTime.moment(String($0)) }) {
        case .instant(let instant)?: until = Int(instant.seconds) + previousOffset
        case .localTime(let day, let second)?: until = day.ordinal * 86_400 + second
        case .day(let day)?: until = day.ordinal * 86_400 + 86_399
        case nil: break
        }
        guard parts["FREQ"] == "YEARLY" else { return (nil, until) }
        let month = parts["BYMONTH"].flatMap { Int($0) } ?? start.month
        let days =
            parts["BYMONTHDAY"]?.split(separator: ",").compactMap { Int($0) }.filter { (1...31).contains($0) } ?? []
        guard (1...12).contains(month) else { return (nil, until) }
        guard let byDay = parts["BYDAY"],
            let weekday = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: byDay.suffix(2))
        else { return ((month, 0, 0, days.first ?? start.day), until) }
        let week = Int(byDay.dropLast(2)) ?? 1
        return ((month, (1...5).contains(abs(week)) ? week : 1, weekday, days.min() ?? 0), until)
    }
}
