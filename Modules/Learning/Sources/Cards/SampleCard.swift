import Content

extension Flashcards {
    /// The simplest word of the learner's grade, or of the latest grade before it that has one: for a card to try.
    public func sample() -> Term? { NewOrder.simplest(of: learner.syllabus.opened(in: library.terms)) }

    /// Whether no session of study was ever begun.
    public func isFirstUse() throws -> Bool { try log.isFirst(of: .flashcards) }
}
