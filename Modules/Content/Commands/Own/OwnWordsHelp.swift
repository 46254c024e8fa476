import Content
import Guidance
import Interface
import Kernel

/// The help on own words, sets and their files.
enum OwnWordsHelp {
    static func contribute(to registry: inout Registry) {
        registry.add(SyncPolicy(.words, OwnWords.collections))
        registry.add(all: topics, to: .helpTopics)
        registry.add(all: groups, to: .commandGroups)
        registry.add(all: tips, to: .tips)
        registry.add(news, to: .news)
    }

    private static let news = FeatureNews(
        "0.2.0", rank: 40,
        items: [
            .init(
                icon: "pencil", glyph: "✎", "Words of Your Own",
                "term add for the words of your club, term edit for your examiner's wording, set new for any words that you want to learn together."
            ),
            .init(
                icon: "arrow.left.arrow.right", glyph: "⇄", "Spreadsheets and Anki, Both Ways",
                "import reads tables and Anki's decks, and export writes them."),
        ], fixes: ["Two imports of one file at the same time count each word once, and both can be undone."])

    private static let groups = [
        CommandGroup("Your own words", order: 33, ["term add", "term edit", "set list", "set new", "import", "export"])
    ]

    private static let topics = [
        HelpTopic(
            "own", "Words of your own",
            paragraphs: [
                """
                term add adds a word that your club uses. It is learned, found and asked like any other, and belongs to the active profile. term edit \
                changes it, term delete deletes it, and terms --own lists all of them.

                The app tells you if hangul and romanisation do not sound alike, or if another word has the same name.
                """,
                """
                term edit WORD --meaning TEXT keeps your own wording beside the English, for any term: examiners often want one sentence. It counts \
                as a right answer.
                """,
            ], commands: ["term add", "term edit", "term delete", "terms"]),
        HelpTopic(
            "sets", "Sets of words",
            paragraphs: [
                """
                A set is any words that you want to study together: set new NAME WORD WORD, or --belt and --category for many at once. set add and \
                set remove change it, and set show lists its words.

                If words of a set are deleted, the set says so and goes on with the others.
                """
            ], commands: ["set new", "set add", "set remove", "set show", "set list", "set delete"]),
        HelpTopic(
            "anki", "Spreadsheets and Anki",
            paragraphs: [
                """
                import reads words from a table (CSV in UTF-8 or UTF-16, from Excel too), from Anki's notes in plain text and from Anki's packages. \
                Try it first: --dry-run imports nothing. If lines have faults, each is named and nothing is imported; --skip leaves them out.

                export writes CSV, and with --anki what Anki imports: FILE.apkg is a package, FILE.txt is plain text. Packages need the program \
                sqlite3, and those of newer versions of Anki also zstd.
                """,
                "Only words travel: not what you know of them, and no pictures or sounds. profile export keeps everything.",
            ], commands: ["import", "export"]),
    ]

    private static let tips = [
        Tip(
            "OwnWording", icon: "pencil", glyph: "✎", "Your Examiner's Words",
            "term edit WORD --meaning TEXT keeps your own wording. It counts as a right answer.", feature: "term",
            rank: 62),
        Tip(
            "WordSets", icon: "tray", glyph: "▤", "Sets of Words",
            "set new NAME WORD WORD puts words together, and set study NAME asks them.", feature: "term", rank: 64),
    ]
}

extension Scope { package static let words = Scope("words", "Own words, wordings and sets") }
