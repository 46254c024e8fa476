/// What a session practises. An open set: a kind that this program does not know is kept and counted like the rest.
public struct StudyKind: RawRepresentable, Hashable, Codable, Sendable, Comparable {
    /// The word in records and in `--json`.
    public let rawValue: String

    /// A kind by its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Reads the word.
    public init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(String.self) }

    /// Writes the word.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// Terms, with `study`.
    public static let flashcards = StudyKind(rawValue: "flashcards")
    /// Patterns: practice, quiz and test.
    public static let patterns = StudyKind(rawValue: "patterns")
    /// Step sparring.
    public static let sparring = StudyKind(rawValue: "sparring")
    /// Line work.
    public static let lineWork = StudyKind(rawValue: "linework")
    /// Theory: reading and questions.
    public static let theory = StudyKind(rawValue: "theory")
    /// Mock gradings.
    public static let grading = StudyKind(rawValue: "grading")
    /// Vocabulary games.
    public static let games = StudyKind(rawValue: "games")

    /// The kind as people read it; one of a newer program by its own word.
    public var title: String { Self.titles[self] ?? rawValue }

    private static let titles: [StudyKind: String] = [
        .flashcards: "Flashcards", .patterns: "Patterns", .sparring: "Step sparring", .lineWork: "Line work", .theory: "Theory",
        .grading: "Mock grading", .games: "Games",
    ]
    private static let order: [StudyKind] = [.flashcards, .patterns, .sparring, .lineWork, .theory, .grading, .games]

    /// The known kinds in the order of a lesson, then the others by word.
    public static func < (left: StudyKind, right: StudyKind) -> Bool {
        (order.firstIndex(of: left) ?? order.count, left.rawValue) < (order.firstIndex(of: right) ?? order.count, right.rawValue)
    }
}
