import Content
import Kernel
import Practice

/// Which cards a session asks, and in which order.
///
/// 1. Cards that are due come first, the longest overdue before the others, lower boxes first among equals. Each is asked in its own direction,
///    whichever direction new ones are to have.
/// 2. New cards are mixed in as every fourth; when the others run out they fill the rest. There are as many of them as the day has still room for
///    (`StudySettings.newADay`), whatever their grade: those of earlier grades that this app has not seen take turns with those of the own.
/// 3. Words that were never met take turns with words that are now to be said: `NewCards`. In which order words are met, `NewOrder` says.
/// 4. A word that was never met is shown before it is asked, with two cards between where there are so many.
/// 5. A term is asked once a session: its other direction waits.
///
/// Cards that are not due are not asked: asking early takes the effect out of the interval. What was set aside is not asked at all.
struct SessionPlan {
    static let newEvery = 4
    static let lookAhead = 2

    let configuration: StudyConfiguration
    let syllabus: Syllabus
    /// What may be asked: open to the learner and within the configuration.
    let terms: [Term]
    let today: Day
    /// At most so many new cards.
    let newLimit: Int
    /// Whether a word that was never met is shown before it is asked.
    let showsNew: Bool
    /// At most so many that are due; nil for as many as the session takes.
    var dueLimit: Int?
    /// Only these terms are asked as new; nil for all.
    var newOnly: Set<String>?
    private let known: [Card: Schedule]
    private let new: NewCards

    init(
        configuration: StudyConfiguration, syllabus: Syllabus, terms: [Term], memories: [ItemMemory], today: Day, newLimit: Int,
        setAside: Set<Card> = [], showsNew: Bool = true
    ) {
        (self.configuration, self.syllabus, self.terms, self.showsNew) = (configuration, syllabus, terms, showsNew)
        (self.today, self.newLimit) = (today, newLimit)
        let schedules = memories.compactMap { memory in memory.card.flatMap { card in memory.schedule.map { (card, $0) } } }
        known = Dictionary(schedules.filter { !setAside.contains($0.0) }, uniquingKeysWith: { first, _ in first })
        new = NewCards(memories, setAside: setAside)
    }

    func queue(_ random: inout RandomSource) -> [StudyItem] {
        let due = configuration.onlyNew ? [] : waiting(&random)
        let waiting = dueLimit.map { Array(due.prefix($0)) } ?? due
        return shown(mixed(waiting, newCards(without: Set(waiting.map(\.term)))))
    }

    private func waiting(_ random: inout RandomSource) -> [Card] {
        let met = terms.flatMap { term in Direction.allCases.map { Card(term: term.id, direction: $0) } }
            .compactMap { card in known[card].map { (card: card, schedule: $0) } }
        let heard = met.filter { !configuration.isListening || $0.card.direction == .koreanToEnglish }
        let due = heard.filter { $0.schedule.isDue(on: today) }.shuffled(using: &random).enumerated()
            .sorted {
                ($0.element.schedule.due, $0.element.schedule.box, $0.offset) < (
                    $1.element.schedule.due, $1.element.schedule.box, $1.offset
                )
            }
        var seen: Set<String> = []
        return due.map(\.element.card).filter { seen.insert($0.term).inserted }
    }

    /// Words never met and words to be said now, in turns.
    private func newCards(without taken: Set<String>) -> ArraySlice<Card> {
        let limit = min(newLimit, configuration.cards)
        guard limit > 0 else { return [] }
        let wanted = newOnly.map { only in terms.filter { only.contains($0.id) } } ?? terms
        let open = wanted.filter { !taken.contains($0.id) && new.card(of: $0.id, configuration.directions) != nil }
        let unmet = open.filter { !new.isMet($0.id) }
        let order = NewOrder(terms)
        let words = order.met(
            unmet.filter { syllabus.standing(of: $0.grade) == .new }, unmet.filter { syllabus.standing(of: $0.grade) == .review },
            unmet: Set(unmet.map(\.id)), limit: limit)
        var (first, second) = (words[...], order.sorted(open.filter { new.isMet($0.id) })[...])
        var chosen: [Card] = []
        while chosen.count < limit,
            let next = chosen.count % 2 == 0 ? first.popFirst() ?? second.popFirst() : second.popFirst() ?? first.popFirst()
        {
            if let card = new.card(of: next.id, configuration.directions) { chosen.append(card) }
        }
        return chosen[...]
    }

    private func mixed(_ waiting: [Card], _ new: ArraySlice<Card>) -> [Card] {
        var (old, fresh) = (waiting[...], new)
        var queue: [Card] = []
        while queue.count < configuration.cards,
            let next = (queue.count + 1) % SessionPlan.newEvery == 0
                ? fresh.popFirst() ?? old.popFirst() : old.popFirst() ?? fresh.popFirst()
        {
            queue.append(next)
        }
        return queue
    }

    /// The cards as they are asked, and in front of them what is to be shown.
    private func shown(_ queue: [Card]) -> [StudyItem] {
        var ahead = queue.enumerated().filter { showsNew && !new.isMet($0.element.term) }[...]
        return queue.enumerated().flatMap { place, card -> [StudyItem] in
            var items: [StudyItem] = []
            while let next = ahead.first, next.offset <= place + SessionPlan.lookAhead {
                items.append(StudyItem(next.element, .show))
                ahead.removeFirst()
            }
            return items + [StudyItem(card)]
        }
    }
}
