import Content
import Kernel
import Practice

extension Flashcards {
    /// The sorted categories of the content that is open to the learner.
    package var categories: [Content.Category] {
        Set(learner.syllabus.opened(in: library.terms).map(\.category)).sorted()
    }

    /// Returns the terms that a session may ask.
    ///
    /// - Throws: `cardsOutOfRange`, `beltNotOpen`, `unknownCategory`.
    func terms(for configuration: StudyConfiguration) throws -> [Term] {
        guard StudyConfiguration.cardRange.contains(configuration.cards) else {
            throw Failure(
                .cardsOutOfRange, "A session has 1 to 50 cards, not \(configuration.cards).",
                advice: "For example --cards 20.", kind: .usage)
        }
        if let belt = configuration.belt, !learner.syllabus.opens(belt) {
            throw Failure(
                .beltNotOpen, "The terms of \(title(of: belt)) are not open to you yet.",
                advice: "They open when you reach that grade. `profile edit` changes your grade.")
        }
        if let category = configuration.category, !categories.contains(Content.Category(rawValue: category)) {
            throw Failure(
                .unknownCategory, "No terms of the category “\(category)” are open to you.",
                advice: "Choose from \(categories.map(\.rawValue).joined(separator: ", ")).", kind: .usage)
        }
        let allowedTerms = configuration.terms.map(Set.init)
        return learner.syllabus.opened(in: library.terms).filter { term in
            term.hasKorean && (configuration.belt.map { $0 == term.grade } ?? true)
                && (configuration.category.map { $0 == term.category.rawValue } ?? true)
                && (allowedTerms?.contains(term.id) ?? true)
        }
    }

    /// Returns the error for a session without cards, with the next due day and a helpful command.
    func nothingToStudy(_ configuration: StudyConfiguration, _ terms: [Term], _ memories: [ItemMemory]) throws
        -> Failure
    {
        let ids = Set(terms.map(\.id))
        let setAsideCards = try setAside()
        let scheduledMemories = memories.filter { memory in
            memory.card.map { ids.contains($0.term) && !setAsideCards.contains($0) } ?? false
        }
        let nextText =
            scheduledMemories.compactMap(\.schedule?.due).min().map { "The next card is due on \($0). " } ?? ""
        let newCards = NewCards(memories, setAside: setAsideCards)
        let hasNewCards = terms.contains { newCards.card(of: $0.id, configuration.directions) != nil }
        let dailyLimit = counted(try settings().newADay, "new card")
        let advice =
            hasNewCards
            ? "`study --more 5` brings five more new cards."
            : configuration.isNarrow
                ? "`study` alone asks everything that is open to you."
                : configuration.directions != .both && terms.contains { newCards.card(of: $0.id, .both) != nil }
                    ? "`study --direction both` asks the other side too." : "Until then, try `pattern practice`."
        return Failure(
            .nothingToStudy,
            hasNewCards
                ? "Nothing is due, and you have already met today's \(dailyLimit)."
                : "Nothing is due here, and nothing is new.",
            advice: nextText + advice)
    }

    private func title(of grade: Grade) -> String { library.belts().belt(of: grade)?.name ?? grade.id }
}

extension Flashcards {
    /// Returns the simplest word of the learner's grade, or of the latest earlier grade with words,
    /// as a sample card.
    package func sample() -> Term? { NewOrder.simplest(of: learner.syllabus.opened(in: library.terms)) }

    /// Returns whether the learner has never begun a study session.
    package func isFirstUse() throws -> Bool { try log.hasNoRuns(of: .flashcards) }
}
