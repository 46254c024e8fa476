import Interface
import Kernel
import Practice
import Progress

/// The output fields of `sessions` for people and programs.
enum SessionFields {
    static func all(_ kind: @escaping @Sendable (PracticeKind) -> SessionKind) -> [Field<PastSession>] {
        [
            Field("id", "the session") { .text($0.id) },
            Field("day", title: "Day", "the day on which it began", room: .fixed) { .day($0.day) },
            Field(
                "kind", title: "What", "flashcards, patterns, words, tests, games …",
                cell: { StyledText(declared: kind($0.kind).title) }
            ) {
                .text(kind($0.kind).word)
            },
            Field(
                "activity", title: "How", "practice, quiz, test …; empty where nothing else is done with its kind",
                cell: { StyledText($0.activity == "study" ? "" : $0.activity) }
            ) { .text($0.activity) },
            Field(
                "subject", title: "About", "a pattern, a set, a game; empty for several", room: .main,
                cell: { StyledText($0.about) }
            ) { .text($0.subject) },
            Field("answers", title: "Answers", "how many answers; 0 in games", alignsRight: true, cell: count) {
                .integer($0.answers)
            },
            Field("right", title: "Right", "how many of them were right", alignsRight: true, cell: right) {
                .integer($0.right)
            },
            Field("minutes", title: "Minutes", "minutes spent on answers, rounded", alignsRight: true, cell: minutes) {
                .integer($0.minutes)
            },
            Field("points", "points in a game; null for everything else") { .integer($0.score?.points) },
            Field("maximum", "the most points that there were; null for everything else") {
                .integer($0.score?.maximum)
            },
            Field("startedAt", "when it began; null where only the day is known") { .instant($0.startedAt) },
            Field("finished", "whether it was gone through to its end; null where that is not known") {
                $0.isFinished.map { .bool($0) } ?? .null
            },
        ]
    }

    private static let count: @Sendable (PastSession) -> StyledText = { session in
        StyledText(session.score.map { "\($0.maximum) points" } ?? "\(session.answers)")
    }
    private static let right: @Sendable (PastSession) -> StyledText = { session in
        StyledText(session.score.map { "\($0.points)" } ?? "\(session.right)")
    }
    private static let minutes: @Sendable (PastSession) -> StyledText = { session in
        StyledText(session.score == nil ? "\(session.minutes)" : "", .muted)
    }
}

extension PastSession {
    /// The subject for people. A session without a selection covers everything.
    var about: String { subject == "all" ? "everything" : subject }
}
