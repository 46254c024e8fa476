import Assessment
import Interface
import Kernel
import Learning

/// The output fields of the grading plan for programs.
enum PlanFields {
    static let all: [Field<PlanReport>] = [
        Field("grade", "the belt that is graded for; null where no date is set") { .text($0.planned?.grade.id) },
        Field("day", "the day of the grading; null where none is set") { .day($0.planned?.day) },
        Field("daysLeft", "days until then; null where none is set, and once it is over") {
            outlookValue($0) { .integer($0.daysLeft) }
        },
        Field("belts", "how many belts up it is; 1 for the next") { outlookValue($0) { .integer($0.belts) } },
        Field("passing", "how likely a mock grading is passed on the day if nothing is done until then, 0 to 1") {
            outlookValue($0) { number($0.passing.expected) }
        },
        Field("passingLow", "the same at least, in nine of ten cases") { outlookValue($0) { number($0.passing.low) } },
        Field("passingHigh", "the same at most, in nine of ten cases") { outlookValue($0) { number($0.passing.high) } },
        Field("passingToday", "the same if the grading was today") { outlookValue($0) { number($0.passingToday) } },
        Field("passingWithPlan", "the same on the day if the plan is kept") {
            outlookValue($0) { number($0.passingWithPlan) }
        },
        Field("areas", "each area: area, count, met, today, onDay, low, high (shares known, 0 to 1)") {
            outlookValue($0) { outlook in .list(outlook.areas.map(members)) }
        },
        Field("patterns", "each pattern: id, and movements with number, today, onDay") {
            outlookValue($0) { outlook in .list(outlook.patterns.map(members)) }
        },
        Field("weak", "what is known worst today: area, what, known (0 to 1), command") {
            outlookValue($0) { outlook in .list(outlook.weakSpots.map(members)) }
        },
        Field("missing", "what was never met: cards, movements, exchanges, questions, lines") {
            outlookValue($0) { outlook in counts { outlook.plan.needs[$0]?.missing } }
        },
        Field("leftOver", "how much of that cannot be met in the time") {
            outlookValue($0) { outlook in counts { outlook.plan.leftOver[$0] } }
        },
        Field("newWords", "words that were never met") { outlookValue($0) { .integer($0.newWords) } },
        Field("newWordsADay", "new words a day that this needs") { outlookValue($0) { .integer($0.newWordsADay) } },
        Field("buffer", "days before the grading on which nothing new is learned") {
            outlookValue($0) { .integer($0.plan.buffer) }
        },
        Field("days", "the plan: day, cards, movements, exchanges, questions, lines, over (what is more than usual)") {
            outlookValue($0) { outlook in .list(outlook.plan.days.map(members)) }
        },
    ]

    /// Returns a field value of the readiness, or null if there is no readiness to report.
    private static func outlookValue(_ report: PlanReport, _ value: (GradingOutlook) -> OutputValue) -> OutputValue {
        report.outlook.map(value) ?? .null
    }

    /// Returns a share rounded to thousandths.
    private static func number(_ share: Double) -> OutputValue { .number((share * 1000).rounded() / 1000) }

    /// Returns an object with the count of each part, 0 for a missing one.
    private static func counts(_ count: (LearningPlan.Part) -> Int?) -> OutputValue {
        .object(LearningPlan.Part.allCases.map { .init(name($0), .integer(count($0) ?? 0)) })
    }

    /// Returns the JSON name of a part. The words of a plan are counted as cards.
    private static func name(_ part: LearningPlan.Part) -> String { part == .words ? "cards" : part.rawValue }

    private static func members(_ area: GradingOutlook.AreaOutlook) -> OutputValue {
        .object([
            .init("area", .text(area.area.rawValue)), .init("count", .integer(area.count)),
            .init("met", .integer(area.met)),
            .init("today", number(area.today)), .init("onDay", number(area.onDay.expected)),
            .init("low", number(area.onDay.low)), .init("high", number(area.onDay.high)),
        ])
    }

    private static func members(_ pattern: GradingOutlook.PatternOutlook) -> OutputValue {
        .object([
            .init("id", .text(pattern.heading.id)),
            .init(
                "movements",
                .list(
                    pattern.movements.map { movement in
                        .object([
                            .init("number", .integer(movement.number)), .init("today", number(movement.today)),
                            .init("onDay", number(movement.onDay)),
                        ])
                    })),
        ])
    }

    private static func members(_ spot: GradingOutlook.WeakSpot) -> OutputValue {
        .object([
            .init("area", .text(spot.area.rawValue)), .init("what", .text(spot.title)),
            .init("known", number(spot.known)), .init("command", .text(spot.command)),
        ])
    }

    private static func members(_ day: LearningPlan.DayPlan) -> OutputValue {
        .object(
            [.init("day", .day(day.day))]
                + LearningPlan.Part.allCases.map { .init(name($0), .integer(day.amounts[$0] ?? 0)) }
                + [.init("over", .texts(LearningPlan.Part.allCases.filter(day.exceededParts.contains).map(name)))])
    }
}
