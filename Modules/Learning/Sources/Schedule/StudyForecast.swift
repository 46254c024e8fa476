import Content
import Kernel
import Practice

/// A simulation of the coming days, which forecasts the workload card by card.
///
/// It uses the session plan and the memory rules of real sessions without a store.
package struct StudyForecast: Sendable {
    /// A manner of studying.
    package enum StudyHabit: String, CaseIterable, Sendable {
        /// Every day until nothing is left, with nine of ten answers right.
        case eager
        /// On three random days of seven until nothing is left, with four of five answers right.
        case sporadic
        /// Every day until nothing is left, with three of five answers right.
        case clumsy

        /// The percentage of right answers.
        fileprivate var right: Int {
            switch self {
            case .eager: 90
            case .sporadic: 80
            case .clumsy: 60
            }
        }
    }

    /// The workload of a day.
    package struct Load: Hashable, Sendable {
        package let day: Day
        package let due: Int
        /// The number of due cards that were answered.
        package var reviewed = 0
        /// The number of cards that were met for the first time.
        package var new = 0
        /// The number of further answers to cards that were missed that day.
        package var repeats = 0

        package var answers: Int { reviewed + new + repeats }
    }

    package private(set) var days: [Load] = []
    /// The number of cards without answers at the end.
    package private(set) var unmet = 0
    package let cards: Int

    private let terms: [Term]
    private let learner: Learner
    private let rule: MemoryRule
    /// The maximum number of new cards a day.
    private let newADay: Int
    private var memories: [Card: ItemMemory]
    private var random: RandomSource

    init(
        _ count: Int, from first: Day, _ habit: StudyHabit, terms: [Term], learner: Learner, rule: MemoryRule,
        newADay: Int, memories: [ItemMemory], random: RandomSource
    ) {
        self.terms = terms
        self.learner = learner
        self.rule = rule
        self.newADay = newADay
        self.random = random
        self.memories = Dictionary(memories.compactMap { memory in memory.card.map { ($0, memory) } }) { first, _ in
            first
        }
        cards = terms.count * Direction.allCases.count
        for number in 0..<max(0, count) { simulate(first.adding(days: number), habit) }
        let termIDs = Set(terms.map(\.id))
        unmet = cards - self.memories.keys.count { termIDs.contains($0.term) }
    }

    /// Returns the maximum answers a day for a learner who studies daily and knows nine of ten
    /// cards.
    ///
    /// The formula has two terms. Four times the daily new cards, because these come back three
    /// times in their first two weeks. A sixth of all cards, because known cards come back within a
    /// fortnight and one of ten starts again. It was verified by simulations of 120 to 552 cards
    /// and 3 to 50 new cards a day.
    package static func maximumAnswers(newADay: Int, cards: Int) -> Int { 4 * newADay + (cards + 5) / 6 }

    /// Returns the maximum answers a day for a manner of studying.
    ///
    /// A learner who knows three of five cards is asked three times as much. The result is nil for
    /// the sporadic manner, because each pause accumulates due cards.
    package static func documentedMaximum(_ habit: StudyHabit, newADay: Int, cards: Int) -> Int? {
        let maximum = maximumAnswers(newADay: newADay, cards: cards)
        return switch habit {
        case .eager: maximum
        case .clumsy: 3 * maximum
        case .sporadic: nil
        }
    }

    /// The day with the most answers, the earliest among equals, or nil without days.
    package var busiestDay: Load? { days.max { ($0.answers, $1.day) < ($1.answers, $0.day) } }

    /// Returns the mean answers a day over the latest days, or 0 without days.
    package func mean(ofLast count: Int) -> Int {
        let lastDays = days.suffix(count)
        return lastDays.isEmpty
            ? 0 : Int((Double(lastDays.reduce(0) { $0 + $1.answers }) / Double(lastDays.count)).rounded())
    }

    /// Adds a day, with sessions until no card is due or new.
    private mutating func simulate(_ day: Day, _ habit: StudyHabit) {
        var load = Load(day: day, due: memories.values.count { $0.schedule?.isDue(on: day) ?? false })
        defer { days.append(load) }
        guard habit != .sporadic || Int.random(in: 0..<7, using: &random) < 3 else { return }
        while true {
            let plan = SessionPlan(
                configuration: StudyConfiguration(cards: StudyConfiguration.cardRange.upperBound),
                syllabus: learner.syllabus,
                terms: terms, memories: Array(memories.values), today: day, newLimit: newADay - load.new)
            let queue = plan.queue(&random)
            guard !queue.isEmpty else { return }
            answer(through: queue, on: day, habit, &load)
        }
    }

    /// Answers the cards of a session, with missed cards returning.
    private mutating func answer(through queue: [StudyItem], on day: Day, _ habit: StudyHabit, _ load: inout Load) {
        var index = 0
        var missed = [Int]()
        var items = queue
        while index < items.count {
            let item = items[index]
            defer { index += 1 }
            guard item.step != .show else { continue }
            // A card missed a moment ago is known better than one not seen for days.
            let isRight =
                Int.random(in: 0..<100, using: &random) < (item.step == .again ? max(habit.right, 80) : habit.right)
            if !isRight {
                missed.append(index)
                items = StudyItem.sequence(queue, returning: missed.map(StudyItem.Return.init(missedAt:)))
            }
            if item.step == .again {
                load.repeats += 1
            } else {
                if memories[item.card] == nil { load.new += 1 } else { load.reviewed += 1 }
                remember(item.card, isRight, on: day)
            }
        }
    }

    /// Updates the memory of a card with an answer.
    private mutating func remember(_ card: Card, _ isRight: Bool, on day: Day) {
        let oldState = memories[card]?.state
        let moment = Moment(day: day, instant: Instant(milliseconds: Int64(day.ordinal) * 86_400_000))
        let mark = Mark(.recalled, isRight ? .good : .again)
        let memory = rule.memory(after: mark, of: card.target, from: oldState?.memory, at: moment)
        memories[card] = ItemMemory(
            card.target,
            MemoryState(
                memory: memory, answers: (oldState?.answers ?? 0) + 1,
                right: (oldState?.right ?? 0) + (isRight ? 1 : 0),
                last: day, latest: "ahead"))
    }
}

extension Flashcards {
    /// Returns a simulation of the learner's coming days, from today and the present state.
    ///
    /// - Parameter newADay: new cards a day, or nil for the setting.
    package func studyForecast(days count: Int, _ habit: StudyForecast.StudyHabit = .eager, newADay: Int? = nil) throws
        -> StudyForecast
    {
        let setAsideCards = try setAside()
        let memories = try log.memories(of: .flashcards).filter { memory in
            !(memory.card.map(setAsideCards.contains) ?? false)
        }
        return StudyForecast(
            count, from: log.today, habit, terms: learner.syllabus.opened(in: library.terms).filter(\.hasKorean),
            learner: learner, rule: try .daily(scheduler()), newADay: try newADay ?? settings().newADay,
            memories: memories, random: log.makeRandomSource())
    }
}
