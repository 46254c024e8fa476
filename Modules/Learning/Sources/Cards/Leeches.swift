import Content
import Kernel
import Practice

/// A card that keeps being missed, or was set aside, with what may help.
public struct Leech: Hashable, Sendable {
    /// What keeps being missed, or was set aside.
    public let card: Card
    /// Both sides of it, as the content has them.
    public let term: Term
    /// What is remembered of it; nil where it was set aside before it was answered.
    public let memory: ItemMemory?
    /// The learner's own note; nil without one.
    public let note: String?
    /// Whether it is not asked until it is brought back.
    public let isSetAside: Bool
    /// The parts of the word, where it has several.
    public let parts: [Morpheme]
    /// What it is taken for; nil where nothing was, and no word that was met is near.
    public let twin: Twin?

    /// On how many days it was missed.
    public var misses: Int { memory?.misses ?? 0 }
}

/// The word that another is taken for.
public struct Twin: Hashable, Sendable {
    /// Both sides of it, as the content has them.
    public let term: Term
    /// How often it was answered instead of the other, in tests; 0 where it is only the nearest of those that were met.
    public let times: Int

    /// A word and how often it was answered instead.
    public init(_ term: Term, times: Int = 0) { (self.term, self.times) = (term, times) }
}

extension Flashcards {
    /// What is settled.
    public func settings() throws -> StudySettings {
        try log.repository.read { try settings(in: $0) }
    }

    /// Settles how study is from now on; what is nil stays.
    ///
    /// - Throws: `newOutOfRange`.
    @discardableResult public func settle(newADay: Int? = nil, showsNew: Bool? = nil) throws -> StudySettings {
        if let newADay, !StudySettings.newRange.contains(newADay) {
            throw Failure(
                .newOutOfRange, "A day can have 0 to 50 new cards, not \(newADay).", advice: "Ten is a good start.", kind: .usage)
        }
        return try log.repository.write(undo: "Changed the study settings") { records in
            var settings = try settings(in: records)
            (settings.newADay, settings.showsNew) = (newADay ?? settings.newADay, showsNew ?? settings.showsNew)
            try records.unit.transaction.put(settings)
            return settings
        }
    }

    /// How many cards were met for the first time today.
    public func newToday() throws -> Int {
        let (today, days) = (log.today, try log.days(on: log.today))
        let isMixed = days.contains { $0.kind == .training }
        return newCards(on: today, days: days, isMixed ? try log.memories(of: .flashcards) : [])
    }

    /// How many cards were met for the first time on a day. What a training met is told from the cards, since its days count movements and questions too.
    func newCards(on day: Day, days: [PracticeDay], _ memories: [ItemMemory]) -> Int {
        func new(_ kind: PracticeKind) -> Int { days.filter { $0.day == day && $0.kind == kind }.reduce(0) { $0 + $1.new } }
        let (own, mixed) = (new(.flashcards), new(.training))
        guard mixed > 0 else { return own }
        return own + min(mixed, max(0, memories.count { $0.state.answers == 1 && $0.state.last == day } - own))
    }

    // MARK: - Words of one's own care

    /// What the learner does about a word; nil where there is nothing.
    public func care(of term: String) throws -> WordCare? {
        try log.repository.read { try $0.unit.transaction.record(Identifier<WordCare>(term)) }
    }

    func cares() throws -> [WordCare] {
        try log.repository.read { try $0.unit.transaction.records(WordCare.byTerm.all) }
    }

    /// The cards that are set aside.
    public func setAside() throws -> Set<Card> {
        Set(try cares().flatMap { care in care.setAside.map { Card(term: care.term, direction: $0) } })
    }

    /// Keeps a note of the learner's own on a word; without a text it goes.
    ///
    /// - Throws: `textTooLong`, `controlCharacters`.
    @discardableResult public func note(_ text: String?, on term: Term) throws -> WordCare {
        let kept = try text.map { try WordCare.rule.kept($0, "The note") }
        let label = kept == nil ? "Removed the note on “\(term.english)”" : "Wrote a note on “\(term.english)”"
        return try change(term, label) { $0.note = kept }
    }

