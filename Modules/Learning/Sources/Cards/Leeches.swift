import Content
import Kernel
import Practice

/// A card that the learner keeps missing or has set aside, with learning aids.
package struct Leech: Hashable, Sendable {
    package let card: Card
    package let term: Term
    /// The memory of the card, or nil if it was set aside before its first answer.
    package let memory: ItemMemory?
    package let note: String?
    package let isSetAside: Bool
    package let parts: [Morpheme]
    /// The term that the learner confuses with this one, or nil if no similar word has been met.
    package let twin: Twin?

    package var misses: Int { memory?.misses ?? 0 }
}

/// A word that the learner confuses with another.
package struct Twin: Hashable, Sendable {
    package let term: Term
    /// The number of test answers that gave this word instead of the other. 0 means that it is only
    /// the nearest known word.
    package let times: Int

    package init(_ term: Term, times: Int = 0) {
        self.term = term
        self.times = times
    }
}

extension Flashcards {
    /// Returns the current settings.
    package func settings() throws -> StudySettings { try log.repository.read { try settings(in: $0) } }

    /// Changes the study settings. A nil value keeps the current setting.
    ///
    /// - Throws: `newOutOfRange`.
    @discardableResult package func updateSettings(newADay: Int? = nil, showsNew: Bool? = nil) throws -> StudySettings {
        if let newADay, !StudySettings.newRange.contains(newADay) {
            throw Failure(
                .newOutOfRange, "A day can have 0 to 50 new cards, not \(newADay).", advice: "Ten is a good start.",
                kind: .usage)
        }
        return try log.repository.write(undo: "Changed the study settings") { records in
            var settings = try settings(in: records)
            (settings.newADay, settings.showsNew) = (newADay ?? settings.newADay, showsNew ?? settings.showsNew)
            try records.unit.transaction.put(settings)
            return settings
        }
    }

    /// Returns the number of cards met for the first time today.
    package func newToday() throws -> Int {
        let today = log.today
        let days = try log.days(on: log.today)
        let isMixed = days.contains { $0.kind == .training }
        return newCards(on: today, days: days, isMixed ? try log.memories(of: .flashcards) : [])
    }

    /// Returns the number of cards met for the first time on a day.
    ///
    /// Cards of trainings are counted from their memories, because the days of a training also
    /// count movements and questions.
    func newCards(on day: Day, days: [PracticeDay], _ memories: [ItemMemory]) -> Int {
        /// Returns the number of new items of a kind on the day.
        func new(_ kind: PracticeKind) -> Int {
            days.filter { $0.day == day && $0.kind == kind }.reduce(0) { $0 + $1.new }
        }
        let cardCount = new(.flashcards)
        let trainingCount = new(.training)
        guard trainingCount > 0 else { return cardCount }
        return cardCount
            + min(trainingCount, max(0, memories.count { $0.state.answers == 1 && $0.state.last == day } - cardCount))
    }

    // MARK: - Learner's settings for words

    /// Returns the learner's settings for a word, or nil if there are none.
    package func wordSettings(of term: String) throws -> WordSettings? {
        try log.repository.read { try $0.unit.transaction.record(Identifier<WordSettings>(term)) }
    }

    /// Returns the learner's settings for all words that have any.
    func wordSettings() throws -> [WordSettings] {
        try log.repository.read { try $0.unit.transaction.records(WordSettings.byTerm.all) }
    }

    /// Returns the cards that the learner has set aside.
    package func setAside() throws -> Set<Card> {
        Set(
            try wordSettings().flatMap { settings in settings.setAside.map { Card(term: settings.term, direction: $0) }
            })
    }

    /// Saves the learner's own note on a word, or deletes it if the text is nil.
    ///
    /// - Throws: `textTooLong`, `controlCharacters`.
    @discardableResult package func annotate(_ text: String?, on term: Term) throws -> WordSettings {
        let validated = try text.map { try WordSettings.rule.validated($0, "The note") }
        let label = validated == nil ? "Removed the note on “\(term.english)”" : "Wrote a note on “\(term.english)”"
        return try change(term, label) { $0.note = validated }
    }

    /// Sets cards of a word aside. They keep their memory and are not asked until they are brought
    /// back.
    @discardableResult package func setAside(_ term: Term, _ directions: [Direction] = Direction.allCases) throws
        -> WordSettings
    {
        try change(term, "Set “\(term.english)” aside") { $0.setAside.formUnion(directions) }
    }

