import Guidance
import Terminal

/// How words, packs and variants are explained to people.
enum ContentHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup(
            "Look up", order: 30,
            [
                "search", "term", "terms", "belts", "pattern list", "pattern show", "pattern diagram", "technique list",
                "technique show", "sparring list", "sparring show", "linework", "linework show", "theory", "theory show",
            ])
    ]

    /// What the first tour of an app shows of them.
    static let welcome = [
        WelcomeStep(42, TourStep("Practice, Learn, Profile", "") { [.init("Learn", "terms, term, search, belts")] })
    ]

    static let topics = [
        HelpTopic(
            "terms", "Words, one by one and by belt",
            paragraphs: [
                """
                terms lists the words of a grade or a category, or with --mine what your own grade has. term shows one in full: how it is
                written, how it sounds, and the parts that it is made of. belts lists the grades, with their colours and meanings.

                Belts are written 10k to 1k and 1d upwards, or in words.
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
            "packs", "Content of your own",
            paragraphs: [
                """
                What there is to learn comes in packs of JSON files. Packs that you put into the folder packs of TKDojang's data are read too:
                other schools, other disciplines, or corrections to what is there.

                content check looks a pack over and names file, entry and field of whatever is wrong with it.
                """
            ], commands: ["content check"], rank: 20),
        HelpTopic(
            "technique", "Techniques",
            paragraphs: [
                "technique list and technique show describe stances, blocks, strikes and kicks, and say in which patterns they occur."
            ],
            commands: ["technique list", "technique show"]),
        HelpTopic(
            "variant", "Variants",
            paragraphs: [
                "Associations differ. variant list has the ways that are known here, variant use chooses one for your profile alone; packs can bring more."
            ],
            commands: ["variant list", "variant use"]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "My school spells a word differently.",
            "Romanisations differ between schools. Common variants count as right; a pack of your own can add yours: help packs.",
            rank: 70),
        .init(
            "My terminal shows boxes instead of Korean.",
            "It lacks a font for hangul, such as Noto Sans CJK. Answers may be typed romanised all the same.", rank: 90),
    ]

    static let tips = [
        Tip(
            "SearchInitials", icon: "magnifyingglass", glyph: "⌕", "Search by Initials",
            "First consonants are enough: search ㄱㅅ finds 걷는 서기.", feature: "search", rank: 60),
        Tip(
            "TermParts", icon: "puzzlepiece", glyph: "⊞", "Words Have Parts", "term ID shows what a word is made of.",
            feature: "term", rank: 60),
    ]
}
