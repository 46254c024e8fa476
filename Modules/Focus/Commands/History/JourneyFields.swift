import Focus
import Interface
import Kernel

/// The output fields of a journey, for people and programs.
enum JourneyFields {
    /// The output fields of a range of days.
    static let period: [Field<JourneyPeriod>] = [
        Field("from", "the first day") { .day($0.first) },
        Field("to", "the last day") { .day($0.last) },
        Field("focused", title: "Focus", "seconds of focus", cell: { StyledText(minutes($0.focused)) }) {
            .integer($0.focused / 1000)
        },
        Field(
            "days", title: "Days", "seconds of focus by day",
            cell: { StyledText("\(counted($0.days.count, "day")) with focus") }
        ) {
            .list($0.days.map { .object([.init("day", .day($0.day)), .init("focused", .integer($0.focused / 1000))]) })
        },
        Field(
            "bestHour", title: "Best hours",
            "the first of the two hours together that have the most focus; nothing without focus",
            cell: { StyledText(declared: bestHours($0.hours)) }
        ) { .integer($0.hours.best) },
        Field("hours", "seconds of focus by hour of the day, 24 of them") {
            .list($0.hours.focused.map { .integer($0 / 1000) })
        },
        Field(
            "rounds", title: "Full rounds", "rounds that had a length",
            cell: {
                StyledText(
                    declared: $0.planned == 0
                        ? "none yet" : "\($0.completed) of \($0.planned), \($0.completed * 100 / $0.planned) %")
            }
        ) { .integer($0.planned) },
        Field("completed", "rounds that went their full length") { .integer($0.completed) },
        Field(
            "inner", title: "Interruptions", "interruptions from yourself",
            cell: { StyledText(declared: interruptions($0)) }
        ) {
            .integer($0.inner)
        },
        Field("outer", "interruptions from others") { .integer($0.outer) },
        Field("notes", "each interruption, with its note") {
            .list(
                $0.interruptions.map {
                    .object([
                        .init("kind", .text($0.kind.rawValue)), .init("at", .instant($0.at)),
                        .init("note", .text($0.note)),
                    ])
                })
        },
        Field("tasksDone", title: "Tasks done", "tasks that were last done on those days") { .integer($0.tasksDone) },
        Field(
            "byHand", title: "By hand", "seconds of focus that were written by hand",
            cell: { StyledText(minutes($0.byHand)) }
        ) { .integer($0.byHand / 1000) },
    ]

    /// The output fields of the last weeks.
    static let overview: [Field<RecentWeeks>] =
        [
            Field(
                "thisWeek", title: "This week", "seconds of focus since Monday",
                cell: { StyledText("\(minutes($0.thisWeek)), \(declared: comparison($0))") }
            ) { .integer($0.thisWeek / 1000) },
            Field("lastWeekSoFar", "seconds of focus of last week up to the same weekday and time of day") {
                .integer($0.lastWeekSoFar / 1000)
            },
            Field(
                "streak", title: "Streak", "days in a row with focus",
                cell: { StyledText("\(counted($0.streak.current, "day")), longest \($0.streak.longest)") }
            ) { .integer($0.streak.current) },
            Field("longestStreak", "the most days in a row") { .integer($0.streak.longest) },
            Field("early", "whether there are too few days with focus to speak of habits") { .bool($0.isEarly) },
            Field("weeks", "seconds of focus of the last whole weeks, earliest first") {
                .list(
                    $0.weeks.map {
                        .object([.init("monday", .day($0.monday)), .init("focused", .integer($0.focused / 1000))])
                    })
            },
            Field(
                "trend", title: "Trend",
                "minutes that each week has more than the one before, and between what that lies in 95 of 100 cases; nothing while it is too early",
                cell: { StyledText(declared: trend($0)) }
            ) { overview in
                overview.trend.map { trend in
                    .object([
                        .init("slope", .number(trend.slope)), .init("low", .number(trend.low)),
                        .init("high", .number(trend.high)), .init("weeks", .integer(trend.steps)),
                    ])
                } ?? .null
            },
        ]
        + period.map { field in
            Field(
                field.name, title: field.title, field.help, cell: { field.cell($0.period) },
                value: { field.value($0.period) }
            )
        }

    /// The output fields of a pause or repair.
    static let pause: [Field<StreakPause>] = [
        Field("id", "the identifier") { .text($0.id.rawValue) },
        Field("kind", title: "What", "repair or pause") { .text($0.kind.rawValue) },
        Field("from", title: "From", "the first day") { .day($0.first) },
        Field("to", title: "To", "the last day") { .day($0.last) },
    ]

    /// Returns milliseconds as whole minutes, such as `1h30m`.
    static func minutes(_ milliseconds: Int) -> String { Span.minutes(milliseconds: milliseconds) }

    /// Returns the best hours, for example "09:00–11:00, 38 % of your focus, the best on 12 of 30
    /// days".
    static func bestHours(_ hours: DayHours) -> String {
        guard let best = hours.best else { return "none yet" }
        let times =
            "\(ClockTime(best * 3600))–\((best + DayHours.window) % 24 == 0 ? "24:00" : "\(ClockTime((best + DayHours.window) * 3600))")"
        let share = "\(Int((hours.share * 100).rounded())) % of your focus"
        return hours.days > 1
            ? "\(times), \(share), the best on \(hours.agreeingDays) of \(hours.days) days" : "\(times), \(share)"
    }

    /// Returns this week beside last week by the same moment, as text.
    private static func comparison(_ overview: RecentWeeks) -> String {
        let difference = overview.thisWeek - overview.lastWeekSoFar
        guard overview.lastWeekSoFar > 0 || overview.thisWeek > 0 else { return "none last week by now either" }
        if abs(difference) < 60_000 { return "as much as last week by now" }
        let span = minutes(abs(difference))
        return difference > 0 ? "\(span) more than last week by now" : "\(span) less than last week by now"
    }

    /// Returns the interruptions of a period as text, with their rate an hour.
    private static func interruptions(_ period: JourneyPeriod) -> String {
        guard period.inner + period.outer > 0 else { return "none noted" }
        guard let tenths = period.interruptionsAnHour.map({ Int(($0 * 10).rounded()) }) else {
            return "\(period.inner) from yourself, \(period.outer) from others"
        }
        return "\(period.inner) from yourself, \(period.outer) from others, \(tenths / 10).\(tenths % 10) an hour"
    }

    /// Returns the trend as text, such as "+20m a week over 8 weeks".
    static func trend(_ overview: RecentWeeks) -> String {
        guard let trend = overview.trend else {
            return "too early: \(counted(overview.weeks.count, "whole week")) of \(Trend.fewest)"
        }
        /// Returns minutes with a sign, such as "+20m".
        func signed(_ minutes: Double) -> String {
            let wholeMinutes = Int(minutes.rounded())
            return wholeMinutes < 0 ? "−\(Span(seconds: -wholeMinutes * 60))" : "+\(Span(seconds: wholeMinutes * 60))"
        }
        let slope = "\(signed(trend.slope)) a week over \(trend.steps) weeks"
        let range = "probably \(signed(trend.low)) to \(signed(trend.high))"
        return trend.isOpen ? "\(slope); \(range), so it may be no change" : "\(slope); \(range)"
    }
}
