import Assessment
import Content
import Interface
import Kernel
import Lessons
import Practice

/// The learner's readiness for the next grading, as text for people.
struct PlanBlocks {
    private let outlook: GradingOutlook?
    private let book: LessonIndex

    init(_ report: PlanReport, _ book: LessonIndex) {
        outlook = report.outlook
        self.book = book
    }

    /// The number of days in the table of the plan.
    private static let shownDays = 7

    var blocks: [Block] {
        guard let outlook else { return [] }
        let title = book.title(of: outlook.planned.grade)
        let heading: StyledText = "\(declared: PlanWords.countdown(outlook, title)), \(outlook.planned.day.spelledOut)"
        return [.heading(heading), .facts(chances(outlook))] + distanceNotice(outlook) + [
            .gap, .table(areas(outlook)),
        ]
            + unmetNotice(outlook) + weakSpots(outlook) + plan(outlook)
    }

    /// Returns the chances of passing today, without further practice, and with the plan.
    private func chances(_ outlook: GradingOutlook) -> [(name: String, value: StyledText)] {
        let passing = outlook.passing
        let isToday = outlook.daysLeft == 0
        let range = "(\(Figures.percent(passing.low)) to \(Figures.percent(passing.high)))"
        let expectedLabel = isToday ? "Today" : "If you do no more"
        let todayFact =
            isToday ? [] : [("If it was today", StyledText(declared: PlanWords.passes(outlook.passingToday)))]
        let planFact =
            isToday
            ? [] : [("If you keep the plan", StyledText(declared: PlanWords.passes(outlook.passingWithPlan)))]
        return todayFact
            + [
                (
                    expectedLabel,
                    StyledText(declared: PlanWords.passes(passing.expected) + " ", .accent)
                        + StyledText(declared: range, .muted)
                )
            ]
            + planFact
    }

    /// Returns a notice for a target that is more than one belt ahead.
    private func distanceNotice(_ outlook: GradingOutlook) -> [Block] {
        guard outlook.belts > 1 else { return [] }
        let sentence =
            "That is \(counted(outlook.belts, "belt")) up. What is asked for it opens with \(book.title(of: outlook.learnedGrade)); the plan counts what all of them learn."
        return [.gap, .paragraph(StyledText(declared: sentence, .muted))]
    }

    /// Returns a warning that the chosen belt is not the next one.
    ///
    /// The choice can be a mistake, and the next belt has a date of its own.
    static func farAhead(_ outlook: GradingOutlook, _ book: LessonIndex, wearing grade: Grade) -> [Block] {
        guard outlook.belts > 1, let next = book.belts.belt(after: grade) else { return [] }
        let sentence =
            "That is \(counted(outlook.belts, "grading")) ahead; your next is for \(next.name). If you meant that one: grading plan \(next.grade.id) DAY."
        return [.paragraph(StyledText(declared: sentence, .warning))]
    }

    /// Returns the table of the areas with the share known today and on the day of the grading.
    private func areas(_ outlook: GradingOutlook) -> Table {
        Table(
            [
                .init("Part"), .init("Today", alignsRight: true), .init("That day", alignsRight: true), .init("Range"),
                .init("Met", alignsRight: true),
            ],
            rows: outlook.areas.map { area in
                [
                    StyledText(declared: name(area.area, outlook)), StyledText(Figures.percent(area.today)),
                    StyledText(Figures.percent(area.onDay.expected)),
                    StyledText("\(Figures.percent(area.onDay.low))–\(Figures.percent(area.onDay.high))", .muted),
                    StyledText("\(area.met)/\(area.count)"),
                ]
            })
    }

    /// Returns the title of an area. A single pattern has its own name.
    private func name(_ area: GradingOutlook.Area, _ outlook: GradingOutlook) -> String {
        guard area == .pattern, outlook.patterns.count == 1 else { return area.title }
        return outlook.patterns[0].heading.name
    }

