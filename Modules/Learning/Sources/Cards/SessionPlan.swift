import Content
import Kernel
import Practice

/// Which cards a session asks, and in which order.
///
/// 1. Cards that are due come first, the longest overdue before the others, lower boxes first among equals. Each is asked in its own direction,
///    whichever direction new ones are to have.
/// 2. Behind them come cards of earlier grades that the learner never answered: review, although this app has not seen it yet.
/// 3. New cards are mixed in as every fourth; when the others run out they fill the rest. At most ten of them (or a quarter of the session
///    when that is more) as long as there is anything to review; without anything to review the whole session may be new.
/// 4. A term is asked once a session: its other direction waits. What may be new is said by `NewCards`.
///
/// Cards that are not due are not asked: asking early takes the effect out of the interval.
struct SessionPlan {
    static let newEvery = 4
    static let newLimit = 10

    let configuration: StudyConfiguration
    let syllabus: Syllabus
    /// What may be asked: open to the learner and within the configuration.
    let terms: [Term]
    let today: Day
    private let known: [Card: Schedule]
    private let new: NewCards

    init(configuration: StudyConfiguration, syllabus: Syllabus, terms: [Term], memories: [ItemMemory], today: Day) {
        (self.configuration, self.syllabus, self.terms, self.today) = (configuration, syllabus, terms, today)
        let schedules = memories.compactMap { memory in memory.card.flatMap { card in memory.schedule.map { (card, $0) } } }
        known = Dictionary(schedules, uniquingKeysWith: { first, _ in first })
        new = NewCards(memories)
    }

    func queue(_ random: inout RandomSource) -> [Card] {
        let waiting = configuration.onlyNew ? [] : waiting(&random)
        let taken = Set(waiting.map(\.term))
        let unmet = unmet(without: taken).shuffled(using: &random)
        let fresh = inOrder(unmet.filter { syllabus.standing(of: $0.term.grade) == .new }).map(\.card)
        let earlier = unmet.filter { syllabus.standing(of: $0.term.grade) == .review }.map(\.card)
        let reviewed = configuration.onlyNew ? [] : waiting + earlier
        let new = configuration.onlyNew ? fresh + earlier : fresh
        return mixed(reviewed, new.prefix(newLimit(reviewing: !reviewed.isEmpty)))
    }

    private func newLimit(reviewing: Bool) -> Int {
        if let limit = configuration.newLimit { return max(0, limit) }
        return reviewing ? max(SessionPlan.newLimit, configuration.cards / SessionPlan.newEvery) : configuration.cards
    }

    private func waiting(_ random: inout RandomSource) -> [Card] {
        let met = terms.flatMap { term in Direction.allCases.map { Card(term: term.id, direction: $0) } }
            .compactMap { card in known[card].map { (card: card, schedule: $0) } }
        let due = met.filter { $0.schedule.isDue(on: today) }.shuffled(using: &random).enumerated()
            .sorted {
                ($0.element.schedule.due, $0.element.schedule.box, $0.offset) < (
                    $1.element.schedule.due, $1.element.schedule.box, $1.offset
                )
            }
        var seen: Set<String> = []
        return due.map(\.element.card).filter { seen.insert($0.term).inserted }
    }

    private func unmet(without taken: Set<String>) -> [(term: Term, card: Card)] {
        terms.filter { !taken.contains($0.id) }.compactMap { term in
            new.card(of: term.id, configuration.directions).map { (term, $0) }
        }
    }

    /// Lower grades and easier terms first; chance among equals.
    private func inOrder(_ cards: [(term: Term, card: Card)]) -> [(term: Term, card: Card)] {
        cards.enumerated().sorted {
            ($0.element.term.grade, $0.element.term.difficulty, $0.offset) < (
                $1.element.term.grade, $1.element.term.difficulty, $1.offset
            )
        }.map(\.element)
    }

    private func mixed(_ reviewed: [Card], _ new: ArraySlice<Card>) -> [Card] {
        var (old, fresh) = (reviewed[...], new)
        var queue: [Card] = []
        while queue.count < configuration.cards,
            let next = (queue.count + 1) % SessionPlan.newEvery == 0
                ? fresh.popFirst() ?? old.popFirst() : old.popFirst() ?? fresh.popFirst()
        {
            queue.append(next)
        }
        return queue
    }
}
