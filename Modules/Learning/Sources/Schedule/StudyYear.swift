import Content
import Kernel
import Practice

/// What the coming days ask of somebody who studies, card by card as sessions would: the same plan, the same memory, no store. So a day's load can be
/// known before it comes.
public struct StudyYear: Sendable {
    /// How somebody studies.
    public enum Manner: String, CaseIterable, Sendable {
        /// Every day, until nothing is left, and nine of ten right.
        case eager
        /// On three days of seven, in no order; then until nothing is left, and four of five right.
        case sporadic
        /// Every day, until nothing is left; three of five right.
        case clumsy

        fileprivate var right: Int {
            switch self {
            case .eager: 90
            case .sporadic: 80
            case .clumsy: 60
            }
        }
    }

    /// One day.
    public struct Load: Hashable, Sendable {
        /// On which all of it falls.
        public let day: Day
        /// Cards that were due when it began.
        public let due: Int
        /// Of those, cards that were answered.
        public var reviewed = 0
        /// Cards that were met for the first time.
        public var new = 0
        /// Answers to cards that were missed and came once more.
        public var repeats = 0

        /// All answers of the day.
        public var answers: Int { reviewed + new + repeats }
    }

    /// The days, in order.
    public private(set) var days: [Load] = []
    /// Cards that were never answered when they ended.
    public private(set) var unmet = 0
    /// All cards.
    public let cards: Int

    private let terms: [Term]
    private let learner: Learner
    private let rule: MemoryRule
    private let newADay: Int
    private var known: [Card: ItemMemory]
    private var random: RandomSource

    init(
        _ count: Int, from first: Day, _ manner: Manner, terms: [Term], learner: Learner, rule: MemoryRule, newADay: Int,
        memories: [ItemMemory], random: RandomSource
    ) {
        (self.terms, self.learner, self.rule) = (terms, learner, rule)
        (self.newADay, self.random) = (newADay, random)
        known = Dictionary(memories.compactMap { memory in memory.card.map { ($0, memory) } }) { first, _ in first }
        cards = terms.count * Direction.allCases.count
        for number in 0..<max(0, count) { live(first.adding(days: number), manner) }
        let open = Set(terms.map(\.id))
        unmet = cards - known.keys.count { open.contains($0.term) }
    }

    /// What no day asks more of than in answers, of somebody who studies every day and knows nine of ten: four times the new cards of a day, which come
    /// back three times in their first two weeks, and a sixth of all cards, because those that are known come back after a fortnight at the latest and
    /// one of ten begins anew. Lived in advance for 120 to 552 cards and 3 to 50 new ones a day.
    public static func most(newADay: Int, cards: Int) -> Int { 4 * newADay + (cards + 5) / 6 }

    /// The same for a manner of studying: who knows three of five is asked three times as much. Nil for somebody sporadic, as each pause piles up its
    /// own days.
    public static func stated(_ manner: Manner, newADay: Int, cards: Int) -> Int? {
        let most = most(newADay: newADay, cards: cards)
        return switch manner {
        case .eager: most
        case .clumsy: 3 * most
        case .sporadic: nil
        }
    }

    /// The most answers of a day.
    public var most: Load? { days.max { ($0.answers, $1.day) < ($1.answers, $0.day) } }

    /// Answers a day over the latest days; 0 without any.
    public func mean(ofLast count: Int) -> Int {
        let last = days.suffix(count)
        return last.isEmpty ? 0 : Int((Double(last.reduce(0) { $0 + $1.answers }) / Double(last.count)).rounded())
    }

    private mutating func live(_ day: Day, _ manner: Manner) {
        var load = Load(day: day, due: known.values.count { $0.schedule?.isDue(on: day) ?? false })
        defer { days.append(load) }
        guard manner != .sporadic || Int.random(in: 0..<7, using: &random) < 3 else { return }
        while true {
            let plan = SessionPlan(
                configuration: StudyConfiguration(cards: StudyConfiguration.cardRange.upperBound), syllabus: learner.syllabus,
                terms: terms, memories: Array(known.values), today: day, newLimit: newADay - load.new)
            let queue = plan.queue(&random)
            guard !queue.isEmpty else { return }
            go(through: queue, on: day, manner, &load)
        }
    }

    private mutating func go(through queue: [StudyItem], on day: Day, _ manner: Manner, _ load: inout Load) {
        var (place, missed, items) = (0, [Int](), queue)
        while place < items.count {
            let item = items[place]
            defer { place += 1 }
            guard item.step != .show else { continue }
            // What was missed a moment ago is known better than what was not seen for days.
            let isRight = Int.random(in: 0..<100, using: &random) < (item.step == .again ? max(manner.right, 80) : manner.right)
            if !isRight {
                missed.append(place)
                items = StudyItem.course(queue, returning: missed.map(StudyItem.Return.init(missedAt:)))
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
        let (old, moment) = (
            known[card]?.state, Moment(day: day, instant: Instant(milliseconds: Int64(day.ordinal) * 86_400_000))
        )
        let mark = Mark(.recalled, isRight ? .good : .again)
        let memory = rule.memory(after: mark, of: card.target, from: old?.memory, at: moment)
        known[card] = ItemMemory(
            card.target,
            MemoryState(
                memory: memory, answers: (old?.answers ?? 0) + 1, right: (old?.right ?? 0) + (isRight ? 1 : 0), last: day,
                latest: "ahead"))
    }
}

extension Flashcards {
    /// The coming days of this learner, today first, from where they stand.
    ///
    /// - Parameter newADay: new cards a day; nil for what is settled.
    public func ahead(days count: Int, _ manner: StudyYear.Manner = .eager, newADay: Int? = nil) throws -> StudyYear {
        let aside = try setAside()
        let memories = try log.memories(of: .flashcards).filter { memory in !(memory.card.map(aside.contains) ?? false) }
        return StudyYear(
            count, from: log.today, manner, terms: learner.syllabus.opened(in: library.terms).filter(\.hasKorean),
            learner: learner, rule: try .daily(scheduler()), newADay: try newADay ?? settings().newADay,
            memories: memories, random: log.split())
    }
}