    /// Returns the reason for a low chance of passing: unpracticed parts count as unknown, and each
    /// part has a minimum mark.
    private func unmetNotice(_ outlook: GradingOutlook) -> [Block] {
        let areas = outlook.areas.filter { $0.met == 0 }.map { name($0.area, outlook) }
        guard !areas.isEmpty, outlook.areas.contains(where: { $0.met > 0 }) else { return [] }
        let sentence =
            "Not practised here yet: \(areas.joined(separator: ", ")). That counts as not known, and each part needs \(GradingSection.sectionMark) points."
        return [.paragraph(StyledText(declared: sentence, .muted))]
    }

    /// Returns the weak spots with the commands that help.
    private func weakSpots(_ outlook: GradingOutlook) -> [Block] {
        guard !outlook.weakSpots.isEmpty else { return [] }
        let facts = outlook.weakSpots.map { spot in
            ("\(spot.title), \(Figures.percent(spot.known))", StyledText(spot.command, .input))
        }
        return [.gap, .heading("Weakest, and what helps"), .facts(facts)]
    }

    // MARK: - The plan

    /// Returns the amounts of the next days, part by part.
    private func plan(_ outlook: GradingOutlook) -> [Block] {
        let plan = outlook.plan
        let parts = LearningPlan.Part.allCases.filter { plan.dailyMaximum($0) > 0 }
        var blocks: [Block] = [.gap, .heading("Day by day")]
        if parts.isEmpty {
            let isMissing = plan.needs.values.contains { $0.missing > 0 }
            let sentence =
                isMissing
                ? "There is no day left for anything new." : "You have met everything. What comes back is in train."
            blocks.append(.paragraph(StyledText(declared: sentence)))
        } else {
            let shownDays = plan.days.prefix(PlanBlocks.shownDays)
            blocks.append(
                .table(
                    Table(
                        [.init("Day")] + parts.map { .init(PlanWords.title($0), alignsRight: true) },
                        rows: shownDays.map { day in
                            [StyledText(declared: name(of: day.day))] + parts.map { cell(day, $0) }
                        })))
            if let lastDay = plan.lastDay, plan.days.count > shownDays.count {
                blocks.append(.paragraph(StyledText("… and so on until \(lastDay.spelledOut).", .muted)))
            }
        }
        return blocks + remarkTexts(outlook).map { .paragraph($0) }
    }

    private func name(of day: Day) -> String { "\(day.weekday.rawValue.prefix(3)) \(day.day)" }

    /// Returns the amount of a part, marked with `!` if it exceeds the usual number a day.
    private func cell(_ day: LearningPlan.DayPlan, _ part: LearningPlan.Part) -> StyledText {
        let amount = day.amounts[part] ?? 0
        guard day.exceededParts.contains(part) else { return StyledText(amount == 0 ? "–" : "\(amount)") }
        return StyledText("\(amount)!", .warning)
    }

    /// Returns notices about new words, exceeded parts, left-over items and the days for repeating.
    private func remarkTexts(_ outlook: GradingOutlook) -> [StyledText] {
        let plan = outlook.plan
        var sentences: [StyledText] = []
        if outlook.newWords > 0, outlook.newWordsADay > 0 {
            let dailyCount = counted(outlook.newWordsADay, "new word")
            sentences.append(
                StyledText(
                    "\(counted(outlook.newWords, "word")) to meet: \(dailyCount) a day. A word has two cards, one for each direction.",
                    .muted))
        }
        let exceededParts = LearningPlan.Part.allCases.filter { part in
            plan.days.contains { $0.exceededParts.contains(part) }
        }
        if !exceededParts.isEmpty {
            let parts = exceededParts.map { part in
                let title = PlanWords.title(part).lowercased()
                return part == .words
                    ? "more than your \(plan.needs[part]?.usual ?? 0) new \(title) a day" : "many \(title) a day"
            }
            sentences.append(StyledText("! is much: \(parts.joined(separator: "; ")).", .warning))
        }
        if !plan.leftOver.isEmpty {
            let leftOverText = PlanWords.amounts(plan.leftOver)
            sentences.append(StyledText("There is not time for everything: \(leftOverText) will be left.", .warning))
        }
        if plan.buffer > 0, plan.needs.values.contains(where: { $0.missing > 0 }) {
            sentences.append(
                StyledText(
                    plan.buffer == 1
                        ? "The last day before it is for repeating."
                        : "The last \(plan.buffer) days before it are for repeating.",
                    .muted)
            )
        }
        return sentences
    }
}
