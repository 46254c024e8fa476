import Games
import Guidance
import Interface
import Kernel
import Korean

/// A plugin that adds word games and their best results to an app.
package struct GamesPlugin: Plugin {
    package let name = "Games"
    private let commands: [Command]
    private let gameResults: @Sendable () throws -> GameResults

    /// Creates the games of the current player, whose data is loaded only when a command needs it.
    ///
    /// - Parameters:
    ///   - phrasebook: the player's learned words, and the known phrases.
    ///   - gameResults: the storage of the player's results.
    ///   - isChild: whether the player is a small child, who receives praise and no poor results.
    package init(
        phrasebook: @escaping @Sendable () throws -> Phrasebook,
        gameResults: @escaping @Sendable () throws -> GameResults,
        isChild: @escaping @Sendable () throws -> Bool = { false }, random: RandomSource
    ) {
        self.gameResults = gameResults
        commands =
            GameCommands(phrasebook: phrasebook, gameResults: gameResults, isChild: isChild, random: random).commands
    }

    package func contribute(to registry: inout Registry) {
        registry.add(SyncPolicy(.progress, GameResults.collections, keepsSupersededVersions: false))
        registry.add(all: commands, to: .commands)
        registry.add(all: GamesHelp.topics, to: .helpTopics)
        registry.add(all: GamesHelp.groups, to: .commandGroups)
        registry.add(all: GamesHelp.tours(gameResults), to: .tours)
        registry.add(all: GamesHelp.tips, to: .tips)
        registry.add(GamesHelp.news, to: .news)
        registry.add(scores, to: .scores)
    }

    /// The rounds, for features that list the user's activities.
    private var scores: Scores {
        Scores("games", title: "Games", after: ["game"]) { [gameResults] in
            let savedResults = try gameResults()
            return try savedResults.results(limit: nil).map {
                ScoredRound(
                    $0.id.rawValue, $0.game.title, on: savedResults.calendar.day(of: $0.at), at: $0.at, $0.points,
                    of: $0.maximum)
            }
        }
    }
}
