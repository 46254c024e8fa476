import Content
import Guidance
import Interface
import Lessons

/// The tour of patterns, with examples from the learner's own belt.
enum PatternTours {
    /// Returns the tour of patterns.
    ///
    /// - Parameter patterns: the learner's patterns, which supply a movement of the learner's own
    ///   belt.
    static func moves(_ patterns: @escaping @Sendable () throws -> PatternTraining) -> Tour {
        /// The example lines use a pattern of the learner's own belt, so that the learner may type
        /// them.
        let patternID: @Sendable () -> String = { (try? patterns().sample()?.pattern.id) ?? "chon-ji" }
        return Tour(
            "patterns", "How do patterns work?", scope: .profile, ending: "Let's Go!",
            next: ["pattern list", "pattern practice"],
            offeredAt: ["pattern practice", "pattern quiz", "pattern test"],
            isFirstUse: { try patterns().isFirstUse() },
            steps: [
                TourStep(
                    "Selection by belt",
                    """
                    pattern list shows every tul, from the two Saju drills to Tong-Il, and how well you know it. You can practise the patterns of your
                    grade and below. In progression mode you can also practise the next one, because the next grading asks for it. You can look at all others.
                    """
                ) { [.init("pattern list", "what is open"), .init("pattern show \(patternID())", "one in full")] },
                TourStep(
                    "Moving through moves",
                    """
                    pattern practice names one movement after another. Do it from memory, press space to look, and say how it went: 1 not yet, 2 with
                    mistakes, 3 well. While a pattern is new to you, --show shows each movement at once. With --tempo a metronome counts you in and
                    leads you, so your hands are free. Leave with q; next time you resume where you stopped.
                    """
                ) {
                    let id = patternID()
                    return [
                        .init("pattern practice \(id)", "from memory, at your own pace"),
                        .init("pattern practice \(id) --show", "each movement shown at once"),
                        .init("pattern practice \(id) --tempo 30", "to thirty beats a minute"),
                    ]
                }
                .withTrial { (try? patterns().sample()).flatMap { $0 }.map(PatternTours.movementTrial) },
                TourStep(
                    "Progress",
                    """
                    Practising while you look brings a movement's mastery up to half. Quizzes bring it up to four fifths, and doing it from memory to the full.
                    A test asks for each movement in one line. You pass if four fifths of all fields are right,
                    and your mastery is then what the test showed.
                    """
                ) {
                    let id = patternID()
                    return [
                        .init("pattern quiz \(id)", "ten questions"),
                        .init("pattern test \(id)", "all of it, from memory"),
                    ]
                },
            ])
    }

    /// Returns a trial that shows a movement as a card, to be marked like an exercise.
    private static func movementTrial(of pattern: Pattern, _ move: Move) -> TourTrial {
        .card(
            front: ["\(pattern.heading.name), movement \(move.number)", "Do it from memory, then look."],
            back: [String(move.sentence.dropFirst("\(move.number) ".count))], flip: "look", then: LessonsHelp.marks)
    }
}
