import Documents
import Interface
import Kernel
import Learning

/// The `study load` command, which forecasts the answers of the coming days.
struct LoadCommand {
    let flashcards: @Sendable () throws -> Flashcards

    /// The maximum forecast, in days.
    private static let maximumDays = 730

    var command: Command {
        Command(
            "study load", "Show how many answers the coming days will ask for",
            discussion: """
                Plays the coming days in advance, card by card, as `study` would ask them, for one of three learners. Eager studies every day and \
                knows nine of ten cards. Sporadic studies three days of seven and knows four of five. Clumsy studies every day and knows three of \
                five. Nothing is saved. --svg draws the days as a chart.
                """,
            examples: [
                .init("study load", "the coming year, if you study every day"),
                .init("study load --new-a-day 5 --days 90", "three months with five new cards a day"),
                .init("study load --learner sporadic --svg load.svg --replace", "drawn"),
            ],
            .option("days", .integer(7...LoadCommand.maximumDays), default: 365, "how many days"),
            Parameter<StudyForecast.StudyHabit>.option(
                "learner", .choice("WHO"), default: .eager, "what kind of learner"),
            .option(
                "new-a-day", .integer(StudySettings.newRange), shown: "your setting", "how many new cards a day brings"),
            .option("svg", .outputFile, "write an SVG image; - for standard output"),
            .flag("replace", "replace the file if it exists"), returns: .one(LoadCommand.fields)
        ) { days, habit, newADay, file, isReplacing in
            let flashcards = try flashcards()
            let dailyNew = try newADay ?? flashcards.settings().newADay
            let forecast = LoadForecast(
                year: try flashcards.studyForecast(days: days, habit, newADay: newADay), manner: habit,
                newADay: dailyNew,
                hasKnownMaximum: try flashcards.settings().scheduling == .leitner)
            guard let file else { return LoadCommand.output(forecast) }
            let drawing = Array((LoadCommand.chart(forecast).svg(isFile: true) + "\n").utf8)
            return try Destination(file, replacing: isReplacing).write(drawing, "the days")
        }
    }

    /// A forecast of the answers for each day, with its inputs.
    struct LoadForecast: Sendable {
        let year: StudyForecast
        let manner: StudyForecast.StudyHabit
        let newADay: Int
        /// Whether the daily maximum is known in advance.
        let hasKnownMaximum: Bool
    }

    static let fields: [Field<LoadForecast>] = [
        Field("learner", "eager, sporadic or clumsy") { .text($0.manner.rawValue) },
        Field("newADay", "new cards a day") { .integer($0.newADay) },
        Field("cards", "cards that are open to you; each word has two, one for each direction") {
            .integer($0.year.cards)
        },
        Field("unmet", "cards not yet met at the end") { .integer($0.year.unmet) },
        Field("most", "the most answers on one day") { .integer($0.year.busiestDay?.answers) },
        Field("mostOn", "that day") { .day($0.year.busiestDay?.day) },
        Field("later", "answers a day over the last thirty days") { .integer($0.year.mean(ofLast: 30)) },
        Field("days", "each day: day, due, reviewed, new, repeats, answers") { forecast in
            .list(
                forecast.year.days.map { load in
                    .object([
                        .init("day", .day(load.day)), .init("due", .integer(load.due)),
                        .init("reviewed", .integer(load.reviewed)),
                        .init("new", .integer(load.new)), .init("repeats", .integer(load.repeats)),
                        .init("answers", .integer(load.answers)),
                    ])
                })
        },
    ]

    /// Returns the answers of each day as a line chart.
    private static func chart(_ forecast: LoadForecast) -> Chart {
        let points = forecast.year.days.map {
            Chart.Point("\($0.day)", Double($0.answers), figure: counted($0.answers, "answer"))
        }
        let maximum = forecast.year.busiestDay?.answers ?? 0
        let cards =
            "\(counted(forecast.newADay, "new card")) a day of \(forecast.year.cards), at most \(counted(maximum, "answer"))"
        guard let first = forecast.year.days.first?.day else { return Chart(cards, .line, []) }
        let documentedMaximum =
            forecast.hasKnownMaximum
            ? StudyForecast.documentedMaximum(forecast.manner, newADay: forecast.newADay, cards: forecast.year.cards)
            : nil
        return Chart(
            "Answers a day, \(forecast.manner.rawValue): \(cards)", .days(from: first), points, series: "answers a day",
            limit: documentedMaximum.map { Chart.Limit("no day asks more than \($0)", Double($0)) })
    }

    /// Returns the figures of the forecast with a bar chart.
    private static func output(_ forecast: LoadForecast) -> Output {
        let year = forecast.year
        let facts: [(name: String, value: StyledText)] =
            [
                (
                    "Cards",
                    StyledText(
                        year.unmet == 0
                            ? "\(year.cards), all met" : "\(year.cards), \(year.unmet) not met yet at the end")
                ),
                ("New", StyledText("at most \(forecast.newADay) a day")),
            ]
            + (year.busiestDay.map { [("Most", StyledText("\(counted($0.answers, "answer")), on \($0.day)", .accent))] }
                ?? [])
            + [("In the end", StyledText("about \(counted(year.mean(ofLast: 30), "answer")) a day"))]
        return .one(
            forecast, fields, blocks: [.heading("Answers a day"), .facts(facts), .gap, .bars(weeks(year.days))],
            next: ["study settings", "due"])
    }

    /// Returns one bar a week, or one bar a day for at most 35 days.
    private static func weeks(_ days: [StudyForecast.Load]) -> BarChart {
        let step = days.count > 35 ? 7 : 1
        return BarChart(
            stride(from: 0, to: days.count, by: step).map { start in
                let period = days[start..<min(start + step, days.count)]
                let mean = (period.reduce(0) { $0 + $1.answers } + period.count / 2) / period.count
                let maximum = period.map(\.answers).max() ?? 0
                let figure = step == 1 ? counted(mean, "answer") : "about \(mean) a day, at most \(maximum)"
                return BarChart.Bar("\(period.first.map { "\($0.day)" } ?? "")", Double(mean), figure: figure)
            })
    }
}
