import Documents
import Focus
import Interface
import Kernel

/// `report`: a one-page report of past focus.
struct ReportCommand: Sendable {
    let history: FocusHistory
    let journey: Journey
    let time: TimeSource

    var command: Command {
        Command(
            "report", "Write a report of your focus as one web page",
            discussion: """
                One file that needs nothing else: minutes by day and week, projects, tags, and a year as a calendar; with Pro also the hours of the day. It is \
                light or dark as the reader prefers, can be printed, and every chart is also told in words. The last 30 days, or the days that you name. With \
                --json it is those figures.
                """,
            examples: [
                .init("report --to focus.html --replace", "The last 30 days"),
                .init("report 'last month' --to -", "A month, to standard output"),
            ],
            .optionalArgument(
                "period", DayRange.kind,
                "which days: week, last month, november, 2026, all, a day, or one to another; the last 30 if left out"),
            .destination(
                .option("to", .pageFile, "the file to write; left out, a pipe gets it"), suggesting: "--to focus.html")
        ) { requestedRange, destination in
            var range = requestedRange ?? .last(30, to: time.today())
            let days = try history.days(from: range.first, through: range.last)
            // The chart omits the time before the first day with focus.
            if let first = days.first?.day, let last = days.last?.day, range.last.days(since: range.first) > 366 {
                range = DayRange(first: first, last: max(last, min(range.last, time.today())))
            }
            let page = ReportPage(
                range: range, days: days, hours: try? journey.period(from: range.first, through: range.last).hours,
                streak: try history.streak(), today: time.today()
            ).page
            return try destination.write(Array(page.html().utf8), "the report", orList: days, ReportCommand.fields)
        }
    }

    static let fields: [Field<FocusDay>] = [
        Field("day", "the local day") { .day($0.day) },
        Field("focused", "seconds of focus") { .integer($0.focused / 1000) },
        Field("completed", "full rounds") { .integer($0.completed) },
        Field("byHand", "seconds of focus that were written by hand") { .integer($0.byHand / 1000) },
        Field("inner", "interruptions from yourself") { .integer($0.inner) },
        Field("outer", "interruptions from others") { .integer($0.outer) },
    ]
}

/// The page of a report.
///
/// Each chart has a text, and no fact depends on color alone.
struct ReportPage {
    let range: DayRange
    /// The sums of the days with focus.
    let days: [FocusDay]
    /// The best hours, or nil if they are reserved for Pro.
    let hours: DayHours?
    /// The current number of consecutive days with focus.
    let streak: Int
    let today: Day

    /// The greatest number of days with a bar each.
    private static let mostBars = 31
    /// The greatest number of days with a bar for each week.
    ///
    /// A longer range has a bar for each month.
    private static let mostWeekBars = 120
    /// The greatest number of projects or tags in a chart.
    private static let mostParts = 20

    var page: Page {
        Page(
            title: "Focus, \(range.text)",
            parts: [.facts(facts)] + (days.isEmpty ? [.paragraph("No focus in these days.")] : charts),
            footer: "Made with FocusFlow on \(today).")
    }

    /// Milliseconds of focus in the range.
    private var focused: Int { days.reduce(0) { $0 + $1.focused } }

    /// The sums of the whole range.
    private var facts: [(name: String, value: String)] {
        let inner = days.reduce(0) { $0 + $1.inner }
        let outer = days.reduce(0) { $0 + $1.outer }
        let byHand = days.reduce(0) { $0 + $1.byHand }
        return [
            ("Focus", JourneyFields.minutes(focused)), ("Days with focus", "\(days.count)"),
            ("Full rounds", "\(days.reduce(0) { $0 + $1.completed })"), ("Days in a row today", "\(streak)"),
        ] + (inner + outer > 0 ? [("Interruptions", "\(inner) from yourself, \(outer) from others")] : [])
            + (byHand > 0 ? [("Written by hand", JourneyFields.minutes(byHand))] : [])
    }

    /// The charts and the table of the report.
    private var charts: [Part] {
        let length = range.last.days(since: range.first) + 1
        let weeks = parts(.week).map { ("week of \($0.name)", $0.focused) }
        let time: Part =
            length <= ReportPage.mostBars
            ? chart("Minutes by day", dailyBars)
            : length <= ReportPage.mostWeekBars
                ? chart("Minutes by week", weeks)
                : chart("Minutes by month", parts(.month).map { ($0.name, $0.focused) })
        return [heading("When"), time] + (length > ReportPage.mostBars ? [calendar] : []) + hourParts
            + largest("Projects", parts(.project), "no project")
            + (parts(.tag).isEmpty ? [] : largest("Tags", parts(.tag), ""))
            + [heading("Day by day"), table]
    }

    private func heading(_ text: String) -> Part { .heading(text, level: 2) }

    /// Returns the parts of the range by week, month, project or tag.
    private func parts(_ grouping: Grouping) -> [FocusPart] { grouping.parts(of: days, records: [], calendar: .utc) }

    /// Returns a bar chart of milliseconds, shown in minutes.
    private func chart(_ title: String, _ figures: [(String, Int)]) -> Part {
        .chart(
            Chart(
                title, .bars,
                figures.map { Chart.Point($0.0, Double($0.1) / 60_000, figure: JourneyFields.minutes($0.1)) }))
    }

    /// Milliseconds for each day of the range, also without focus.
    private var dailyBars: [(String, Int)] {
        let focused = Dictionary(days.map { ($0.day, $0.focused) }, uniquingKeysWith: +)
        return (range.first.ordinal...range.last.ordinal).map(Day.init(ordinal:)).map { ("\($0)", focused[$0] ?? 0) }
    }

    /// The calendar of the last year at most, so that each square stays visible.
    private var calendar: Part {
        let shownBars = dailyBars.suffix(53 * 7)
        let first = range.last.adding(days: 1 - shownBars.count)
        return .chart(
            Chart(
                "Minutes a day", .calendar(from: first),
                shownBars.map { Chart.Point($0.0, Double($0.1) / 60_000, figure: JourneyFields.minutes($0.1)) }))
    }

    /// The hours from the first to the last with focus, or nothing without Pro.
    private var hourParts: [Part] {
        guard let hours, hours.total > 0 else { return [] }
        let hoursWithFocus = hours.focused.indices.filter { hours.focused[$0] > 0 }
        let figures = ((hoursWithFocus.first ?? 0)...(hoursWithFocus.last ?? 23)).map {
            ("\(ClockTime($0 * 3600))", hours.focused[$0])
        }
        return [
            .keptTogether([heading("Hours of the day"), .paragraph("Best hours: \(JourneyFields.bestHours(hours)).")]),
            chart("Minutes by hour", figures),
        ]
    }

    /// Returns a chart of the largest parts.
    private func largest(_ title: String, _ parts: [FocusPart], _ emptyName: String) -> [Part] {
        let shownParts = parts.prefix(ReportPage.mostParts).map { ($0.name.isEmpty ? emptyName : $0.name, $0.focused) }
        let hiddenCount = parts.count - shownParts.count
        return [heading(title), chart("Minutes by \(title.lowercased().dropLast())", Array(shownParts))]
            + (hiddenCount > 0 ? [.remark("And \(hiddenCount) more.")] : [])
    }

    /// The focus of each day, of the last year at most.
    private var table: Part {
        .table(
            titles: ["Day", "Focus", "Full rounds"],
            rows: days.suffix(366).map { ["\($0.day)", JourneyFields.minutes($0.focused), "\($0.completed)"] })
    }
}
