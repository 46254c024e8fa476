import Documents
import FeedbackCOIN
import Interface
import Kernel

/// The output of statistics for a terminal, and as a page with charts.
struct AnalyticsView: Sendable {
    let analytics: FeedbackAnalytics
    let today: Day

    private var total: FeedbackFigures { analytics.total }
    private static let maxBars = 24

    private func name(_ group: FeedbackAnalytics.Group) -> String { group.name ?? "none" }

    // MARK: - Text

    private var daysText: String {
        analytics.days.map {
            $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
        }
            ?? "no days"
    }

    /// The facts about all entries together.
    private var facts: [(name: String, value: String)] {
        var facts = [
            ("Days", daysText),
            ("Entries", "\(total.count)" + (total.received > 0 ? ", \(total.received) of them received" : "")),
            ("Praise and growth", balance(total)),
            ("Shared", sharedText),
            ("Time to sharing", sharingDelay(total)),
        ]
        facts.append(("Open steps", openStepsText))
        return facts.map { (name: $0.0, value: $0.1) }
    }

    /// Returns the text of praise and growth, with the share of praise.
    private func balance(_ figures: FeedbackFigures) -> String {
        let marked = figures.praise + figures.growth
        guard marked > 0 else { return "not noted yet: `edit ID --kind praise`" }
        let counts = "\(figures.praise) and \(figures.growth)"
        return figures.praiseShare.map { "\(counts): \($0.text) praise" } ?? "\(counts): too few for a percentage"
    }

    private var sharedText: String {
        let givenCount = total.count - total.received
        guard givenCount > 0 else { return "nothing to share" }
        let counts = "\(total.shared) of \(givenCount)"
        let copies = total.copies > total.shared ? ", \(total.copies) copies" : ""
        return (total.sharedShare.map { "\(counts): \($0.text)" } ?? "\(counts): too few for a percentage") + copies
    }

    private func sharingDelay(_ figures: FeedbackFigures) -> String {
        if let median = figures.medianSharingDelay {
            return "\(AnalyticsView.duration(median)), the median of \(figures.sharingDelays.count)"
        }
        return figures.sharingDelays.isEmpty
            ? "nothing was shared yet" : "\(figures.sharingDelays.count) shared: too few for a median"
    }

    private var openStepsText: String {
        guard let oldest = total.openStepAges.last else { return "none" }
        let median = total.medianOpenStepAge.map { ", the median \(counted($0, "day"))" } ?? ""
        let overdueText = total.overdue > 0 ? ", \(total.overdue) past their day" : ""
        return "\(total.openStepAges.count)\(overdueText); the oldest \(counted(oldest, "day"))\(median)"
    }

    /// Returns a duration in the greatest unit of which there are at least two, such as "40
    /// minutes", "3 hours" or "12 days".
    static func duration(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: counted(seconds, "second")
        case ..<7200: counted(seconds / 60, "minute")
        case ..<172_800: counted(seconds / 3600, "hour")
        default: counted(seconds / 86_400, "day")
        }
    }

    // MARK: - Terminal

    var blocks: [Block] {
        guard total.count > 0 else { return [.paragraph(StyledText("There is no feedback in these days."))] }
        let facts = facts.map { (name: $0.name, value: StyledText($0.value)) }
        return [.heading("Your feedback in figures"), .facts(facts)] + groups
    }

    private var groups: [Block] {
        guard let division = analytics.division, !analytics.groups.isEmpty else { return [] }
        let columns =
            [Table.Column(division.rawValue.capitalized, room: .main)]
            + ["Entries", "Praise", "Growth", "Open"].map { Table.Column($0, alignsRight: true, room: .fixed) }
        let rows = analytics.groups.map { group in
            [StyledText(name(group), group.name == nil ? .muted : .title)]
                + [group.figures.count, group.figures.praise, group.figures.growth, group.figures.openStepAges.count]
                .map {
                    StyledText($0 == 0 ? "–" : "\($0)")
                }
        }
        return [.gap, .table(Table(columns, rows: rows))]
    }

    // MARK: - Page

    var page: Page {
        Page(
            title: "Feedback, \(daysText)", parts: [.facts(facts)] + charts + [.remark(methodRemark)],
            footer: "Generated: \(today). App: COIN Feedback")
    }

    private var methodRemark: String {
        """
        Of fewer than \(Proportion.minimumWhole) no percentage and no median is told. Brackets say where a share may lie: \(Proportion.method).
        """
    }

    private var charts: [Part] {
        guard total.count > 0 else { return [.paragraph("There is no feedback in these days.")] }
        guard let division = analytics.division else { return [.chart(kindChart)] }
        let shownGroups = Array(analytics.groups.prefix(AnalyticsView.maxBars))
        let omittedCount = analytics.groups.count - shownGroups.count
        let omissionRemark =
            omittedCount > 0 ? [Part.remark("\(counted(omittedCount, "more part")) in the table below.")] : []
        return [.chart(kindChart)] + divisionCharts(division, shownGroups) + omissionRemark + [table(division)]
    }

    private var kindChart: Chart {
        let unspecified = total.count - total.praise - total.growth
        let bars = [("Praise", total.praise), ("Growth", total.growth), ("Not noted", unspecified)]
        return Chart("Praise and growth", .bars, bars.map { Chart.Point($0.0, Double($0.1), figure: "\($0.1)") })
    }

    /// Returns the charts of a division, such as the entries by month.
    private func divisionCharts(_ division: FeedbackDivision, _ groups: [FeedbackAnalytics.Group]) -> [Part] {
        let counts = groups.map { Chart.Point(name($0), Double($0.figures.count), figure: "\($0.figures.count)") }
        let title = "Entries by \(division.rawValue)"
        guard division == .month, groups.count > 2 else { return [.chart(Chart(title, .bars, counts))] }
        let praise = groups.map { Chart.Point(name($0), Double($0.figures.praise), figure: "\($0.figures.praise)") }
        let growth = groups.map { Chart.Point(name($0), Double($0.figures.growth), figure: "\($0.figures.growth)") }
        return [
            .chart(Chart(title, .bars, counts)),
            .chart(
                Chart(
                    "Praise and growth by month", .line, praise, series: "praise",
                    comparison: Chart.Comparison("growth", growth))
            ),
        ]
    }

    private func table(_ division: FeedbackDivision) -> Part {
        .table(
            titles: [
                division.rawValue.capitalized, "Entries", "Praise", "Growth", "Praise of both", "Shared", "To sharing",
                "Open",
            ],
            rows: analytics.groups.map { group in
                let figures = group.figures
                return [
                    name(group), "\(figures.count)", "\(figures.praise)", "\(figures.growth)",
                    figures.praiseShare?.text ?? "too few",
                    "\(figures.shared)", figures.medianSharingDelay.map(AnalyticsView.duration) ?? "too few",
                    "\(figures.openStepAges.count)",
                ]
            })
    }
}
