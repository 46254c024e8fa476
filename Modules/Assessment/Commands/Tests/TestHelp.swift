import Guidance
import Interface
import Learning
import Lessons

/// The help texts, tours and tips of tests and placements.
enum TestHelp {
    /// The command groups of tests and the placement on the first help page.
    static let groups = [
        CommandGroup("Practise", order: 10, ["test quick", "test comprehensive", "test custom", "place"]),
        CommandGroup("Progress", order: 15, ["test progress", "test review"]),
    ]

    static let news = FeatureNews(
        "0.2.0", rank: 20,
        items: [
            .init(
                icon: "checklist", glyph: "☑", "Tests That Follow You",
                "test quick, test comprehensive and test custom ask harder or easier as you answer, and explain what you missed."
            ),
            .init(
                icon: "figure.walk", glyph: "→", "Begin Where You Are",
                "place finds out what you know already, so that you do not meet it as new."),
        ])

    /// Returns the tours of tests.
    ///
    /// - Parameter lessons: the learner's lessons, which supply a question of the learner's own
    ///   belt.
    static func tours(_ lessons: @escaping @Sendable () throws -> LessonStudy) -> [Tour] { [tests(lessons)] }

    private static func tests(_ lessons: @escaping @Sendable () throws -> LessonStudy) -> Tour {
        Tour(
            "multipleChoice", "How do tests work?", scope: .profile, ending: "Let's Go!", next: ["test quick"],
            offeredAt: ["test quick", "test comprehensive", "test custom"],
            isFirstUse: { try lessons().isFirstUse(of: .tests) },
            steps: [
                TourStep(
                    "Test types",
                    """
                    Each question has up to four answers, and one of them is right. Comprehensive asks everything that your belt opens, Quick asks a few
                    questions when you have little time, and Custom asks what you choose.
                    """
                ) {
                    [
                        .init("Comprehensive", "test comprehensive, thirty questions"),
                        .init("Quick", "test quick, five to ten"),
                        .init("Custom", "test custom with --questions, --belt, --category, --kind"),
                    ]
                }
                .withTrial { question(lessons) },
                TourStep(
                    "Belt filtering",
                    """
                    Nothing above your belt is asked. --belt 9k asks for one grade only, --belt 9k,8k for two. The test follows you: a right answer makes it
                    harder, a wrong one easier. Press 0 if you do not know; a guess tells you nothing.
                    """),
                TourStep(
                    "Reading the results",
                    """
                    At the end you see how many were right, how much of everything you know, and for each miss the right answer, yours, and why. test
                    review shows a test again. test progress shows what is weak, by category and belt, and what to do about it.
                    """),
            ])
    }

    private static func question(_ lessons: () throws -> LessonStudy) -> TourTrial? {
        guard let task = try? lessons().sampleQuestion(), let right = task.key?.answer else { return nil }
        return .question(task.prompt, task.choices, right: right, why: "A test tells you so at its end, and why.")
    }

    static let topics = [
        HelpTopic(
            "testing", "Tests and their results",
            paragraphs: [
                """
                test quick asks five to ten questions, test comprehensive thirty, test custom up to fifty, from the belts, categories and kinds
                that you choose. They ask words, patterns, step sparring and theory; nothing above your belt is asked. Press the number of the answer, or
                0 if you do not know. u takes the last answer back, q leaves, and the same command resumes where you stopped; --new starts another.

                A test chooses each question by your answers so far: it asks what tells most about you, and keeps the categories in balance. So nobody has
                all of them right, and the share of right answers says little. "You know about 70 %" says more: how much of all that could be asked you
                are thought to know, and how sure that is.

                What you studied before moves as in a session: a right answer in a test counts as chosen among four. A word that you have never met stays
                new, and study shows it first. test review explains every answer, test list shows your tests, and test progress puts them together.
                """
            ],
            commands: ["test quick", "test comprehensive", "test custom", "test list", "test review", "test progress"],
            rank: 30),
        HelpTopic(
            "place", "What you know already",
            paragraphs: [
                """
                place is for those who begin here with a belt: it asks twelve to twenty-four words of every grade up to yours, and marks as known what you
                probably know. Those words are not new any more. They come up for a check over the next days, twenty a day, the least certain first, and
                what you miss then comes back soon.

                Press 0 if you do not know. Words that you have studied before stay as they are. If you leave with q, nothing is marked, and place resumes.
                undo takes back everything that was marked, in one step.
                """
            ], commands: ["place"]),
    ]

    static let tips = [
        Tip(
            "TestConfiguration", icon: "checklist", glyph: "☑", "Quick, Comprehensive, Custom",
            "test quick takes three minutes; test custom asks what you choose.", feature: "test", rank: 60),
        Tip(
            "TestBeltSelection", icon: "figure.martial.arts", glyph: "▬", "One Belt at a Time",
            "test custom --belt 9k asks only what that grade learns.", feature: "test", rank: 60),
    ]
}
