import Guidance
import Interface

/// The help texts of pattern training.
enum PatternHelp {
    static let groups = [
        CommandGroup("Practise", order: 10, ["pattern practice", "pattern quiz", "pattern test"])
    ]

    static let topics = [
        HelpTopic(
            "pattern", "Patterns",
            paragraphs: [
                """
                pattern practice alone begins with the movements that are due, pattern by pattern. Name a pattern to go through all of it, or add --due. Do
                each movement from memory, then press space to look, and say how it went: 1 not yet, 2 with mistakes, 3 well. Each key shows when the movement
                comes back; only the first answer of a day moves that. b goes back, r
                goes to the start of a motion, d shows the drawing, k hides the Korean, u takes the last answer back, q leaves. With --show each movement is
                shown at once: n, space or enter shows the next one, and m marks the one you did as shaky. With --tempo, space stops and starts the metronome.

                In a quiz, type the answer or the number of a choice. A test takes one line for each movement: side, stance, direction, height and
                technique, in full or shortened. :s skips, :u takes the last answer back, :q leaves; in a quiz, + counts your answer as right if it was.
                Directions are the letters of the diagram: you begin facing D; A is to your right, B to your left, C behind you. Each field counts by itself.

                pattern modes ID shows the ways of practising a pattern, from easy to hard. Following, recall and the quiz are always open. Typed answers and the
                test with choices open at 40 % mastery, recall in random order and the typed test at 60 %. What you have taken stays open, and --anyway
                takes a way that is not open yet.

                Every answer is saved at once. An unfinished session resumes where you stopped, and --new starts again. pattern show goes through a pattern
                movement by movement, and pattern diagram draws it; with --figures it draws bodies, not only feet. Movements that rest on only one source are marked.
                """
            ],
            commands: [
                "pattern list", "pattern show", "pattern diagram", "pattern practice", "pattern quiz", "pattern test",
                "pattern modes",
            ])
    ]

    static let tips = [
        Tip(
            "PatternSelection", icon: "figure.martial.arts", glyph: "▬", "Choose a Pattern",
            "pattern list shows which patterns are open to you, and how well you know each one.", feature: "pattern",
            rank: 100),
        Tip(
            "PatternTempo", icon: "metronome", glyph: "♩", "Hands Free",
            "pattern practice ID --tempo 30 leads you through without touching a key.", feature: "pattern", rank: 100),
        Tip(
            "PatternModes", icon: "lock.open", glyph: "▲", "From Easy to Hard",
            "pattern modes ID shows what is open to you, and what opens the rest.", feature: "pattern", rank: 100),
        Tip(
            "PatternShaky", icon: "exclamationmark.triangle", glyph: "!", "Practise What Was Shaky",
            "pattern practice ID --shaky shows only the movements that did not go well.", feature: "pattern", rank: 100),
    ]
}
