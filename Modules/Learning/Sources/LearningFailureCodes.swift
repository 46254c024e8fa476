import Kernel

extension Failure.Code {
    /// Thrown when a card session or test asks for a belt above the learner's grade.
    package static var beltNotOpen: Self { Self() }
    /// Thrown when a session has fewer than 1 or more than 50 cards.
    package static var cardsOutOfRange: Self { Self() }
    /// Thrown when the number of new cards a day is outside 0 to 50.
    package static var newOutOfRange: Self { Self() }
    /// Thrown when a card session finds no due card and may show no new card.
    package static var nothingToStudy: Self { Self() }
    /// Thrown when no term or question that is open to the learner has the named category.
    package static var unknownCategory: Self { Self() }
    /// Thrown when a Leitner preset is neither a known name nor a list of intervals.
    package static var unknownPreset: Self { Self() }
}
