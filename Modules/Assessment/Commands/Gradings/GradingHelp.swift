import Guidance
import Interface

/// The help texts of gradings.
enum GradingHelp {
    static let groups = [
        CommandGroup("Gradings", order: 20, ["grading mock", "grading sheet", "grading record", "grading list"])
    ]

    static let topics = [
        HelpTopic(
            "grading", "Gradings",
            paragraphs: [
                """
                grading mock is a whole grading for your next belt, or for an earlier one with --grade: line work, pattern, step sparring, theory and
                etiquette. The app cannot see you, so mark floor work yourself: 1 not yet, 2 with mistakes, 3 well. The rest is asked. You can leave
                with q at any point and continue later.

                Line work, step sparring and theory weigh 20 each, the pattern 30, etiquette 10. If a grade lacks a part, the others weigh
                more. You need 60 points of 100, and at least 40 in each part. These numbers are a convention of this app: clubs differ.

                grading record saves a real grading. A pass moves your belt up, never down. undo takes back the grading and the belt,
                and grading delete removes an older mistake. grading list shows your gradings so far.

                grading sheet writes everything that a grading may ask on one page to print.
                """
            ], commands: ["grading mock", "grading sheet", "grading record", "grading delete", "grading list"])
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "I passed my grading. What now?",
            "Type grading record --grade 8k, with your new grade. Its words are new; earlier words stay for review.",
            rank: 60)
    ]

    static let tips = [
        Tip(
            "MockGrading", icon: "target", glyph: "◎", "Before the Real One",
            "grading mock asks for what your next belt needs, from line work to etiquette.", feature: "grading",
            rank: 82)
    ]
}
