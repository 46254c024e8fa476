import Content
import Kernel
import Practice

/// Where a learner stands, in figures. Made from one record a card and one a day and session; no answer is read.
public struct Statistics: Sendable {
    /// Cards by where they are. A card is a term that is open to the learner, in one direction.
    public struct Cards: Hashable, Sendable {
        /// Answered before, and due today or earlier.
        public let due: Int
        /// Never answered, and asked by `study` today.
        public let new: Int
        /// Never answered, and asked on another day.
        public let later: Int
        /// Answered at least once, in whatever box.
        public let learning: Int
        /// Set aside: not asked until they are brought back.
        public let setAside: Int
        /// All: `new`, `later`, `learning` and `setAside`.
        public let total: Int
    }

    /// One category.
    public struct CategoryFigures: Hashable, Sendable {
        /// What its terms have in common.
        public let category: Content.Category
        /// Cards answered at least once.
        public let learning: Int
        /// All cards that are open.
        public let total: Int
        /// The share of right answers, 0…1.
        public let accuracy: Double
    }

    /// Practice of every kind: streak, sessions, answers, days.
    public let practice: PracticeFigures
    /// Boxes and due days of what is being learned and open; the boxes' sum is `cards.learning`.
    public let schedule: ScheduleFigures
    /// Cards by where they are.
    public let cards: Cards
    /// What each kind of study that was met has brought, in the order of a lesson.
    public let kinds: [PracticeFigures.KindFigures]
    /// Categories that have cards, in their order.
    public let categories: [CategoryFigures]
    /// How well the words that are open are known, in thousandths: a card that rests in box 4 or 5 counts whole, a lower box so many quarters, a card
    /// that was never answered nothing; where a scheduler says how likely each is to be known today, each counts so much the less.
    public let readiness: Int
    /// Cards that keep being missed, the most missed first.
    public let leeches: [ItemMemory]

    init(
        memories: [ItemMemory], days: [PracticeDay], library: Library, syllabus: Syllabus, today: Day, newLimit: Int,
        setAside: Set<Card>, scheduler: (any Scheduler)? = nil
    ) {
        let terms = syllabus.opened(in: library.terms).filter(\.hasKorean)
        let open = Dictionary(terms.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let met = memories.filter { open[$0.target.subject] != nil }
        let learning = met.filter { memory in !(memory.card.map(setAside.contains) ?? false) }
        let total = terms.count * Direction.allCases.count
        let aside = setAside.count { open[$0.term] != nil }
        practice = PracticeFigures(days, today: today)
        kinds = practice.kinds.sorted { $0.kind < $1.kind }
        schedule = ScheduleFigures(learning, today: today)
        readiness = Statistics.readiness(of: learning, total: total, on: today, by: scheduler)
        let fresh = NewCards(met, setAside: setAside)
        let new = min(newLimit, terms.count { fresh.card(of: $0.id, .both) != nil })
        cards = Cards(
            due: schedule.due, new: new, later: total - learning.count - aside - new, learning: learning.count, setAside: aside,
            total: total)
        leeches = learning.filter(\.isLeech).map { (memory: $0, misses: $0.misses, id: $0.id) }
            .sorted { ($1.misses, $0.id) < ($0.misses, $1.id) }.map(\.memory)
        categories = Statistics.categories(terms, met, open)
    }

    private static func categories(_ terms: [Term], _ learning: [ItemMemory], _ open: [String: Term]) -> [CategoryFigures] {
        let totals = Dictionary(grouping: terms, by: \.category).mapValues { $0.count * Direction.allCases.count }
        let met = Dictionary(grouping: learning) { open[$0.target.subject]?.category }
        return totals.sorted { $0.key < $1.key }.map { category, total in
            let cards = met[category] ?? []
            let answers = cards.reduce(0) { $0 + $1.state.answers }
            let right = cards.reduce(0) { $0 + $1.state.right }
            return CategoryFigures(
                category: category, learning: cards.count, total: total,
                accuracy: Figures.share(right, of: answers))
        }
    }
}
