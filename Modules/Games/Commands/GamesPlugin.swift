import Games
import Guidance
import Kernel
import Terminal

/// Brings word games and their best results to an app.
public struct GamesPlugin: Plugin {
    public let name = "Games"
    private let commands: [Command]
    private let book: @Sendable () throws -> GameBook

    /// The games of whoever plays. What is theirs is asked for when a command needs it, never before.
    ///
    /// - Parameters:
    ///   - words: what they have learned, and which phrases there are.
    ///   - book: where their results are kept.
    ///   - isChild: whether it is a small child who plays: praise, and nothing of what went badly.
    public init(
        words: @escaping @Sendable () throws -> Phrasebook, book: @escaping @Sendable () throws -> GameBook,
        isChild: @escaping @Sendable () throws -> Bool = { false }, random: RandomSource
    ) {
        self.book = book
        commands = GameDesk(words: words, book: book, isChild: isChild, random: random).commands
    }

    public func contribute(to registry: inout Registry) {
        registry.add(Belongings(.progress, GameBook.collections, isMissed: false))
        registry.add(all: commands, to: .commands)
        registry.add(all: GamesHelp.topics, to: .helpTopics)
        registry.add(all: GamesHelp.groups, to: .commandGroups)
        registry.add(all: GamesHelp.tours(book), to: .tours)
        registry.add(all: GamesHelp.tips, to: .tips)
        registry.add(GamesHelp.news, to: .news)
        registry.add(scores, to: .scores)
    }

    /// The rounds, for whoever lists what somebody did.
    private var scores: Scores {
        Scores("games", title: "Games", after: ["game"]) { [book] in
            let book = try book()
            return try book.results(limit: nil).map {
                ScoredRound($0.id.rawValue, $0.game.title, on: book.calendar.day(of: $0.at), at: $0.at, $0.points, of: $0.maximum)
            }
        }
    }
}
