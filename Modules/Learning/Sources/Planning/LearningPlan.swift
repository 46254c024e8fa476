import Kernel

/// What is to be learned until a day, day by day: what is missing, spread evenly. It is made anew whenever somebody looks, so what was not done is spread
/// over what is left.
public struct LearningPlan: Hashable, Sendable {
    /// What is learned.
    public enum Part: String, CaseIterable, Codable, Sendable {
        /// Cards: a word has two, one for each direction.
        case words
        /// Movements of patterns.
        case movements
        /// Exchanges of step sparring.
        case exchanges
        /// Questions of theory.
        case questions
        /// Lines of line work.
        case lines

        /// So many new ones a day are usual, and so many are asked at most. For words, the learner's own number of new cards a day is the usual one.
        var limits: (usual: Int, most: Int) {
            switch self {
            case .words: (StudySettings.usualNewADay, StudySettings.newRange.upperBound)
            case .movements: (20, 60)
            case .exchanges: (2, 10)
            case .questions: (4, 20)
            case .lines: (2, 10)
            }
        }
    }

    /// What is missing of a part.
    public struct Need: Hashable, Sendable {
        /// Things never met.
        public let missing: Int
        /// Things met for the first time today.
        public let doneToday: Int
        /// So many a day are usual; a day that asks more says so.
        public let usual: Int

        /// So many missing; a number below 0 counts as none.
        public init(missing: Int, doneToday: Int = 0, usual: Int) {
            (self.missing, self.doneToday, self.usual) = (max(0, missing), max(0, doneToday), max(0, usual))
        }
    }

    /// One day of it.
    public struct DayPlan: Hashable, Sendable {
        /// When it is to be done.
        public let day: Day
        /// How many new ones of each part; parts without any are left out.
        public let amounts: [Part: Int]
        /// The parts of which it asks more than is usual.
        public let over: Set<Part>
    }

    /// The days from today to the eve of the grading, as far as there is anything to learn.
    public let days: [DayPlan]
    /// What is missing, by part.
    public let needs: [Part: Need]
    /// What cannot be met until then, even with as many a day as may be asked.
    public let leftOver: [Part: Int]
    /// Days from today to the grading; 0 on the day, and behind it.
    public let daysLeft: Int
    /// The last days, on which nothing new is learned.
    public let buffer: Int

    /// So many days before the grading nothing new is learned, where there is time: a fifth of it, and never more than a week.
    public static let longestBuffer = 7

    /// A plan from today to a day.
    public init(_ needs: [Part: Need], from today: Day, to grading: Day) {
        let left = max(0, grading.days(since: today))
        let buffer = min(LearningPlan.longestBuffer, left / 5)
        var (amounts, over, leftOver) = ([[Part: Int]](), [Set<Part>](), [Part: Int]())
        for (part, need) in needs {
            let days = LearningPlan.spread(need, part.limits.most, over: left - buffer)
            let planned = days.reduce(0, +)
            if planned < need.missing { leftOver[part] = need.missing - planned }
            let last = days.lastIndex { $0 > 0 } ?? -1
            while amounts.count <= last {
                amounts.append([:])
                over.append([])
            }
            for (index, amount) in days.prefix(last + 1).enumerated() where amount > 0 {
                amounts[index][part] = amount
                if amount + (index == 0 ? need.doneToday : 0) > need.usual { over[index].insert(part) }
            }
        }
        days = amounts.indices.map { DayPlan(day: today.adding(days: $0), amounts: amounts[$0], over: over[$0]) }
        (self.needs, self.leftOver, daysLeft, self.buffer) = (needs, leftOver, left, buffer)
    }

    /// So many on each of these days: what was missing this morning, evenly; from tomorrow on, what is missing then.
    private static func spread(_ need: Need, _ most: Int, over days: Int) -> [Int] {
        guard days > 0 else { return [] }
        let morning = min(need.missing + need.doneToday, most * days)
        let today = min(max(0, evenly(morning, over: days)[0] - need.doneToday), need.missing)
        return [today] + evenly(min(need.missing - today, most * (days - 1)), over: days - 1)
    }

    private static func evenly(_ count: Int, over days: Int) -> [Int] {
        (0..<max(0, days)).map { count / days + ($0 < count % days ? 1 : 0) }
    }

    /// What today is still to bring.
    public func today(_ part: Part) -> Int { days.first?.amounts[part] ?? 0 }

    /// The most that a day asks of a part.
    public func most(_ part: Part) -> Int { days.map { $0.amounts[part] ?? 0 }.max() ?? 0 }

    /// The last day on which anything new is learned; nil where nothing is.
    public var lastDay: Day? { days.last?.day }
}
