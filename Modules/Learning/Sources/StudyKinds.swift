import Practice

/// What a learner of Taekwon-Do practises.
extension PracticeKind {
    /// Terms, with `study`.
    public static let flashcards = PracticeKind(rawValue: "flashcards")
    /// Patterns: practice, quiz and test.
    public static let patterns = PracticeKind(rawValue: "patterns")
    /// Step sparring.
    public static let sparring = PracticeKind(rawValue: "sparring")
    /// Lines of techniques, up the hall and down.
    public static let lineWork = PracticeKind(rawValue: "linework")
    /// Theory: reading and questions.
    public static let theory = PracticeKind(rawValue: "theory")
    /// Mock gradings.
    public static let grading = PracticeKind(rawValue: "grading")
    /// Tests over everything that is known and asked, and the one that finds out where somebody begins.
    public static let tests = PracticeKind(rawValue: "tests")
    /// A bit of everything, with `train`.
    public static let training = PracticeKind(rawValue: "training")

    /// What goes wrong, asked until it goes right.
    public static let drill = PracticeKind(rawValue: "drill")
    /// Words and phrases built with them.
    public static let building = PracticeKind(rawValue: "vocabulary")

    /// The kind as people read it; one of a newer program by its own word.
    public var title: String { Self.titles[self] ?? rawValue }

    /// The kind as its command is called, and as people type it.
    public var word: String { self == .building ? "words" : rawValue }

    private static let titles: [PracticeKind: String] = [
        .flashcards: "Flashcards", .patterns: "Patterns", .sparring: "Step sparring", .lineWork: "Line work", .theory: "Theory",
        .grading: "Mock grading", .tests: "Tests",
        .building: "Vocabulary Builder", .drill: "Drill", .training: "Training",
    ]
    /// All of them, in the order of a lesson.
    public static let all: [PracticeKind] = [
        .flashcards, .patterns, .sparring, .lineWork, .theory, .grading, .tests, .building, .drill, .training,
    ]

    /// Its place in a lesson; kinds that are not known stand behind.
    private var order: Int { Self.all.firstIndex(of: self) ?? Self.all.count }
}

extension PracticeKind: Comparable {
    /// The known kinds in the order of a lesson, then the others by word.
    public static func < (left: PracticeKind, right: PracticeKind) -> Bool {
        (left.order, left.rawValue) < (right.order, right.rawValue)
    }
}
