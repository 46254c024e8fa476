import Guidance
import Terminal

/// How the study of words and patterns is explained to people.
enum StudyHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup("Practise", order: 10, ["study", "due", "pattern practice", "pattern quiz", "pattern test"]),
        CommandGroup("Progress", order: 15, ["stats", "study leeches", "study settings"]),
    ]

    /// What the first tour of an app shows of study.
    static let welcome = [
        WelcomeStep(41, TourStep("Practice, Learn, Profile", "") { [.init("Practice", "study, due, pattern practice")] }),
        WelcomeStep(
            60,
            TourStep(
                "Practice Features",
                """
                Flashcards show a word; you remember what it means, then you look. Testing asks you to type the answer, or to choose among four.
                Ten new cards a day; what you know well comes back later, what you miss comes back at once.
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
                Progression is for the next grading: what is new comes from your own grade, earlier grades come back for review.

                Mastery is for whoever wants all of it: everything up to and including your grade may be new. In both, what is open to you grows
                with the belt.
                """)),
    ]

    static let tours = [
        Tour(
            "flashcards", "How do flashcards work?", scope: .profile, ending: "Let's Go!", next: ["study"],
            steps: [
                TourStep(
                    "What flashcard learning is",
                    """
                    A card asks one thing. Try to remember before you look: the effort of remembering is what makes it stay, more than reading
                    it ten times.
                    """
                ) { [.init("Front", "앞차기"), .init("Back", "ap chagi, front kick")] },
                TourStep(
                    "Learn and Test",
                    """
                    A new word is shown first. Learn: look, flip the card with space, and say yourself how well you knew it: 1 again, 2 hard, 3
                    good, 4 easy. Each key says when the card comes back.

                    Test: type the answer, in hangul or romanised, or choose among four. Spelling variants count as right.
                    """
                ) { [.init("study", "learn"), .init("study --mode test", "test")] },
                TourStep(
                    "Card direction",
                    """
                    From Korean to English you recognise a word, as when the instructor calls it. From English to Korean you say it yourself,
                    which is harder. A new word comes from Korean to English; once you knew it, from English to Korean too.
                    """
                ) { [.init("study --direction ko-en | en-ko | both", "which side of new cards is asked")] },
                TourStep(
                    "Leitner spaced repetition",
                    """
                    Cards lie in five boxes. One that you knew moves up a box and comes back later; one that you missed goes back to the first, and
                    comes once more in the session until you know it. So most of your time goes to what you do not know yet.
                    """
                ) { [.init("Box 1 to 5", "back after 1, 2, 4, 9 and 14 days, or a little earlier")] },
                TourStep(
                    "Tips for effective studying",
                    """
                    A little every day beats much on Sunday. Say the words aloud. Be strict with yourself: again costs a minute, a word that is
                    missing at the grading costs more. You can leave at any time with q; study goes on where you left.
                    """),
            ]),
        Tour(
            "patterns", "How do patterns work?", scope: .profile, ending: "Let's Go!",
            next: ["pattern list", "pattern practice saju-jirugi"],
            steps: [
                TourStep(
                    "Selection by belt",
                    """
                    pattern list has every tul, from the two Saju drills to Tong-Il, with how well you know it. You may practise those of your grade and
                    below; in progression mode also the next, because that is what the next grading asks. The others can be looked at all the same.
                    """
                ) { [.init("pattern list", "what is open"), .init("pattern show chon-ji", "one in full")] },
                TourStep(
                    "Moving through moves",
                    """
                    pattern practice names one movement after the other. Do it from memory, press space to look, and say how it went: 1 not yet, 2 with
                    mistakes, 3 well. While a pattern is new to you, --show shows each movement at once. With a tempo a metronome counts you in and
                    leads, so your hands are free. Leave with q, and it goes on there.
                    """
                ) {
                    [
                        .init("pattern practice chon-ji", "from memory, at your own pace"),
                        .init("pattern practice chon-ji --show", "each movement shown at once"),
                        .init("pattern practice chon-ji --tempo 30", "to thirty beats a minute"),
                    ]
                },
                TourStep(
                    "Progress",
                    """
                    Doing a movement along brings its mastery to a half at most; quizzes bring it to four fifths, what you know from memory to the whole.
                    A test asks for each movement in one line, and four fields in five pass it.
                    """
                ) { [.init("pattern quiz chon-ji", "ten questions"), .init("pattern test chon-ji", "all of it, from memory")] },
            ]),
    ]

    static let topics = [
        HelpTopic(
            "study", "Studying flashcards",
            paragraphs: [
                """
                Cards that are due come first, and every fourth is new. A day brings ten new cards, over all its sessions; study settings
                --new-a-day changes that, from 0 to 50. A new word is shown first and asked two cards later. What you miss comes once more, about four
                cards later, until you know it; only the first answer of a day moves the card. --direction is about new cards: one that is due is
                asked as it was asked before.

                In learn mode space or enter flips the card; then 1 is again, 2 hard, 3 good, 4 easy, each with the days until it comes back. b breaks down the
                term, w writes a note of your own, x sets the card aside. In test mode you type the answer; :s passes over a card, :u takes the last
                answer back, + counts it as right where it was, :q leaves. In learn mode the same keys go without the colon. The end waits: u takes the last answer back there too.

                Every answer is kept when the next card shows, so a session can be cut off anywhere; study goes on with it the same day, and --new
                begins another. A session has 1 to 50 cards, twenty unless you say otherwise; what you say of --cards, --direction, --mode, --answer
                and --preset holds until you say otherwise. --preset decides how soon cards come back: beginner, standard, intensive, or your own five
                intervals, as in 1/3/7/14/30. Cards come up to a fifth earlier than that, each by its own share, so that no day has too many.

                A card that was missed on eight days is called a leech. study leeches shows its parts and the word that it is easily taken for;
                study note keeps a note of your own on its back, study suspend sets it aside, and study bring-back asks it again. study load shows how
                much the coming days would ask of you.
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
                stats shows the streak, how many cards are due, new and learnt, how they are spread over the five boxes, minutes and accuracy,
                and which words keep being missed. due shows what waits today and on the next days. A streak counts days on which you studied,
                up to today or yesterday.
                """
            ], commands: ["stats", "due"]),
        HelpTopic(
            "pattern", "Patterns",
            paragraphs: [
                """
                In practice do the movement from memory, then press space to look and say how it went: 1 not yet, 2 with mistakes, 3 well. b goes back, r to
                the beginning of a motion, d shows the drawing, k hides the Korean, u takes the last one back, q leaves. With --show each movement is shown
                at once: n, space or enter is the next one, and m marks the one you did as shaky. With --tempo space holds the metronome.

                In a quiz type the answer or the number of a choice. A test takes one line a movement: side, stance, direction, height, technique, in full
                or cut short. :s passes over it, :u takes the last answer back, :q leaves; in a quiz + counts an answer as right that was. Directions
                are the letters of the diagram: you begin facing D; A is to your right, B to your left, C behind. Each field counts by itself.

                Everything is kept at once; an interrupted session resumes where you stopped, and --new begins again. pattern show goes through a pattern
                movement by movement, pattern diagram draws it. Movements that rest on one source are marked.
                """
            ],
            commands: [
                "pattern list", "pattern show", "pattern diagram", "pattern practice", "pattern quiz", "pattern test",
            ]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "How many cards should I do a day?",
            """
            As many as you do tomorrow as well. Twenty are a good start; profile edit NAME --goal N sets a goal. New ones come by tens: study settings \
            --new-a-day N changes that, and study load shows what it comes to.
            """),
        .init(
            "A word will not stay. What now?",
            "w on the back of its card writes a note of your own; study leeches shows what it is taken for. x sets it aside for a while.",
            rank: 90),
        .init(
            "I pressed the wrong key.", "u in the session takes the last answer back (:u in a test); undo does so afterwards.",
            rank: 80),
        .init(
            "My answer was right, and it was counted wrong.",
            "Type + before the next answer, and it counts as right. Words of your school belong into a pack of your own: help packs.",
            rank: 81),
        .init(
            "Why does a card come back that I know?",
            "Because you are about to forget it. Each time you know it, it comes back later.", rank: 120),
    ]

    static let tips = [
        Tip(
            "FlashcardConfiguration", icon: "rectangle.stack.badge.play", glyph: "▶", "Configure Your Flashcard Session",
            "Choose cards, direction, and study mode.", feature: "study"),
        Tip(
            "FlashcardStudyMode", icon: "brain", glyph: "◐", "Learn, Then Test",
            "Learn mode lets you judge yourself; study --mode test judges for you.", feature: "study"),
        Tip(
            "FlashcardDirection", icon: "arrow.left.arrow.right", glyph: "⇄", "Both Directions",
            "Knowing a word when you hear it is half of it: once you know it, study asks you to say it, too.", feature: "study"),
        Tip(
            "TestConfiguration", icon: "checklist", glyph: "☑", "Type or Choose",
            "In a test you type; --answer choose offers four answers instead.", feature: "study"),
        Tip(
            "TestBeltSelection", icon: "figure.martial.arts", glyph: "▬", "One Belt at a Time",
            "study --belt 9k asks only the words of that grade.", feature: "study"),
        Tip(
            "GoOnLater", icon: "pause.circle", glyph: "⏸", "Leave Any Time",
            "Press q, or type :q in a test; study goes on where you left.",
            feature: "study", rank: 70),
        Tip(
            "BeforeAGrading", icon: "calendar.badge.clock", glyph: "◷", "Weeks Before a Grading",
            "study --preset intensive brings every card back within five days.", feature: "study", rank: 70),
        Tip(
            "ComingUp", icon: "clock", glyph: "◷", "What Is Waiting", "due --days 14 looks a fortnight ahead.", feature: "due",
            rank: 70),
        Tip(
            "PatternSelection", icon: "figure.martial.arts", glyph: "▬", "Choose a Pattern",
            "pattern list shows which are open to you, and how well you know each.", feature: "pattern", rank: 100),
        Tip(
            "PatternTempo", icon: "metronome", glyph: "♩", "Hands Free",
            "pattern practice ID --tempo 30 leads you through without a key.", feature: "pattern", rank: 100),
        Tip(
            "PatternShaky", icon: "exclamationmark.triangle", glyph: "!", "What Was Shaky",
            "pattern practice ID --shaky goes through those movements alone that did not go well.", feature: "pattern", rank: 100),
    ]

    /// The note of version 1.0, as it was published. It is shown from that version on.
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