    /// Sets cards of a word aside: they are not asked until they are brought back, and keep what is remembered of them.
    @discardableResult public func setAside(_ term: Term, _ directions: [Direction] = Direction.allCases) throws -> WordCare {
        try change(term, "Set “\(term.english)” aside") { $0.setAside.formUnion(directions) }
    }

    /// Brings cards of a word back: they are asked again when they are due.
    @discardableResult public func bringBack(_ term: Term, _ directions: [Direction] = Direction.allCases) throws -> WordCare {
        try change(term, "Brought “\(term.english)” back") { $0.setAside.subtract(directions) }
    }

    private func change(_ term: Term, _ label: String, _ change: (inout WordCare) -> Void) throws -> WordCare {
        try log.repository.write(undo: label) { records in
            var care = try records.unit.transaction.record(Identifier<WordCare>(term.id)) ?? WordCare(term.id)
            change(&care)
            if care.isEmpty { try records.unit.transaction.delete(care.id) } else { try records.unit.transaction.put(care) }
            return care
        }
    }

    // MARK: - Leeches

    /// The cards that keep being missed, and those that are set aside: the most missed first.
    public func leeches() throws -> [Leech] {
        let memories = try log.memories(of: .flashcards)
        let cares = Dictionary(uniqueKeysWithValues: try cares().map { ($0.term, $0) })
        let known = Dictionary(memories.compactMap { memory in memory.card.map { ($0, memory) } }) { first, _ in first }
        let aside = Set(cares.values.flatMap { care in care.setAside.map { Card(term: care.term, direction: $0) } })
        let cards = Set(known.filter(\.value.isLeech).keys).union(aside)
        return cards.compactMap { leech($0, memory: known[$0], cares[$0.term], isSetAside: aside.contains($0), memories) }
            .sorted { ($1.misses, $0.card.name) < ($0.misses, $1.card.name) }
    }

    private func leech(
        _ card: Card, memory: ItemMemory?, _ care: WordCare?, isSetAside: Bool, _ memories: [ItemMemory]
    ) -> Leech? {
        guard let term = library.term(card.term), learner.syllabus.opens(term.grade) else { return nil }
        return Leech(
            card: card, term: term, memory: memory, note: care?.note, isSetAside: isSetAside, parts: parts(of: term),
            twin: twin(of: term, in: memories))
    }

    /// What a word is made of; empty where it is one part.
    public func parts(of term: Term) -> [Morpheme] {
        term.morphemes.count < 2 ? [] : term.morphemes.compactMap(library.morpheme)
    }

    /// The word that is taken for this one: the one most often answered instead of it, in either direction; before there is one, the nearest
    /// among those that the learner has met. Nil where none is near.
    public func twin(of term: Term) throws -> Twin? { twin(of: term, in: try log.memories(of: .flashcards)) }

    private func twin(of term: Term, in memories: [ItemMemory]) -> Twin? {
        let mistaken = memories.filter { $0.target.subject == term.id }.compactMap(\.state.mistaken).reduce(Mistaken(), +)
        let answered = mistaken.ranked.lazy.compactMap { one in
            one.subject == term.id ? nil : library.term(one.subject).map { Twin($0, times: one.times) }
        }
        return answered.first ?? nearest(to: term, among: Set(memories.map(\.target.subject))).map { Twin($0) }
    }

    private func nearest(to term: Term, among met: Set<String>) -> Term? {
        let others = learner.syllabus.opened(in: library.terms).filter { $0.id != term.id && $0.hasKorean && met.contains($0.id) }
        let near = others.enumerated().map { (nearness: Likeness.of(term, $0.element), place: $0.offset, term: $0.element) }
            .filter { $0.nearness >= Likeness.enough }
        return near.max { ($0.nearness, $1.place) < ($1.nearness, $0.place) }?.term
    }
}
