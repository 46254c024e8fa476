import Documents
import Kernel
import Practice
import Progress

/// The report as a page. Its charts have text descriptions and use no information conveyed by color
/// alone.
struct ReportPage {
    /// The maximum number of sessions in the report, which are the latest ones.
    static let sessions = 10
    /// The number of weeks in the bar chart.
    private static let weeks = 12

    let person: Person
    let overview: Overview
    let curve: RetentionCurve
    let sessions: SessionList
    /// Returns the display name of a practice kind.
    let title: @Sendable (PracticeKind) -> String
    let product: String

    var page: Page {
        Page(
            title: "\(person.name): progress in Taekwon-Do",
            parts: [.remark("\(person.belt), \(overview.today)"), .facts(facts)] + belt + year + areas + retention
                + achievementParts
                + latestSessions,
            footer:
                "Made with \(product) on \(overview.today). Everything in it comes from this learner's own practice.")
    }

    private var facts: [(name: String, value: String)] {
        let figures = overview.figures
        let words = overview.wordTotals
        return [
            ("Days in a row", "\(figures.streak.current), longest \(figures.streak.longest)"),
            ("Sessions", "\(sessions.total)"),
            ("Answers", "\(figures.answers), \(Figures.percent(figures.accuracy)) right"),
            ("Time", counted(figures.minutes, "minute")),
            ("Cards known today", "about \(words.known) of \(words.total)"),
            ("Achievements", "\(overview.achievements.reached.count) of \(overview.achievements.all.count)"),
        ]
    }

    private var belt: [Part] {
        guard let belt = overview.belt else { return [] }
        let share = Double(belt.share) / 1000
        return [.progress(share, "For \(belt.name): \(belt.share / 10) % of the words")]
    }

    private var year: [Part] {
        let (days, answers, busiestDay) = overview.totals
        guard let busiestDay else {
            return [.heading("The year", level: 2), .paragraph("Nothing was practised in this year yet.")]
        }
        let figures = overview.days.map {
            Chart.Point("\($0.day)", Double($0.answers), figure: counted($0.answers, "answer"))
        }
        let weeks = overview.weeks(ReportPage.weeks).map {
            Chart.Point("week of \($0.monday)", Double($0.answers), figure: counted($0.answers, "answer"))
        }
        return [
            .keptTogether([
                .heading("The year", level: 2),
                .paragraph(
                    "\(counted(answers, "answer")) on \(counted(days, "day")); the most, \(busiestDay.answers), on \(busiestDay.day)."
                ),
            ]),
            .chart(Chart("Answers a day", .calendar(from: overview.firstDay), figures)),
            .chart(Chart("The last \(ReportPage.weeks) weeks", .bars, weeks)),
        ]
    }

    /// The areas that the learner has started, as bar charts, and the names of all other groups.
    private var areas: [Part] {
        let groups = Area.Group.allCases.map { ($0, overview.areas(of: $0)) }.filter { !$0.1.isEmpty }
        let startedGroups = groups.filter { $0.1.contains { $0.met > 0 } }
        let unmetGroups = groups.filter { group in !startedGroups.contains { $0.0 == group.0 } }.map {
            $0.0.heading.lowercased()
        }
        let sections = startedGroups.flatMap { group, areas -> [Part] in
            let startedAreas = areas.filter { $0.met > 0 }
            let unmetCount = areas.count - startedAreas.count
            let heading = Part.heading(group.heading, level: 2)
            let points = startedAreas.map {
                Chart.Point(
                    $0.title, $0.share * 100,
                    figure: Figures.mastery(Int(($0.share * 1000).rounded())) + ($0.isMastered ? ", mastered" : ""))
            }
            let chart = Part.chart(Chart("Known today, of 100", .bars, points, full: 100))
            return [.keptTogether([heading, chart])]
                + (unmetCount == 0 ? [] : [.remark("\(unmetCount) not begun yet.")])
        }
        return sections
            + (unmetGroups.isEmpty ? [] : [.remark("Not begun yet: \(unmetGroups.joined(separator: ", ")).")])
    }

    private var retention: [Part] {
        let heading = Part.heading("What stays", level: 2)
        guard curve.measuredAnswers > 0 else {
            return [.keptTogether([heading, .paragraph("No card has come back after a day or more yet.")])]
        }
        let measured = curve.steps.filter { $0.share != nil }
        let points = measured.map {
            Chart.Point($0.figures, ($0.share ?? 0) * 100, figure: Figures.percent($0.share ?? 0))
        }
        let expected = measured.map {
            Chart.Point($0.figures, $0.predictedRecall * 100, figure: Figures.percent($0.predictedRecall))
        }
        let chart = Chart(
            "Known of 100, by the days since the answer before", .line, points, series: "known",
            comparison: .init("expected", expected), full: 100)
        let rows = curve.steps.map {
            [$0.figures, "\($0.answers)", RetentionFields.knownText($0), Figures.percent($0.predictedRecall)]
        }
        return [.keptTogether([heading, .paragraph(RetentionFields.sentence(curve))])]
            + (measured.count > 1 ? [.chart(chart)] : [])
            + [
                .table(titles: ["Days", "Asked", "Known", "Expected"], rows: rows),
                .remark(
                    "In brackets: the range in which the true share probably lies. Expected is what the scheduler predicted."
                ),
            ]
    }

    private var achievementParts: [Part] {
        let reached = overview.achievements.reached
        let remainingCount = overview.achievements.all.count - reached.count
        let items = reached.map { "\($0.title): \($0.about)" + ($0.reached.map { " \($0)" } ?? "") }
        let heading = Part.heading("Achievements", level: 2)
        return [.keptTogether([heading, reached.isEmpty ? .paragraph("None yet.") : .list(items)])]
            + (remainingCount == 0 || reached.isEmpty ? [] : [.remark("\(remainingCount) to go.")])
    }

    private var latestSessions: [Part] {
        guard !sessions.shown.isEmpty else { return [] }
        let rows = sessions.shown.map { session in
            let sessionTitle = [title(session.kind), session.about].filter { !$0.isEmpty }.joined(separator: ", ")
            let result =
                session.score.map { "\($0.points) of \($0.maximum) points" } ?? "\(session.right) of \(session.answers)"
            return ["\(session.day)", sessionTitle, result]
        }
        return [.heading("Latest sessions", level: 2), .table(titles: ["Day", "What", "Right"], rows: rows)]
    }
}
