import Practice

/// The practice kinds of Taekwon-Do.
extension PracticeKind {
    /// Terms, practiced with `study`.
    package static let flashcards = PracticeKind(rawValue: "flashcards")
    /// Patterns: practice, quiz and test.
    package static let patterns = PracticeKind(rawValue: "patterns")
    package static let sparring = PracticeKind(rawValue: "sparring")
    package static let lineWork = PracticeKind(rawValue: "linework")
    /// Theory: reading and questions.
    package static let theory = PracticeKind(rawValue: "theory")
    package static let grading = PracticeKind(rawValue: "grading")
    /// Tests of all known and asked content, including the placement.
    package static let tests = PracticeKind(rawValue: "tests")
    /// A mixed session, practiced with `train`.
    package static let training = PracticeKind(rawValue: "training")

    package static let drill = PracticeKind(rawValue: "drill")
    package static let building = PracticeKind(rawValue: "vocabulary")

    /// The display name. A kind of a newer app version uses its raw value.
    package var title: String { Self.titles[self] ?? rawValue }

    /// The name of the kind in commands.
    package var word: String { self == .building ? "words" : rawValue }

    private static let titles: [PracticeKind: String] = [
        .flashcards: "Flashcards", .patterns: "Patterns", .sparring: "Step sparring", .lineWork: "Line work",
        .theory: "Theory", .grading: "Mock grading", .tests: "Tests",
        .building: "Vocabulary Builder", .drill: "Drill", .training: "Training",
    ]
    /// All kinds, in lesson order.
    package static let all: [PracticeKind] = [
        .flashcards, .patterns, .sparring, .lineWork, .theory, .grading, .tests, .building, .drill, .training,
    ]

    /// The position in a lesson. Unknown kinds come last.
    private var order: Int { Self.all.firstIndex(of: self) ?? Self.all.count }
}

extension PracticeKind: Comparable {
    /// Compares two kinds by lesson order, with unknown kinds last in alphabetical order.
    package static func < (left: PracticeKind, right: PracticeKind) -> Bool {
        (left.order, left.rawValue) < (right.order, right.rawValue)
    }
}
