import Guidance
import Interface

/// The help on words, packs and variants.
enum ContentHelp {
    static let groups = [
        CommandGroup(
            "Look up", order: 30,
            [
                "search", "term", "terms", "belts", "pattern list", "pattern show", "pattern diagram", "technique list",
                "technique show", "sparring list", "sparring show", "linework", "linework show", "theory",
                "theory show",
            ])
    ]

    static let welcome = [
        WelcomeStep(42, TourStep("Practice, Learn, Profile", "") { [.init("Learn", "terms, term, search, belts")] })
    ]

    static let news = FeatureNews(
        "0.2.0", rank: 35,
        items: [
            .init(
                icon: "exclamationmark.bubble", glyph: "!", "Common Mistakes, Movement by Movement",
                "pattern show chon-ji --mistakes says of each movement what often goes wrong and how to mend it. Practice shows it once you have looked."
            ),
            .init(
                icon: "graduationcap", glyph: "◆", "For Black Belts",
                "Words, theory, step sparring and self-defence for first to fourth dan. What no source settles says so."
            ),
            .init(
                icon: "figure.martial.arts", glyph: "♙", "Bodies, Not Only Feet",
                "pattern diagram --figures draws how you stand at the end of each movement, from the front and from the side; --animate shows you on the way."
            ),
        ])

    static let topics = [
        HelpTopic(
            "terms", "Words, one by one and by belt",
            paragraphs: [
                """
                terms lists the words of a grade or a category; --mine lists those of your grade and below. term shows one word in full: how it is
                written, how it sounds, and its parts. belts lists the grades, with their colours and meanings.

                Write a belt as 10k to 1k, from 1d upwards, or in words.
                """
            ], commands: ["terms", "term", "belts"]),
        HelpTopic(
            "search", "Finding a word",
            paragraphs: [
                """
                Search in English, in hangul, in any romanisation, or by initial consonants alone: ㄱㅅ finds 걷는 서기. Spelling variants and
                one wrong letter are forgiven.
                """
            ], commands: ["search"]),
        HelpTopic(
            "packs", "Your own content",
            paragraphs: [
                """
                Everything you learn here comes in packs of JSON files. You can add packs of your own for other schools, other disciplines or
                corrections: put them into the folder packs inside TKDojang's data folder.

                content check examines a pack and names the file, entry and field of each mistake.
                """
            ], commands: ["content check"], rank: 20),
        HelpTopic(
            "technique", "Techniques",
            paragraphs: [
                "technique list and technique show describe stances, blocks, strikes and kicks, and say in which patterns they occur. What occurs in a pattern is drawn, from the front and from the side."
            ],
            commands: ["technique list", "technique show"]),
        HelpTopic(
            "variant", "Variants",
            paragraphs: [
                "Associations differ. variant list shows the variants that this app knows, and variant use chooses one for your profile. Packs can add more."
            ],
            commands: ["variant list", "variant use"]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "My school spells a word differently.",
            "Romanisations differ between schools. Common variants count as right. You can add others in a pack: help packs.",
            rank: 70),
        .init(
            "My terminal shows boxes instead of Korean.",
            "Your system has no font for hangul. Install one, such as Noto Sans CJK. You can still type answers in romanised Korean.",
            rank: 90),
    ]

    static let tips = [
        Tip(
            "SearchInitials", icon: "magnifyingglass", glyph: "⌕", "Search by Initials",
            "The first consonants are enough: search ㄱㅅ finds 걷는 서기.", feature: "search", rank: 60),
        Tip(
            "TermParts", icon: "puzzlepiece", glyph: "⊞", "Words Have Parts", "term ID shows the parts of a word.",
            feature: "term", rank: 60),
    ]
}
