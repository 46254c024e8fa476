import Content
import Kernel
import Practice

/// How a learner stands with the grading that they learn towards.
public struct GradingOutlook: Sendable {
    /// What a grading asks, as people tell it apart.
    public enum Area: String, CaseIterable, Sendable {
        /// Korean and English.
        case words
        /// The patterns, by movement.
        case pattern
        /// Step sparring.
        case sparring
        /// Pages of theory.
        case theory
        /// How one behaves.
        case etiquette
        /// Techniques up and down the hall.
        case lineWork = "linework"

        /// The part of a grading in which it is asked.
        public var section: GradingSection {
            switch self {
            case .words, .theory: .theory
            case .pattern: .pattern
            case .sparring: .sparring
            case .etiquette: .etiquette
            case .lineWork: .lineWork
            }
        }

        /// For people.
        public var title: String { self == .words ? "Words" : section.title }

        /// What it weighs in a grading: of the theory, as much as is drawn of it.
        var weight: Double {
            let drawn = GradingPaper.Draw.self
            let theory = Double(drawn.ownTheory + drawn.earlierTheory)
            let share =
                switch self {
                case .words: Double(drawn.words) / (theory + Double(drawn.words))
                case .theory: theory / (theory + Double(drawn.words))
                default: 1.0
                }
            return Double(section.weight) * share
        }
    }

    /// One area.
    public struct AreaOutlook: Sendable {
        /// What of a grading it is about.
        public let area: Area
        /// How much there is: cards, movements, exchanges, questions, lines.
        public let count: Int
        /// How much of it was ever met.
        public let met: Int
        /// The share that is known today, 0…1.
        public let today: Double
        /// The share that would be known on the day of the grading, if nothing was done until then.
        public let onDay: Likelihood
    }

    /// A movement of a pattern.
    public struct Movement: Sendable {
        /// From 1, as it is counted in the pattern.
        public let number: Int
        /// How likely it is to be known today, 0…1.
        public let today: Double
        /// The same on the day of the grading.
        public let onDay: Double
    }

    /// A pattern, movement by movement.
    public struct PatternOutlook: Sendable {
        /// The pattern.
        public let heading: PatternHeading
        /// From the first on, each as likely as it is known.
        public let movements: [Movement]
        /// The mean over its movements on the day of the grading.
        public var onDay: Double { movements.reduce(0) { $0 + $1.onDay } / Double(max(1, movements.count)) }
    }

    /// Something that is known badly, and what mends it.
    public struct WeakSpot: Sendable {
        /// What of a grading it belongs to.
        public let area: Area
        /// What it is: `Chon-Ji 13–16`.
        public let title: String
        /// How likely it is to be known today, 0…1.
        public let known: Double
        /// What to do about it.
        public let command: String
    }

    /// The grading.
    public let planned: PlannedGrading
    /// The day on which all of this holds.
    public let today: Day
    /// What the grading asks: the content of this grade.
    public let learned: Grade
    /// How many belts it is up to the grading's; 1 for the next.
    public let belts: Int
    /// What is to be learned, day by day.
    public let plan: LearningPlan
    private let asked: GradingContent
    private let recalled: Recollection
    private let order: BeltOrder

    /// What is asked, and remembered, says all the rest, when it is asked for.
    init(
        of planned: PlannedGrading, today: Day, belts: Int, in order: BeltOrder, asking asked: GradingContent,
        _ recalled: Recollection, newADay: Int
    ) {
        (self.planned, self.today, self.belts, self.order) = (planned, today, belts, order)
        (self.asked, self.recalled, learned) = (asked, recalled, asked.grade)
        plan = LearningPlan(asked.needs(recalled, today, newADay: newADay), from: today, to: max(planned.day, today))
    }

    private var end: Day { max(planned.day, today) }

    /// How likely a mock grading is to be passed on the day, if nothing was done until then.
    public var passing: Likelihood {
        let odds = PaperOdds(groups: asked.groups(recalled, on: end))
        let spread = Likelihood.spread
        return Likelihood(odds.passed(), low: odds.passed(shiftedBy: -spread), high: odds.passed(shiftedBy: spread))
    }
    /// The same today.
    public var passingToday: Double { PaperOdds(groups: asked.groups(recalled, on: today)).passed() }
    /// The same on the day, if the plan is kept and what comes back is repeated.
    public var passingWithPlan: Double { PaperOdds(groups: asked.groups(recalled, on: end, keeping: plan)).passed() }
    /// The areas that this grading has, in their order.
    public var areas: [AreaOutlook] { asked.areas(recalled, today: today, on: end) }
    /// Those that it asks for, movement by movement.
    public var patterns: [PatternOutlook] { asked.patterns(recalled, today: today, on: end) }
    /// What is known worst today, what weighs most first; none for a grading whose content is not open yet, and so cannot be practised.
    public var weakSpots: [WeakSpot] { belts > 1 ? [] : asked.weakSpots(recalled, on: today, belts: order) }
    /// Words of it that were never met.
    public var newWords: Int { asked.newWords(recalled) }
    /// The terms of the plan.
    public var words: Set<String> { asked.plannedWords }
    /// Its questions that were never asked.
    var newQuestions: Set<Target> { asked.newQuestions(recalled) }

    /// Days until the grading; less than 0 once it is over.
    public var daysLeft: Int { planned.day.days(since: today) }
    /// How many new words a day that makes until nothing new is learned; 0 where there is none, or no time.
    public var newWordsADay: Int {
        let days = plan.daysLeft - plan.buffer
        return days <= 0 ? 0 : (newWords + days - 1) / days
    }
}
