import Guidance
import Interface

/// The help texts of the learner's progress.
enum ProgressHelp {
    static let news = FeatureNews(
        "0.2.0", rank: 40,
        items: [
            .init(
                icon: "chart.bar.fill", glyph: "▦", "Where You Stand",
                "progress shows your year and what you know, sessions what you did, achievements what you reached."),
            .init(
                icon: "doc.richtext", glyph: "✎", "To Show and to Print",
                "report makes a page, share a picture, and grading sheet prints what a belt asks."),
        ])

    static let groups = [CommandGroup("Progress", order: 15, ["progress", "sessions", "achievements", "report"])]

    static let topics = [
        HelpTopic(
            "progress", "Where you stand",
            paragraphs: [
                """
                progress shows your year, a square a day, and how much of each area you are expected to know today. sessions lists what you did, the
                latest first; --kind, --since and --until choose. progress retention shows how much you still knew after how many days, beside what
                the scheduler had expected: with few answers it says so, and below ten it gives no figure.
                """,
                """
                achievements lists what you have reached and how far you are with the rest. What you reach is told once, below the session that
                reached it: the day's goal, a category or pattern that is mastered, a quarter of your next belt, an achievement. What you reached
                stays reached.
                """,
                """
                report writes one web page with charts, for yourself or your instructor; it can be printed. share makes one picture to give away. It
                tells you first what is in it; your name is on it only if you ask. Nothing is sent anywhere.
                """,
            ], commands: ["progress", "progress retention", "sessions", "achievements", "report", "share"])
    ]

    static let tips = [
        Tip(
            "Progress", icon: "chart.bar.fill", glyph: "▥", "Your Year at a Glance",
            "progress shows every day you practised, and how well you know each area.", feature: "stats", rank: 60),
        Tip(
            "Report", icon: "doc.richtext", glyph: "▤", "Show Your Instructor",
            "report --to report.html writes one page with charts that you can print or send.", feature: "progress",
            rank: 60),
    ]
}
