import Assessment
import Interface
import Kernel
import Learning

/// The next grading in one line, for the first screen and the reminder.
struct PlanLine {
    let outlook: GradingOutlook?
    let planned: PlannedGrading
    private let title: String
    private let today: Day
    private let isReached, isChild: Bool

    /// Creates the line, or nil if no grading is set.
    init?(_ planner: GradingPlanner) throws {
        guard let planned = try planner.planned() else { return nil }
        let lessons = planner.gradings.lessons
        self.planned = planned
        title = lessons.book.title(of: planned.grade)
        today = lessons.log.today
        isChild = lessons.learner.isChild
        isReached = planner.isReached(planned)
        outlook = isReached || planned.day < today ? nil : try planner.outlook(of: planned)
    }

    /// The line as text.
    ///
    /// Example: `19 days to 8th keup: as things stand you would pass 62 times in 100, and 95 times
    /// in 100 if you keep the plan; today 6 new cards.`
    var text: String {
        guard let outlook else { return PlanWords.pastText(planned, title, today, isReached: isReached) }
        if isChild { return "\(PlanWords.countdown(outlook, title))! \(PlanWords.childToday(outlook))" }
        let countdown = PlanWords.countdown(outlook, title)
        let passingText = PlanWords.passes(outlook.passing.expected)
        let planText = PlanWords.frequency(outlook.passingWithPlan)
        let todayText = PlanWords.amounts(outlook.plan.days.first?.amounts ?? [:])
        return switch (outlook.daysLeft == 0, todayText.isEmpty) {
        case (true, true): "\(countdown): as things stand \(passingText)."
        case (true, false): "\(countdown): as things stand \(passingText); today \(todayText)."
        case (false, true): "\(countdown): as things stand \(passingText), and \(planText) if you keep the plan."
        case (false, false):
            "\(countdown): as things stand \(passingText), and \(planText) if you keep the plan; today \(todayText)."
        }
    }
}

extension PlanLine {
    /// The commands for today's parts of the plan that `train` does not cover.
    var otherCommands: [String] {
        (outlook?.plan.today(.exchanges) ?? 0) > 0 && outlook?.belts == 1 ? ["sparring practice"] : []
    }
}

/// The texts of plans.
enum PlanWords {
    /// Returns a probability of passing in everyday words.
    static func frequency(_ share: Double) -> String {
        switch Int((share * 100).rounded()) {
        case 0: "hardly ever"
        case 100: "almost surely"
        case let times: "\(counted(times, "time")) in 100"
        }
    }

    /// Returns a probability of passing as part of a sentence.
    static func passes(_ share: Double) -> String {
        let frequencyText = frequency(share)
        return frequencyText.first?.isNumber == true
            ? "you would pass \(frequencyText)" : "you would \(frequencyText) pass"
    }

    /// Returns the days until the grading as text, such as `19 days to 8th keup`.
    static func countdown(_ outlook: GradingOutlook, _ title: String) -> String {
        switch outlook.daysLeft {
        case 0: "\(title) is today"
        case 1: "1 day to \(title)"
        case let days: "\(days) days to \(title)"
        }
    }

    /// Returns the text for a grading that is reached or whose date has passed.
    static func pastText(_ planned: PlannedGrading, _ title: String, _ today: Day, isReached: Bool) -> String {
        if isReached { return "You have reached \(title). grading plan sets the next date." }
        let days = counted(today.days(since: planned.day), "day")
        return
            "Your grading for \(title) was \(days) ago. grading record --grade \(planned.grade.id) writes down how it went."
    }

    /// Returns amounts as text, such as `6 new cards, 4 movements and 2 questions`, or an empty
    /// string if there are none.
    static func amounts(_ amounts: [LearningPlan.Part: Int]) -> String {
        let parts = LearningPlan.Part.allCases.compactMap { part in
            amounts[part].flatMap { $0 > 0 ? counted($0, singular(part)) : nil }
        }
        return listed(parts)
    }

    /// Returns today's part of the plan for a small child.
    static func childToday(_ outlook: GradingOutlook) -> String {
        let todayText = amounts(outlook.plan.days.first?.amounts ?? [:])
        return todayText.isEmpty ? "Today you may repeat what you know." : "For today: \(todayText)."
    }

    /// Returns the singular noun for a new item of a part.
    static func singular(_ part: LearningPlan.Part) -> String {
        switch part {
        case .words: "new card"
        case .movements: "new movement"
        case .exchanges: "new exchange"
        case .questions: "new question"
        case .lines: "new line"
        }
    }

    /// Returns the column title of a part.
    static func title(_ part: LearningPlan.Part) -> String {
        switch part {
        case .words: "Cards"
        case .movements: "Moves"
        case .exchanges: "Exchanges"
        case .questions: "Questions"
        case .lines: "Lines"
        }
    }
}
