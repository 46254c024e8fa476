import Content
import Guidance
import Learning
import Terminal

/// The tours of flashcards and of patterns, with examples of the learner's own belt to try.
struct StudyTours: Sendable {
    let flashcards: @Sendable () throws -> Flashcards
    /// Nil in an app without patterns.
    let patterns: (@Sendable () throws -> PatternTraining)?

    var tours: [Tour] { [cards] + (patterns.map { [StudyTours.moves($0)] } ?? []) }

    // MARK: - Flashcards

    private var cards: Tour {
        Tour(
            "flashcards", "How do flashcards work?", scope: .profile, ending: "Let's Go!", next: ["study"], offeredAt: ["study"],
            isFirstUse: { try flashcards().isFirstUse() },
            steps: [
                TourStep(
                    "What flashcard learning is",
                    """
                    A card asks one thing. Try to remember before you look: the effort of remembering makes a word stick better than reading it
                    ten times.
                    """
                ).trying { card(asked: .english) },
                TourStep(
                    "Learn and Test",
                    """
                    A new word is shown before it is asked. Learn: think, flip the card with space, and say how well you knew it: 1 again, 2 hard, 3
                    good, 4 easy. Each key shows when the card comes back.

                    Test: type the answer, in hangul or romanised, or choose from four. Spelling variants count as right.
                    """
                ) { [.init("study", "learn"), .init("study --mode test", "test")] }
                .trying { card(asked: .english, then: StudyTours.ratings) },
                TourStep(
                    "Card direction",
                    """
                    From Korean to English you recognise a word, as when your instructor calls it. From English to Korean you say it yourself,
                    which is harder. A new word is asked from Korean to English first. Once you know it, it is asked from English to Korean too.
                    """
                ) { [.init("study --direction ko-en | en-ko | both", "which side of new cards is asked")] }
                .trying { card(asked: .korean) },
                TourStep(
                    "Leitner spaced repetition",
                    """
                    Cards are kept in five boxes. A card that you knew moves up and comes back later. A card that you missed goes back to the
                    first box, and comes back in the same session until you know it. So you spend most time on what you do not know yet.

                    In plain Leitner each box has a fixed wait. FSRS, which new learners have, estimates for each card how long you remember it.
                    """
                ) {
                    [
                        .init("Leitner", "back after 1, 2, 4, 9 and 14 days, or a little earlier"),
                        .init("FSRS", "back when 90 of 100 such cards are still known"),
                    ]
                },
                TourStep(
                    "Tips for effective studying",
                    """
                    A little every day is better than a lot on Sunday. Say the words aloud. Be strict with yourself: "again" costs a minute, a word that
                    you forget at the grading costs more. You can leave at any time with q; study resumes where you stopped.
                    """),
            ])
    }

    /// A word of the learner's belt as a card.
    private func card(asked: AnswerJudge.Asked, then marks: [TourTrial.Way] = []) -> TourTrial? {
        guard let term = try? flashcards().sample() else { return nil }
        let korean = [term.hangul, term.romanization]
        return asked == .english
            ? .card(front: korean, back: [term.english], then: marks) : .card(front: [term.english], back: korean, then: marks)
    }

    private static let ratings = [
        TourTrial.Way("1", "again", said: "Again: it comes back a few cards later, until you know it."),
        TourTrial.Way("2", "hard", said: "Hard: you knew it with trouble, so it comes back soon."),
        TourTrial.Way("3", "good", said: "Good: it comes back in some days."),
        TourTrial.Way("4", "easy", said: "Easy: you knew it at once, so it comes back later than that."),
    ]

    // MARK: - Patterns

    private static func moves(_ patterns: @escaping @Sendable () throws -> PatternTraining) -> Tour {
        /// The pattern of the learner's own belt, for lines that they may type.
        let own: @Sendable () -> String = { (try? patterns().sample()?.pattern.id) ?? "chon-ji" }
        return Tour(
            "patterns", "How do patterns work?", scope: .profile, ending: "Let's Go!",
            next: ["pattern list", "pattern practice"],
            offeredAt: ["pattern practice", "pattern quiz", "pattern test"], isFirstUse: { try patterns().isFirstUse() },
            steps: [
                TourStep(
                    "Selection by belt",
                    """
                    pattern list shows every tul, from the two Saju drills to Tong-Il, and how well you know it. You can practise the patterns of your
                    grade and below. In progression mode you can also practise the next one, because the next grading asks for it. You can look at all others.
                    """
                ) { [.init("pattern list", "what is open"), .init("pattern show \(own())", "one in full")] },
                TourStep(
                    "Moving through moves",
                    """
                    pattern practice names one movement after another. Do it from memory, press space to look, and say how it went: 1 not yet, 2 with
                    mistakes, 3 well. While a pattern is new to you, --show shows each movement at once. With --tempo a metronome counts you in and
                    leads you, so your hands are free. Leave with q; next time you resume where you stopped.
                    """
                ) {
                    let id = own()
                    return [
                        .init("pattern practice \(id)", "from memory, at your own pace"),
                        .init("pattern practice \(id) --show", "each movement shown at once"),
                        .init("pattern practice \(id) --tempo 30", "to thirty beats a minute"),
                    ]
                }
                .trying { (try? patterns().sample()).flatMap { $0 }.map(StudyTours.movement) },
                TourStep(
                    "Progress",
                    """
                    Practising while you look brings a movement's mastery up to half. Quizzes bring it up to four fifths, and doing it from memory to the full.
                    A test asks for each movement in one line. You pass if four fifths of all fields are right,
                    and your mastery is then what the test showed.
                    """
                ) {
                    let id = own()
                    return [.init("pattern quiz \(id)", "ten questions"), .init("pattern test \(id)", "all of it, from memory")]
                },
            ])
    }

    private static func movement(of pattern: Pattern, _ move: Move) -> TourTrial {
        .card(
            front: ["\(pattern.heading.name), movement \(move.number)", "Do it from memory, then look."],
            back: [String(move.sentence.dropFirst("\(move.number) ".count))], flip: "look", then: marks)
    }

    /// What is said of something that was done.
    static let marks = [
        TourTrial.Way("1", "not yet", said: "Not yet: it comes back soon."),
        TourTrial.Way("2", "with mistakes", said: "With mistakes: you are asked it more often."),
        TourTrial.Way("3", "well", said: "Well: your mastery of it grows."),
    ]
}
