import Guidance
import Interface

/// The help texts of the grading plan and the daily training.
enum PlanHelp {
    static let news = FeatureNews(
        "0.2.0", rank: 5,
        items: [
            .init(
                icon: "calendar", glyph: "◎", "A Grading to Learn Towards",
                "grading plan says how likely you are to pass on the day, what is weak, and what each day asks."),
            .init(
                icon: "figure.martial.arts", glyph: "▶", "One Command a Day",
                "train takes the minutes that you have: cards, a pattern, theory and a line."),
        ])

    /// The command groups on the first help page.
    static let groups = [
        CommandGroup("Practise", order: 9, ["train"]), CommandGroup("Gradings", order: 20, ["grading plan"]),
    ]

    static let topics = [
        HelpTopic(
            "train", "Ten minutes a day",
            paragraphs: [
                """
                train is one session for the day: cards that are due and new words, today's pattern from memory, two questions of theory, and one line of line
                work. train 5 takes five minutes; without a number it takes as long as last time. How much fits is reckoned from how long your answers took
                of late. When the time is over, nothing else is begun; a pattern that you are in is finished.

                Each part has the keys that it has by itself: a card is flipped with space and rated 1 to 4, a movement is looked at and marked 1 to 3. u takes
                the last answer back, q leaves, and train resumes on the same day where you stopped. What you answer counts as in study and the rest.
                """
            ], commands: ["train"], rank: 10),
        HelpTopic(
            "plan", "A grading to learn towards",
            paragraphs: [
                """
                grading plan 8k 2026-12-12 sets the day of your next grading. From then on the first screen says how many days are left, how likely you are to
                pass, and what today is to bring; train follows it. grading plan alone shows it in full, and grading plan --clear lets it go.

                What you have never met is spread evenly over the days until then, and what you did not do is spread anew. The last days are for repeating: a
                fifth of the time, a week at most. Where a day asks more than your number of new cards a day, the plan says so.

                How likely you are to pass is reckoned from what you remember, over all papers that a mock grading can draw: each task goes as likely as you
                know it that day. The range says how sure that is. What you never practised here counts as not known.
                """
            ], commands: ["grading plan"]),
    ]

    static let tips = [
        Tip(
            "GradingPlan", icon: "calendar.badge.clock", glyph: "⧗", "A Date to Learn Towards",
            "grading plan GRADE DAY sets your next grading; then train brings each day what it needs.",
            feature: "grading", rank: 69)
    ]
}
