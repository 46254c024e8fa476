import Content
import Kernel
import Learning
import Practice

/// The learner's readiness for a planned grading.
package struct GradingOutlook: Sendable {
    /// An area of a grading's content.
    package enum Area: String, CaseIterable, Sendable {
        case words
        case pattern
        case sparring
        case theory
        case etiquette
        case lineWork = "linework"

        /// The grading section that asks the area.
        package var section: GradingSection {
            switch self {
            case .words, .theory: .theory
            case .pattern: .pattern
            case .sparring: .sparring
            case .etiquette: .etiquette
            case .lineWork: .lineWork
            }
        }

        package var title: String { self == .words ? "Words" : section.title }

        /// The weight in a grading. The theory areas share the weight of theory in proportion to
        /// their drawn questions.
        var weight: Double {
            let draw = GradingPaper.Draw.self
            let theory = Double(draw.ownTheory + draw.earlierTheory)
            let share =
                switch self {
                case .words: Double(draw.words) / (theory + Double(draw.words))
                case .theory: theory / (theory + Double(draw.words))
                default: 1.0
                }
            return Double(section.weight) * share
        }
    }

    /// The readiness in one area.
    package struct AreaOutlook: Sendable {
        package let area: Area
        /// The number of cards, movements, exchanges, questions or lines.
        package let count: Int
        /// The number of items with at least one answer.
        package let met: Int
        /// The share known today, 0…1.
        package let today: Double
        /// The share known on the day of the grading without further practice.
        package let onDay: Likelihood
    }

    /// The readiness in one movement of a pattern.
    package struct Movement: Sendable {
        /// The number in the pattern, from 1.
        package let number: Int
        /// The probability that the movement is known today, 0…1.
        package let today: Double
        /// The probability that the movement is known on the day of the grading, 0…1.
        package let onDay: Double
    }

    /// The readiness in one pattern, movement by movement.
    package struct PatternOutlook: Sendable {
        package let heading: PatternHeading
        package let movements: [Movement]
        /// The mean over the movements on the day of the grading.
        package var onDay: Double { movements.reduce(0) { $0 + $1.onDay } / Double(max(1, movements.count)) }
    }

    /// A weak item with a command that helps.
    package struct WeakSpot: Sendable {
        package let area: Area
        /// The title, such as `Chon-Ji 13–16`.
        package let title: String
        /// The probability that the item is known today, 0…1.
        package let known: Double
        package let command: String
    }

    package let planned: PlannedGrading
    package let today: Day
    /// The grade whose content the grading asks.
    package let learnedGrade: Grade
    /// The number of belts up to the target, 1 for the next belt.
    package let belts: Int
    package let plan: LearningPlan
    private let content: GradingContent
    private let estimates: RecallEstimates
    private let beltOrder: BeltOrder

    init(
        of planned: PlannedGrading, today: Day, belts: Int, in beltOrder: BeltOrder, asking content: GradingContent,
        _ estimates: RecallEstimates, newADay: Int
    ) {
        self.planned = planned
        self.today = today
        self.belts = belts
        self.beltOrder = beltOrder
        self.content = content
        self.estimates = estimates
        learnedGrade = content.grade
        plan = LearningPlan(content.needs(estimates, today, newADay: newADay), from: today, to: max(planned.day, today))
    }

    /// The day of the grading, or today if the grading is past.
    private var lastDay: Day { max(planned.day, today) }

    /// The probability of passing a mock grading on the day without further practice.
    package var passing: Likelihood {
        let odds = MockGradingOdds(groups: content.groups(estimates, on: lastDay))
        let spread = Likelihood.spread
        return Likelihood(odds.passed(), low: odds.passed(shiftedBy: -spread), high: odds.passed(shiftedBy: spread))
    }
    /// The probability of passing a mock grading today.
    package var passingToday: Double { MockGradingOdds(groups: content.groups(estimates, on: today)).passed() }
    /// The probability of passing if the learner follows the plan and repeats due items.
    package var passingWithPlan: Double {
        MockGradingOdds(groups: content.groups(estimates, on: lastDay, keeping: plan)).passed()
    }
    /// The areas of this grading in order.
    package var areas: [AreaOutlook] { content.areas(estimates, today: today, on: lastDay) }
    /// The patterns of this grading, movement by movement.
    package var patterns: [PatternOutlook] { content.patterns(estimates, today: today, on: lastDay) }
    /// The least known items, those with the most weight first. It is empty if the grading's
    /// content is not open yet.
    package var weakSpots: [WeakSpot] { belts > 1 ? [] : content.weakSpots(estimates, on: today, belts: beltOrder) }
    /// The number of words that were never met.
    package var newWords: Int { content.newWords(estimates) }
    /// The terms of the plan.
    package var words: Set<String> { content.plannedWords }
    /// The questions that were never asked.
    var newQuestions: Set<Target> { content.newQuestions(estimates) }

    /// The days until the grading, negative after it.
    package var daysLeft: Int { planned.day.days(since: today) }
    /// The number of new words a day until learning ends, or 0 if no words or no days remain.
    package var newWordsADay: Int {
        let days = plan.daysLeft - plan.buffer
        return days <= 0 ? 0 : (newWords + days - 1) / days
    }
}