    /// Brings cards of a word back. They are asked again when they are due.
    @discardableResult package func bringBack(_ term: Term, _ directions: [Direction] = Direction.allCases) throws
        -> WordSettings
    {
        try change(term, "Brought “\(term.english)” back") { $0.setAside.subtract(directions) }
    }

    /// Changes the learner's settings for a word, and deletes them if they become empty.
    private func change(_ term: Term, _ label: String, _ change: (inout WordSettings) -> Void) throws -> WordSettings {
        try log.repository.write(undo: label) { records in
            var settings =
                try records.unit.transaction.record(Identifier<WordSettings>(term.id)) ?? WordSettings(term.id)
            change(&settings)
            if settings.isEmpty {
                try records.unit.transaction.delete(settings.id)
            } else {
                try records.unit.transaction.put(settings)
            }
            return settings
        }
    }

    // MARK: - Leeches

    /// Returns the cards that the learner keeps missing and those set aside, the most missed first.
    package func leeches() throws -> [Leech] {
        let memories = try log.memories(of: .flashcards)
        let cares = Dictionary(uniqueKeysWithValues: try wordSettings().map { ($0.term, $0) })
        let memoriesByCard = Dictionary(memories.compactMap { memory in memory.card.map { ($0, memory) } }) {
            first, _ in first
        }
        let setAsideCards = Set(
            cares.values.flatMap { settings in settings.setAside.map { Card(term: settings.term, direction: $0) } })
        let cards = Set(memoriesByCard.filter(\.value.isLeech).keys).union(setAsideCards)
        return cards.compactMap {
            leech($0, memory: memoriesByCard[$0], cares[$0.term], isSetAside: setAsideCards.contains($0), memories)
        }
        .sorted { ($1.misses, $0.card.name) < ($0.misses, $1.card.name) }
    }

    /// Returns a card with its learning aids, or nil if its term is not open to the learner.
    private func leech(
        _ card: Card, memory: ItemMemory?, _ settings: WordSettings?, isSetAside: Bool, _ memories: [ItemMemory]
    ) -> Leech? {
        guard let term = library.term(card.term), learner.syllabus.opens(term.grade) else { return nil }
        return Leech(
            card: card, term: term, memory: memory, note: settings?.note, isSetAside: isSetAside,
            parts: parts(of: term),
            twin: twin(of: term, in: memories))
    }

    /// Returns the parts of a compound word, or an empty array for a word of one part.
    package func parts(of term: Term) -> [Morpheme] {
        term.morphemes.count < 2 ? [] : term.morphemes.compactMap(library.morpheme)
    }

    /// Returns the word that the learner confuses with this one, or nil if no similar word has been
    /// met.
    ///
    /// It is the word most often answered instead, in either direction. Before any confusion it is
    /// the nearest word that the learner has met.
    package func twin(of term: Term) throws -> Twin? { twin(of: term, in: try log.memories(of: .flashcards)) }

    /// Returns the twin of a word from memories that are already loaded.
    private func twin(of term: Term, in memories: [ItemMemory]) -> Twin? {
        let confusions = memories.filter { $0.target.subject == term.id }.compactMap(\.state.mistaken).reduce(
            ConfusionCounts(), +)
        let confusedTwins = confusions.ranked.lazy.compactMap { confusion in
            confusion.subject == term.id
                ? nil : library.term(confusion.subject).map { Twin($0, times: confusion.times) }
        }
        return confusedTwins.first ?? nearest(to: term, among: Set(memories.map(\.target.subject))).map { Twin($0) }
    }

    /// Returns the most similar of the words that the learner has met, or nil if none is similar.
    private func nearest(to term: Term, among metTerms: Set<String>) -> Term? {
        let metOthers = learner.syllabus.opened(in: library.terms).filter {
            $0.id != term.id && $0.hasKorean && metTerms.contains($0.id)
        }
        let similarTerms = metOthers.enumerated().map {
            (nearness: WordSimilarity.similarity(term, $0.element), place: $0.offset, term: $0.element)
        }
        .filter { $0.nearness >= WordSimilarity.minimumSimilarity }
        return similarTerms.max { ($0.nearness, $1.place) < ($1.nearness, $0.place) }?.term
    }
}
