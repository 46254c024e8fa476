import Games
import Guidance
import Interface

/// The help on the games.
enum GamesHelp {
    static let groups = [CommandGroup("Play", order: 20, ["game", "game match", "game decode", "game memory"])]

    /// - Parameter gameResults: the player's results, which show whether there was an earlier
    ///   round.
    static func tours(_ gameResults: @escaping @Sendable () throws -> GameResults) -> [Tour] { [games(gameResults)] }

    private static func games(_ gameResults: @escaping @Sendable () throws -> GameResults) -> Tour {
        Tour(
            "games", "How do the games work?", scope: .profile, ending: "Let's Go!", next: ["game"],
            offeredAt: Game.allCases.map { "game \($0.rawValue)" },
            isFirstUse: { try gameResults().results(limit: 1).isEmpty },
            steps: [
                TourStep(
                    "Six games, your words",
                    """
                    Every game uses the words of your belt and those below it. A round takes a few minutes, and game shows your best results.
                    """
                ) { Game.allCases.map { .init("game \($0.rawValue)", $0.skill) } },
                TourStep(
                    "One key",
                    """
                    Words lie before you as tiles. Press the key in a tile's edge to choose it. What was right or wrong you read at once; space goes on, and q
                    leaves.
                    """
                ).withTrial {
                    .question("손칼 (sonkal)", ["block", "knife-hand"], right: "knife-hand", why: "Space goes on.")
                },
                TourStep(
                    "Phrases of your own",
                    """
                    In the sandbox you put words together as you like: who stands how, what with, how high, what is done. You read what your technique means,
                    or why there is none.
                    """
                ) { [.init("왼 걷는 서기 낮은데 막기", "left walking stance low block")] },
            ])
    }

    static let news = FeatureNews(
        "0.2.0", rank: 30,
        items: [
            .init(
                icon: "gamecontroller.fill", glyph: "🎮", "6 Interactive Vocabulary Games",
                "Word Match, Slot Builder, Template Filler, Phrase Decoder, Memory Match, Creative Sandbox")
        ])

    static let topics = [
        HelpTopic(
            "game", "Games with words",
            paragraphs: [
                """
                game lists the six games with your best results. All of them use the words of your grade and below. Press the key that stands on a tile to
                choose it; q leaves. Only a round that is played to its end counts, and undo takes it back.
                """,
                """
                game match asks what a Korean word means. game slots and game template show a meaning and ask for the Korean words, one after the other. There
                a right answer brings 2 points at once, 1 the second time, and then none; s skips the rest of a board.
                """,
                """
                game decode mixes up the words of a phrase. Choose them in the right order; u takes the last one back. Each phrase brings 6 points, and 2
                less for every wrong order and for the hint (h), which shows the meaning. Every order that is a phrase counts as right.
                """,
                """
                game memory lays twelve cards face down: turn two at a time and find the pairs. A pair brings 3 points. If you turn a card in vain that you
                could have known, you lose 1.
                """,
                """
                In game sandbox you make phrases of your own. Choose a kind of word, then the word; space says the phrase. If it is not allowed you read
                why. w lets you type one, in hangul or romanised; an empty line goes back to the tiles. Five different phrases make a round, and each brings a point a word, 6 at most.
                """,
                """
                game history shows the rounds that you played. --seed repeats a round: the same number gives the same words.
                """,
            ],
            commands: [
                "game", "game match", "game slots", "game template", "game decode", "game memory", "game sandbox",
                "game history",
            ])
    ]

    static let tips = [
        Tip(
            "Games", icon: "gamecontroller.fill", glyph: "◈", "Learn by Playing",
            "game lists six games with the words of your belt; one round takes a few minutes.", feature: "study",
            rank: 60),
        Tip(
            "GameSandbox", icon: "square.grid.3x3", glyph: "▦", "Any Phrase You Like",
            "game sandbox tells you what your phrase means, or why there is no such technique.", feature: "game",
            rank: 60),
    ]
}
