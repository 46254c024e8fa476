import Guidance
import Interface

/// The help texts of the drill.
enum DrillHelp {
    static let news = FeatureNews(
        "0.2.0", rank: 25,
        items: [
            .init(
                icon: "target", glyph: "✗", "Drill", "drill asks what goes wrong most, until it goes right.")
        ])

    static let groups = [CommandGroup("Practise", order: 10, ["drill"])]

    static let topics = [
        HelpTopic(
            "drill", "Drilling what goes wrong",
            paragraphs: [
                """
                drill asks what goes wrong most: cards that you often miss, words that you take for each other, weak movements, exchanges and pages. drill 5 asks
                five questions. drill --list shows what would be asked, and why.
                """,
                """
                Two words that you took for each other are both asked, twice, mixed with the rest, and each is among the choices of the other. What you miss
                comes back three questions later, and of such a pair both, until you can tell them apart.
                """,
                """
                It counts as study does: your first answer of the day moves a card or a movement. If nothing goes wrong, drill says so. study leeches shows the
                parts of a word and lets you write a note on it.
                """,
            ], commands: ["drill"])
    ]

    static let tips = [
        Tip(
            "Drill", icon: "target", glyph: "◎", "What Goes Wrong Most",
            "drill asks what you miss and what you confuse, in a quick round.", feature: "study", rank: 80),
        Tip(
            "DrillList", icon: "list.bullet", glyph: "≡", "See It First",
            "drill --list shows what goes wrong, and why.",
            feature: "drill", rank: 80),
    ]
}
