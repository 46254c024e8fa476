import Guidance

/// How TKDojang explains patterns: the tour of the founding document (selection by belt, moving through moves, progress), help and tips.
extension DojangGuidance {
    static let patterns = Tour(
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
                pattern practice shows one movement after the other: n when you did it, m when it was shaky, b to go back, d for the drawing. Stand
                where you have room; with a tempo a metronome leads and your hands are free. Leave with q, and it goes on there.
                """
            ) {
                [
                    .init("pattern practice chon-ji", "at your own pace"),
                    .init("pattern practice chon-ji --tempo 30", "to thirty beats a minute"),
                ]
            },
            TourStep(
                "Progress",
                """
                Doing a movement along brings its mastery to a half at most; quizzes bring it to four fifths, answers from memory to the whole. A test
                asks for everything, and four fields in five pass it.
                """
            ) { [.init("pattern quiz chon-ji", "ten questions"), .init("pattern test chon-ji", "all of it, from memory")] },
        ])

    static let patternHelp = HelpTopic(
        "pattern", "Patterns",
        paragraphs: [
            """
            In practice n, space or enter is the next movement and m marks the one you did as shaky; b goes back, r to the beginning of a motion, d shows
            the drawing, k hides the Korean, u takes the last one back, q leaves. With --tempo space holds the metronome.

            In a quiz or a test type the answer or the number of a choice; :s passes over it, :u takes the last answer back, :q leaves. Directions are the
            letters of the diagram: you begin facing D; A is to your right, B to your left, C behind. What counts is graded field by field.

            Everything is kept at once; what was left goes on with the same command, and --new begins again. pattern show goes through a pattern
            movement by movement, pattern diagram draws it. Movements that rest on one source are marked.
            """
        ],
        commands: [
            "pattern list", "pattern show", "pattern diagram", "pattern practice", "pattern quiz", "pattern test",
        ])

    static let patternTips = [
        Tip(
            "PatternSelection", icon: "figure.martial.arts", glyph: "▬", "Choose a Pattern",
            "pattern list shows which are open to you, and how well you know each.", feature: "pattern"),
        Tip(
            "PatternTempo", icon: "metronome", glyph: "♩", "Hands Free",
            "pattern practice ID --tempo 30 leads you through without a key.", feature: "pattern"),
        Tip(
            "PatternShaky", icon: "exclamationmark.triangle", glyph: "!", "What Was Shaky",
            "m marks a movement; pattern practice ID --shaky goes through those alone.", feature: "pattern"),
    ]
}
