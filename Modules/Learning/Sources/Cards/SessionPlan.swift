import Content
import Kernel
import Practice

/// A plan of the cards of a session and their order.
///
/// 1. Due cards come first, the longest overdue before the others, and lower boxes first among
///   equals. Each keeps its own direction, whatever the configuration says about new cards.
/// 2. Every fourth card is new. New cards also fill the rest once no due cards are left. Their
///   number is the rest of the daily limit (`StudySettings.newADay`) for all grades. Unseen cards
///   of earlier grades alternate with those of the learner's grade.
/// 3. Words that the learner has never met alternate with words that are now asked from English to
///   Korean: see `NewCards`. `NewOrder` defines the order in which words are introduced.
/// 4. A new word is shown before it is asked, with two cards between if there are enough.
/// 5. A session asks each term once. The other direction waits.
///
/// The plan contains no cards before their due date, because early repetition weakens the interval.
/// It contains no cards that are set aside.
package struct SessionPlan {
    /// The interval of new cards in the queue: every fourth card is new.
    static let newEvery = 4
    /// The number of cards between the showing of a new word and its question.
    static let lookAhead = 2

    let configuration: StudyConfiguration
    let syllabus: Syllabus
    /// The candidates: open to the learner and within the configuration.
    let terms: [Term]
    let today: Day
    let newLimit: Int
    /// Whether a new word is shown before it is asked.
    let showsNew: Bool
    /// The maximum number of due cards, or nil for as many as fit.
    package var dueLimit: Int?
    /// The only terms that may be asked as new, or nil for all.
    package var allowedNewTerms: Set<String>?
    /// The schedules of the cards with answers that are not set aside.
    private let schedules: [Card: Schedule]
    private let newCandidates: NewCards

    package init(
        configuration: StudyConfiguration, syllabus: Syllabus, terms: [Term], memories: [ItemMemory], today: Day,
        newLimit: Int, setAside: Set<Card> = [], showsNew: Bool = true
    ) {
        self.configuration = configuration
        self.syllabus = syllabus
        self.terms = terms
        self.showsNew = showsNew
        self.today = today
        self.newLimit = newLimit
        let cardSchedules = memories.compactMap { memory in
            memory.card.flatMap { card in memory.schedule.map { (card, $0) } }
        }
        schedules = Dictionary(
            cardSchedules.filter { !setAside.contains($0.0) }, uniquingKeysWith: { first, _ in first })
        newCandidates = NewCards(memories, setAside: setAside)
    }

    /// Returns the items of the session in order.
    package func queue(_ random: inout RandomSource) -> [StudyItem] {
        let allDue = configuration.onlyNew ? [] : dueCards(&random)
        let limitedDue = dueLimit.map { Array(allDue.prefix($0)) } ?? allDue
        return withNewWordsShown(interleaved(limitedDue, newCards(without: Set(limitedDue.map(\.term)))))
    }

    /// Returns the due cards, the longest overdue first, one of each term.
    private func dueCards(_ random: inout RandomSource) -> [Card] {
        let metCards = terms.flatMap { term in Direction.allCases.map { Card(term: term.id, direction: $0) } }
            .compactMap { card in schedules[card].map { (card: card, schedule: $0) } }
        let askableCards = metCards.filter { !configuration.isListening || $0.card.direction == .koreanToEnglish }
        let sortedCards = askableCards.filter { $0.schedule.isDue(on: today) }.shuffled(using: &random).enumerated()
            .sorted {
                ($0.element.schedule.due, $0.element.schedule.box, $0.offset) < (
                    $1.element.schedule.due, $1.element.schedule.box, $1.offset
                )
            }
        var seenTerms: Set<String> = []
        return sortedCards.map(\.element.card).filter { seenTerms.insert($0.term).inserted }
    }

    /// Returns the new cards, alternating words that were never met with words to ask from English
    /// to Korean.
    private func newCards(without excludedTerms: Set<String>) -> ArraySlice<Card> {
        let limit = min(newLimit, configuration.cards)
        guard limit > 0 else { return [] }
        let allowedTerms = allowedNewTerms.map { only in terms.filter { only.contains($0.id) } } ?? terms
        let openTerms = allowedTerms.filter {
            !excludedTerms.contains($0.id) && newCandidates.card(of: $0.id, configuration.directions) != nil
        }
        let unmetTerms = openTerms.filter { !newCandidates.isMet($0.id) }
        let order = NewOrder(terms)
        let words = order.interleaved(
            unmetTerms.filter { syllabus.status(of: $0.grade) == .new },
            unmetTerms.filter { syllabus.status(of: $0.grade) == .review },
            unmet: Set(unmetTerms.map(\.id)), limit: limit)
        var unmetQueue = words[...]
        var metQueue = order.sorted(openTerms.filter { newCandidates.isMet($0.id) })[...]
        var newCards: [Card] = []
        while newCards.count < limit,
            let next = newCards.count % 2 == 0
                ? unmetQueue.popFirst() ?? metQueue.popFirst() : metQueue.popFirst() ?? unmetQueue.popFirst()
        {
            if let card = newCandidates.card(of: next.id, configuration.directions) { newCards.append(card) }
        }
        return newCards[...]
    }

    /// Returns due and new cards up to the size of the session, with every fourth card new.
    private func interleaved(_ dueCards: [Card], _ newCards: ArraySlice<Card>) -> [Card] {
        var dueQueue = dueCards[...]
        var newQueue = newCards
        var queue: [Card] = []
        while queue.count < configuration.cards,
            let next = (queue.count + 1) % SessionPlan.newEvery == 0
                ? newQueue.popFirst() ?? dueQueue.popFirst() : dueQueue.popFirst() ?? newQueue.popFirst()
        {
            queue.append(next)
        }
        return queue
    }

    /// Returns the queue as items, with each new word shown before it is asked.
    private func withNewWordsShown(_ queue: [Card]) -> [StudyItem] {
        var wordsToShow = queue.enumerated().filter { showsNew && !newCandidates.isMet($0.element.term) }[...]
        return queue.enumerated().flatMap { place, card -> [StudyItem] in
            var items: [StudyItem] = []
            while let next = wordsToShow.first, next.offset <= place + SessionPlan.lookAhead {
                items.append(StudyItem(next.element, .show))
                wordsToShow.removeFirst()
            }
            return items + [StudyItem(card)]
        }
    }
}
