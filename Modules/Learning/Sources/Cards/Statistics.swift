import Content
import Kernel
import Practice

/// The statistics of a learner, computed from one record for each card, day and session without
/// reading answers.
package struct Statistics: Sendable {
    /// The number of cards in each state. A card is one direction of a term that is open to the
    /// learner.
    package struct Cards: Hashable, Sendable {
        package let due: Int
        /// The cards that were never answered and that `study` asks today.
        package let new: Int
        /// The cards that were never answered and that `study` asks on a later day.
        package let later: Int
        /// The cards with an answer, except for those set aside.
        package let learning: Int
        /// The cards that are not asked until the learner brings them back.
        package let setAside: Int
        /// The total of `new`, `later`, `learning` and `setAside`.
        package let total: Int
    }

    /// The statistics of one category.
    package struct CategoryFigures: Hashable, Sendable {
        package let category: Content.Category
        package let learning: Int
        package let total: Int
        /// The share of right answers, 0…1.
        package let accuracy: Double
    }

    /// The figures of all practice: streak, sessions, answers and days.
    package let practice: PracticeStatistics
    /// The boxes and due days of the open cards in learning. The sum of the boxes is
    /// `cards.learning`.
    package let schedule: ScheduleStatistics
    package let cards: Cards
    /// The figures of each practiced kind, in lesson order.
    package let kinds: [PracticeStatistics.KindStatistics]
    /// The categories that have cards, in order.
    package let categories: [CategoryFigures]
    /// The readiness on the open words, in thousandths.
    ///
    /// A card in box 4 or 5 counts fully, a lower box counts by quarters, and a card without
    /// answers counts as 0. If a scheduler predicts recall for today, each card is weighted by that
    /// probability.
    package let readiness: Int
    /// The cards that the learner keeps missing, the most missed first.
    package let leeches: [ItemMemory]

    init(
        memories: [ItemMemory], days: [PracticeDay], library: Library, syllabus: Syllabus, today: Day, newLimit: Int,
        setAside: Set<Card>, scheduler: (any Scheduler)? = nil
    ) {
        let terms = syllabus.opened(in: library.terms).filter(\.hasKorean)
        let openTerms = Dictionary(terms.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let openMemories = memories.filter { openTerms[$0.target.subject] != nil }
        let learning = openMemories.filter { memory in !(memory.card.map(setAside.contains) ?? false) }
        let total = terms.count * Direction.allCases.count
        let setAsideCount = setAside.count { openTerms[$0.term] != nil }
        practice = PracticeStatistics(days, today: today)
        kinds = practice.kinds.sorted { $0.kind < $1.kind }
        schedule = ScheduleStatistics(learning, today: today)
        readiness = Statistics.readiness(of: learning, total: total, on: today, by: scheduler)
        let newCards = NewCards(openMemories, setAside: setAside)
        let newCount = min(newLimit, terms.count { newCards.card(of: $0.id, .both) != nil })
        cards = Cards(
            due: schedule.due, new: newCount, later: total - learning.count - setAsideCount - newCount,
            learning: learning.count,
            setAside: setAsideCount, total: total)
        leeches = learning.filter(\.isLeech).map { (memory: $0, misses: $0.misses, id: $0.id) }
            .sorted { ($1.misses, $0.id) < ($0.misses, $1.id) }.map(\.memory)
        categories = Statistics.categories(terms, openMemories, openTerms)
    }

    /// Returns the progress and the accuracy of each category of words.
    private static func categories(_ terms: [Term], _ learning: [ItemMemory], _ openTerms: [String: Term])
        -> [CategoryFigures]
    {
        let totals = Dictionary(grouping: terms, by: \.category).mapValues { $0.count * Direction.allCases.count }
        let memoriesByCategory = Dictionary(grouping: learning) { openTerms[$0.target.subject]?.category }
        return totals.sorted { $0.key < $1.key }.map { category, total in
            let cards = memoriesByCategory[category] ?? []
            let answers = cards.reduce(0) { $0 + $1.state.answers }
            let right = cards.reduce(0) { $0 + $1.state.right }
            return CategoryFigures(
                category: category, learning: cards.count, total: total, accuracy: Figures.share(right, of: answers))
        }
    }
}
