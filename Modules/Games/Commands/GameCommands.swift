import Games
import Interface
import Kernel
import Korean

/// The commands `game`, `game match|slots|template|decode|memory|sandbox` and `game history`.
struct GameCommands: Sendable {
    let phrasebook: @Sendable () throws -> Phrasebook
    let gameResults: @Sendable () throws -> GameResults
    let isChild: @Sendable () throws -> Bool
    let random: RandomSource

    /// The default number of rounds in a list.
    private static let defaultLimit = 20

    var commands: [Command] { [list] + Game.allCases.map(play) + [history] }

    private var list: Command {
        Command(
            "game", "List the games with your best results",
            examples: [.init("game", "what there is to play"), .init("game --json", "as JSON")],
            returns: .list(GameFields.best)
        ) {
            let bests = try gameResults().bests()
            let suggestion = bests.first { $0.rounds == 0 } ?? bests.min { $0.rounds < $1.rounds }
            return .list(
                bests, GameFields.best, heading: "Six games with your words", empty: "There are no games.",
                next: (suggestion.map { ["game \($0.game.rawValue)"] } ?? []) + ["game history"])
        }
    }

    /// Returns the command that plays a round of a game.
    private func play(_ game: Game) -> Command {
        Command(
            "game \(game.rawValue)", "\(game.title): \(Self.lowercased(game.skill))",
            discussion: GameFields.rules(of: game),
            examples: [
                .init("game \(game.rawValue)", "a round"),
                .init("game \(game.rawValue) --seed 7", "a round that can be repeated"),
            ], returns: .one(GameFields.round), changes: true
        ) {
            var random = random
            let words = try phrasebook()
            return .dialogue(
                GameScreen(try GameRound(game, from: words, using: &random), words, gameResults, isChild: try isChild())
            )
        }
    }

    private var history: Command {
        Command(
            "game history", "List the rounds that you played, the latest first",
            examples: [
                .init("game history", "all games"), .init("game history --game decode --limit 5", "one of them"),
            ],
            Parameter<Game?>.option("game", .choice("GAME"), "rounds of this game alone"),
            .option("limit", .integer(1...10_000), default: GameCommands.defaultLimit, "how many at most"),
            returns: .list(GameFields.result(.utc))
        ) { game, limit in
            let savedResults = try gameResults()
            let results = try savedResults.results(of: game, limit: limit)
            return .list(
                results, GameFields.result(savedResults.calendar), heading: StyledText(counted(results.count, "round")),
                empty: "You have not played a round yet.", next: ["game"])
        }
    }

    /// Returns a line in lower case for use inside a sentence; a name keeps its capital.
    private static func lowercased(_ line: String) -> String { line.prefix(1).lowercased() + line.dropFirst() }
}
