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
    private let newADay: Int
    private var known: [Card: ItemMemory]
    private var random: RandomSource

    init(
        _ count: Int, from first: Day, _ manner: StudyHabit, terms: [Term], learner: Learner, rule: MemoryRule,
        newADay: Int, memories: [ItemMemory], random: RandomSource
    ) {
        self.terms = terms
        self.learner = learner
        self.rule = rule
        self.newADay = newADay
        self.random = random
        known = Dictionary(memories.compactMap { memory in memory.card.map { ($0, memory) } }) { first, _ in first }
        cards = terms.count * Direction.allCases.count
        for number in 0..<max(0, count) { simulate(first.adding(days: number), manner) }
        let open = Set(terms.map(\.id))
        unmet = cards - known.keys.count { open.contains($0.term) }
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
    package static func documentedMaximum(_ manner: StudyHabit, newADay: Int, cards: Int) -> Int? {
        let most = maximumAnswers(newADay: newADay, cards: cards)
        return switch manner {
        case .eager: most
        case .clumsy: 3 * most
        case .sporadic: nil
        }
    }

    package var busiestDay: Load? { days.max { ($0.answers, $1.day) < ($1.answers, $0.day) } }

    /// Returns the mean answers a day over the latest days, or 0 without days.
    package func mean(ofLast count: Int) -> Int {
        let last = days.suffix(count)
        return last.isEmpty ? 0 : Int((Double(last.reduce(0) { $0 + $1.answers }) / Double(last.count)).rounded())
    }

    private mutating func simulate(_ day: Day, _ manner: StudyHabit) {
        var load = Load(day: day, due: known.values.count { $0.schedule?.isDue(on: day) ?? false })
        defer { days.append(load) }
        guard manner != .sporadic || Int.random(in: 0..<7, using: &random) < 3 else { return }
        while true {
            let plan = SessionPlan(
                configuration: StudyConfiguration(cards: StudyConfiguration.cardRange.upperBound),
                syllabus: learner.syllabus,
                terms: terms, memories: Array(known.values), today: day, newLimit: newADay - load.new)
            let queue = plan.queue(&random)
            guard !queue.isEmpty else { return }
            go(through: queue, on: day, manner, &load)
        }
    }

    private mutating func go(through queue: [StudyItem], on day: Day, _ manner: StudyHabit, _ load: inout Load) {
        var place = 0
        var missed = [Int]()
        var items = queue
        while place < items.count {
            let item = items[place]
            defer { place += 1 }
            guard item.step != .show else { continue }
            // A card missed a moment ago is known better than one not seen for days.
            let isRight =
                Int.random(in: 0..<100, using: &random) < (item.step == .again ? max(manner.right, 80) : manner.right)
            if !isRight {
                missed.append(place)
                items = StudyItem.sequence(queue, returning: missed.map(StudyItem.Return.init(missedAt:)))
            }
            if item.step == .again {
                load.repeats += 1
            } else {
                if known[item.card] == nil { load.new += 1 } else { load.reviewed += 1 }
                remember(item.card, isRight, on: day)
            }
        }
    }

    private mutating func remember(_ card: Card, _ isRight: Bool, on day: Day) {
        let old = known[card]?.state
        let moment = Moment(day: day, instant: Instant(milliseconds: Int64(day.ordinal) * 86_400_000))
        let mark = Mark(.recalled, isRight ? .good : .again)
        let memory = rule.memory(after: mark, of: card.target, from: old?.memory, at: moment)
        known[card] = ItemMemory(
            card.target,
            MemoryState(
                memory: memory, answers: (old?.answers ?? 0) + 1, right: (old?.right ?? 0) + (isRight ? 1 : 0),
                last: day, latest: "ahead"))
    }
}

extension Flashcards {
    /// Returns a simulation of the learner's coming days, from today and the present state.
    ///
    /// - Parameter newADay: new cards a day, or nil for the setting.
    package func studyForecast(days count: Int, _ manner: StudyForecast.StudyHabit = .eager, newADay: Int? = nil) throws
        -> StudyForecast
    {
        let aside = try setAside()
        let memories = try log.memories(of: .flashcards).filter { memory in !(memory.card.map(aside.contains) ?? false)
        }
        return StudyForecast(
            count, from: log.today, manner, terms: learner.syllabus.opened(in: library.terms).filter(\.hasKorean),
            learner: learner, rule: try .daily(scheduler()), newADay: try newADay ?? settings().newADay,
            memories: memories, random: log.makeRandomSource())
    }
}
