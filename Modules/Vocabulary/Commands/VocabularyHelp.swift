import Guidance
import Interface
import Vocabulary

/// The help on the builder.
enum VocabularyHelp {
    static let news = FeatureNews(
        "0.2.0", rank: 28,
        items: [
            .init(
                icon: "square.stack.3d.up.fill", glyph: "▤", "Vocabulary Builder",
                "words builds phrases out of the words that you know, from two up to six.")
        ])

    static let groups = [
        CommandGroup(
            "Vocabulary Builder", order: 18,
            ["words", "words build", "words assemble", "words complete", "words progress"])
    ]

    /// - Parameter builder: the learner's builder, which shows whether there was an earlier
    ///   session.
    static func tours(_ builder: @escaping @Sendable () throws -> VocabularyBuilder) -> [Tour] {
        [words { try builder().hasNeverAnswered() }]
    }

    private static func words(_ isFirst: @escaping @Sendable () throws -> Bool) -> Tour {
        Tour(
            "words", "How does the Vocabulary Builder work?", scope: .profile, ending: "Let's Go!", next: ["words"],
            offeredAt: ["words"] + VocabularyMode.allCases.map { "words \($0.rawValue)" }, isFirstUse: isFirst,
            steps: [
                TourStep(
                    "Words first",
                    """
                    Korean techniques are put together from a few words. You learn the words first, and then the phrases that they make. What you know
                    comes back on the day when you would begin to forget it.
                    """
                ) { [.init("왼 걷는 서기 낮은데 막기", "left walking stance low block")] },
                TourStep("Four modes", "words starts what is best now. You can also choose a mode.") {
                    VocabularyMode.allCases.map { .init("words \($0.rawValue)", "\($0.title): \($0.summary)") }
                },
                TourStep(
                    "After a wrong try",
                    """
                    You see of each word whether it is in the right place, in another place, or not in the phrase at all. h gives a hint: the first letter,
                    then the word. A hint costs half of the points.
                    """
                ) { [.init("✓ 왼  ~ 서기  ✗ 손칼", "right place, other place, not here")] },
            ])
    }

    static let topics = [
        HelpTopic(
            "words", "The Vocabulary Builder",
            paragraphs: [
                """
                words starts what is best now: words and phrases that are due, then new words, then phrases of the words that you know. A new word is shown
                first and asked a little later. A phrase is asked only when you know its words: if one of them was missed, the phrase waits.
                """,
                """
                words match is Word Matching: what a word means, or which word means that. words build is Phrase Building: lay the words of a meaning in Korean
                order. words assemble is Progressive Assembly: a phrase grows from two words up to six. words complete is Phrase Completion: one to three
                words are missing. Press the key that stands on a tile;
                x removes the last word.
                """,
                """
                A word brings 2 points. One hint or one wrong try halves the points of a question and counts as hard. More than that brings none: the question
                comes back three later. h gives the first letter of the next word, a second h the word in its place. A phrase has three tries, a word one.
                """,
                """
                After a wrong try each word has a sign: ✓ it is in the right place, ~ it belongs to another place, ✗ it is not missing here.
                """,
                """
                Phrases have two words at first. Three phrases of a length that you know open the next, up to six words. words progress shows how far you are,
                words list every word with the day on which it comes back, words history your sessions.
                """,
                """
                words --term low-block is about one phrase: its words, what it grows out of, and the phrase itself. Any phrase will do, in hangul or romanised.
                Where a term can be built, term shows the command.
                """,
            ],
            commands: [
                "words", "words match", "words build", "words assemble", "words complete", "words list",
                "words progress", "words history",
            ])
    ]

    static let tips = [
        Tip(
            "VocabularyBuilder", icon: "puzzlepiece", glyph: "▣", "Build It From Its Words",
            "words --term ID practises one phrase: first its words, then the whole.", feature: "term", rank: 60),
        Tip(
            "VocabularyHints", icon: "lightbulb", glyph: "◌", "A Hint Costs Half",
            "h shows the first letter of the next word, and once more the word itself.", feature: "words", rank: 60),
        Tip(
            "VocabularyGrowth", icon: "arrow.up.right", glyph: "↗", "Two Words, Then Six",
            "words assemble lets a phrase grow. Three known phrases of a length open the next.", feature: "words",
            rank: 70),
    ]
}
