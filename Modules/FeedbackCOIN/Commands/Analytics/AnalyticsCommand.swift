import Documents
import FeedbackCOIN
import Interface
import Kernel

/// The command `analytics`: statistics of feedback.
struct AnalyticsCommand: Sendable {
    let journal: FeedbackJournal
    let press: Press

    private static let fields: [Field<FeedbackAnalytics>] = [
        Field("from", "the first day of what is counted, or null") { .day($0.days?.lowerBound) },
        Field("to", "the last day of what is counted, or null") { .day($0.days?.upperBound) },
        Field("by", "person, project, tag or month; null when nothing was asked for") { .text($0.division?.rawValue) },
        Field("method", "how the intervals were made") { _ in .text(Proportion.method) },
        Field("total", "the figures of all of it") { .object(members($0.total)) },
        Field("groups", "the figures of each part, with its name; null for what has none") { analytics in
            .list(analytics.groups.map { .object([.init("name", .text($0.name))] + members($0.figures)) })
        },
    ]

    /// Returns the figures as members of a JSON object.
    private static func members(_ figures: FeedbackFigures) -> [OutputValue.Member] {
        [
            .init("count", .integer(figures.count)), .init("received", .integer(figures.received)),
            .init("praise", .integer(figures.praise)), .init("growth", .integer(figures.growth)),
            .init("praiseShare", value(figures.praiseShare)), .init("shared", .integer(figures.shared)),
            .init("sharedShare", value(figures.sharedShare)), .init("copies", .integer(figures.copies)),
            .init("medianSecondsToSharing", figures.medianSharingDelay.map { .integer($0) } ?? .null),
            .init("openSteps", .integer(figures.openStepAges.count)), .init("overdueSteps", .integer(figures.overdue)),
            .init("medianDaysOpen", figures.medianOpenStepAge.map { .integer($0) } ?? .null),
            .init("longestDaysOpen", figures.openStepAges.last.map { .integer($0) } ?? .null),
        ]
    }

    /// Returns the field value of a proportion, or null if there are too few entries.
    private static func value(_ proportion: Proportion?) -> OutputValue {
        proportion.map {
            .object([
                .init("share", .number($0.share)), .init("low", .number($0.interval.lowerBound)),
                .init("high", .number($0.interval.upperBound)),
            ])
        } ?? .null
    }

    var analytics: Command {
        Command(
            "analytics", "Show your feedback in figures",
            discussion: """
                How much there is, how praise and growth are balanced, how long it takes you to share, and which next steps are open: of all days, or of a \
                month or a year. Of fewer than \(Proportion.minimumWhole) no percentage and no median is told. Behind a percentage stands in brackets \
                where the share may lie: \(Proportion.method).

                An entry with two tags counts in both. Time to sharing goes from writing to the first time it was shared.
                """,
            examples: [
                .init("analytics --by person", "for each person", runs: false),
                .init("analytics 2026 --by month --json", "a year, for a program", runs: false),
                .init("analytics --by month --html figures.html", "a page with charts", runs: false),
            ],
            .optionalArgument("period", AnalyticsCommand.period, "a month or a year; all days if left out"),
            .option(
                "by", ValueKind<FeedbackDivision>.choice("PART"),
                "what to count for each: person, project, tag or month"),
            PageOutput.parameter, returns: .one(Self.fields)
        ) { period, division, pages in
            let statistics = try journal.analytics(from: period?.lowerBound, through: period?.upperBound, by: division)
            let view = AnalyticsView(analytics: statistics, today: journal.today)
            if let output = try pages.write(
                view.page, "the figures", by: press, in: journal, of: statistics, Self.fields)
            {
                return output
            }
            return .one(
                statistics, Self.fields, blocks: view.blocks,
                next: division == nil ? ["analytics --by person"] : ["analytics --by month"])
        }
    }

    private static let period = ValueKind<ClosedRange<Day>>("PERIOD", values: "november, 2026-11 or 2026") {
        word, context in
        if word.utf8.count == 4, let year = Int(word), let first = Day(year: year, month: 1, day: 1) {
            return first...first.adding(months: 12).adding(days: -1)
        }
        let month = try ValueKind<CalendarMonth>.month.parse(word, context)
        return month.firstDay...month.lastDay
    }
}
