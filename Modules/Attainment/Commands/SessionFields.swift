import Attainment
import Kernel
import Practice
import Terminal

/// What `sessions` gives to people and programs.
enum SessionFields {
    static func all(_ title: @escaping @Sendable (PracticeKind) -> String) -> [Field<PastSession>] {
        [
            Field("id", "the session") { .text($0.id) },
            Field("day", title: "Day", "the day on which it began", room: .whole) { .day($0.day) },
            Field("kind", title: "What", "flashcards, patterns, tests, games …", cell: { StyledText(title($0.kind)) }) {
                .text($0.kind.rawValue)
            },
            Field(
                "activity", title: "How", "practice, quiz, test …; empty where nothing else is done with its kind",
                cell: { StyledText($0.activity == "study" ? "" : $0.activity) }
            ) { .text($0.activity) },
            Field("subject", title: "About", "a pattern, a set, a game; empty for several", room: .main) { .text($0.subject) },
            Field("answers", title: "Answers", "how many answers; 0 in games", alignsRight: true, cell: count) {
                .integer($0.answers)
            },
            Field("right", title: "Right", "how many of them were right", alignsRight: true, cell: right) { .integer($0.right) },
            Field("minutes", title: "Minutes", "minutes spent on answers, rounded", alignsRight: true, cell: minutes) {
                .integer($0.minutes)
            },
            Field("points", "points in a game; null for everything else") { .integer($0.score?.points) },
            Field("maximum", "the most points that there were; null for everything else") { .integer($0.score?.maximum) },
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

/// How well something is mastered, as the lessons write it: never more than it is, and never nothing where there is some.
func mastery(_ share: Double) -> String { "\(share > 0 ? max(1, Int((share * 1000).rounded()) / 10) : 0) %" }

/// A share as people read it: `82 %`.
func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
