import Content
import Guidance
import Interface
import Learning

/// The tour of flashcards, with examples from the learner's own belt.
struct StudyTours: Sendable {
    let flashcards: @Sendable () throws -> Flashcards

    var cards: Tour {
        Tour(
            "flashcards", "How do flashcards work?", scope: .profile, ending: "Let's Go!", next: ["study"],
            offeredAt: ["study"],
            isFirstUse: { try flashcards().isFirstUse() },
            steps: [
                TourStep(
                    "What flashcard learning is",
                    """
                    A card asks one thing. Try to remember before you look: the effort of remembering makes a word stick better than reading it
                    ten times.
                    """
                ).withTrial { card(asked: .english) },
                TourStep(
                    "Learn and Test",
                    """
                    A new word is shown before it is asked. Learn: think, flip the card with space, and say how well you knew it: 1 again, 2 hard, 3
                    good, 4 easy. Each key shows when the card comes back.

                    Test: type the answer, in hangul or romanised, or choose from four. Spelling variants count as right.
                    """
                ) { [.init("study", "learn"), .init("study --mode test", "test")] }
                .withTrial { card(asked: .english, then: StudyTours.ratings) },
                TourStep(
                    "Card direction",
                    """
                    From Korean to English you recognise a word, as when your instructor calls it. From English to Korean you say it yourself,
                    which is harder. A new word is asked from Korean to English first. Once you know it, it is asked from English to Korean too.
                    """
                ) { [.init("study --direction ko-en | en-ko | both", "which side of new cards is asked")] }
                .withTrial { card(asked: .korean) },
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

    /// Returns a word of the learner's belt as a practice card.
    private func card(asked: AnswerJudge.AnswerLanguage, then marks: [TourTrial.Action] = []) -> TourTrial? {
        guard let term = try? flashcards().sample() else { return nil }
        let korean = [term.hangul, term.romanization]
        return asked == .english
            ? .card(front: korean, back: [term.english], then: marks)
            : .card(front: [term.english], back: korean, then: marks)
    }

    /// The four ratings of a card as keys of a trial.
    private static let ratings = [
        TourTrial.Action("1", "again", response: "Again: it comes back a few cards later, until you know it."),
        TourTrial.Action("2", "hard", response: "Hard: you knew it with difficulty, so it comes back soon."),
        TourTrial.Action("3", "good", response: "Good: it comes back in some days."),
        TourTrial.Action("4", "easy", response: "Easy: you knew it at once, so it comes back later than that."),
    ]
}
