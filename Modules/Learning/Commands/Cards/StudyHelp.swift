import Guidance
import Interface

/// The help texts for the study of words.
enum StudyHelp {
    /// The command groups on the first help page.
    static let groups = [
        CommandGroup("Practise", order: 10, ["study", "due"]),
        CommandGroup("Progress", order: 15, ["stats", "study leeches", "study settings"]),
    ]

    /// The study steps of the app's first tour.
    static let welcome = [
        WelcomeStep(
            41, TourStep("Practice, Learn, Profile", "") { [.init("Practice", "study, due, pattern practice")] }),
        WelcomeStep(
            60,
            TourStep(
                "Practice Features",
                """
                Flashcards show a word. You try to remember what it means, then you look. A test asks you to type the answer, or to choose from four.
                A day brings ten new cards. What you know well comes back later; what you miss comes back soon.
                """
            ) {
                [
                    .init("study", "twenty cards"), .init("study --mode test", "be tested"),
                    .init("study --mode test --answer choose", "with four choices"),
                    .init("pattern practice saju-jirugi", "a pattern, movement by movement"),
                ]
            },
            next: ["study", "tour flashcards"]),
        WelcomeStep(
            80,
            TourStep(
                "Learning Modes",
                """
                Progression prepares you for your next grading: new words come from your own grade, and words of earlier grades come back for review.

                Mastery is for those who want to learn everything: new words come from your grade and all grades below it. In both modes, a higher
                belt opens more.
                """)),
    ]

    static let topics = [
        HelpTopic(
            "study", "Studying flashcards",
            paragraphs: [
                """
                Due cards come first, and every fourth card is new. A day brings ten new cards in all its sessions together; study settings
                --new-a-day changes that, from 0 to 50. A new word is shown first and asked two cards later. A card that you miss comes back about four
                cards later, until you know it; only your first answer of the day moves the card. --direction is for new cards: a due card is
                asked in the direction in which it was asked before.

                In learn mode space or enter flips the card. Then press 1 again, 2 hard, 3 good or 4 easy; each key shows in how many days the card comes
                back. p shows the parts of the word, w writes your own note, x sets the card aside, s skips it, u takes the last answer back, q leaves. In
                test mode you type the answer. There the keys need a colon: :s skips, :u takes the last answer back, :q leaves. + counts your answer as
                right if it was. After the last card the session waits, so that u can still take the last answer back.

                Every answer is saved before the next card shows, so you can stop anywhere. study resumes your session on the same day, and --new
                starts another. A session has 1 to 50 cards, usually twenty. What you choose with --cards, --direction, --mode, --answer
                and --preset is kept until you change it. When cards come back, FSRS or Leitner decides: help schedule. With Leitner --preset says how soon:
                beginner, standard, intensive, or your own five intervals, as in 1/3/7/14/30; cards may come up to a fifth earlier, so that no
                day has too many.

                A card that you missed on eight days is called a leech. study leeches shows its parts and the word that it is easily confused with.
                study note writes your own note on its back, study suspend sets it aside, and study bring-back asks it again. study load shows how
                many answers the coming days will ask for.
                """
            ],
            commands: [
                "study", "due", "study settings", "study load", "study leeches", "study note", "study suspend",
                "study bring-back",
            ]),
        HelpTopic(
            "stats", "Where you stand",
            paragraphs: [
                """
                stats shows your streak, how many cards are due, new and learned, how many are in each of the five boxes, your minutes and accuracy,
                and the words that you keep missing. A streak counts the days in a row on which you studied, up to today or yesterday.

                due shows what is due today, and how much comes on the next days: cards, movements of patterns, steps and questions of sparring, lines of
                line work and questions of theory. All of them come back by the scheduler that your cards have. study, pattern practice, sparring
                practice, sparring quiz, linework run and theory quiz begin with what is due.
                """
            ], commands: ["stats", "due"]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "How many cards should I do a day?",
            """
            Only as many as you can do again tomorrow. Twenty is a good start; profile edit NAME --goal N sets a goal. A day brings ten new cards: \
            study settings --new-a-day N changes that, and study load shows what that means for the coming days.
            """),
        .init(
            "I cannot remember a word. What now?",
            "Press w on the back of its card to write your own note. drill asks it with the word it is confused with, until you can tell them apart. x sets it aside for a while.",
            rank: 90),
        .init(
            "I pressed the wrong key.",
            "Press u (in a test, type :u) to take the last answer back. After the session, undo does the same.",
            rank: 80),
        .init(
            "My answer was right, but it was counted as wrong.",
            "Type + before the next answer, and it counts as right. You can add the words of your school in a pack: help packs.",
            rank: 81),
        .init(
            "Why does a card that I know come back?",
            "So that you do not forget it. Each time you know it, the wait gets longer.", rank: 120),
    ]

    static let tips = [
        Tip(
            "FlashcardConfiguration", icon: "rectangle.stack.badge.play", glyph: "▶",
            "Configure Your Flashcard Session",
            "Choose cards, direction, and study mode.", feature: "study"),
        Tip(
            "FlashcardStudyMode", icon: "brain", glyph: "◐", "Learn, Then Test",
            "In learn mode you judge yourself; study --mode test checks your answers.", feature: "study"),
        Tip(
            "FlashcardDirection", icon: "arrow.left.arrow.right", glyph: "⇄", "Both Directions",
            "Knowing a word when you hear it is only half. Once you do, study asks you to say it, too.",
            feature: "study"),
        Tip(
            "GoOnLater", icon: "pause.circle", glyph: "⏸", "Leave Any Time",
            "Press q, or type :q in a test; study resumes where you stopped.",
            feature: "study", rank: 70),
        Tip(
            "BeforeAGrading", icon: "calendar.badge.clock", glyph: "◷", "Weeks Before a Grading",
            "study settings --retention 95 brings cards back sooner; with Leitner, study --preset intensive does.",
            feature: "study",
            rank: 70),
        Tip(
            "ComingUp", icon: "clock", glyph: "◷", "What Is Waiting",
            "due --days 14 shows the next two weeks: cards, movements, sparring, line work and theory.", feature: "due",
            rank: 70),
    ]

    static let news = FeatureNews(
        "0.2.0", rank: 10,
        items: [
            .init(
                icon: "brain", glyph: "◐", "Cards Come Back When You Need Them",
                "FSRS estimates how long you remember each card. study settings --scheduler fsrs changes to it; Leitner's five boxes stay."
            ),
            .init(
                icon: "arrow.clockwise", glyph: "↻", "Movements, Sparring and Theory Come Back Too",
                "due tells what of them you would begin to forget, and each command begins with it."),
        ])

    /// The original release note of version 1.0, shown from that version on.
    static let foundation = ReleaseNote(
        "1.0", month: "November 2025", "Foundation Edition Launch 🎉",
        items: [
            .init(
                icon: "gamecontroller.fill", glyph: "🎮", "6 Interactive Vocabulary Games",
                "Word Match, Slot Builder, Template Filler, Phrase Decoder, Memory Match, Creative Sandbox"),
            .init(
                icon: "figure.martial.arts", glyph: "🥋", "11 Traditional Patterns",
                "Chon-Ji through Choong-Moo with step-by-step diagrams"),
            .init(
                icon: "person.3.fill", glyph: "👪", "Multi-Profile Family Learning",
                "6 device-local profiles with complete data isolation"),
            .init(
                icon: "wifi.slash", glyph: "📴", "Complete Offline Functionality",
                "All content stored locally - no internet required"),
        ])
}
