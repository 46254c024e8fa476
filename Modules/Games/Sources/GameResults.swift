import Kernel

/// A round that was played to its end.
package struct GameResult: Codable, Hashable, Sendable, Storable {
    package let id: Identifier<GameResult>
    package let game: Game
    package let points, maximum: Int
    package let misses: Int
    package let at: Instant

    static let byTime = Index<GameResult, IndexKey>.ordered("time") { IndexKey($0.at, $0.id) }
    static let byPoints = Index<GameResult, IndexKey>.ordered("points") { IndexKey($0.game.rawValue, $0.points) }
    static let byGame = Index<GameResult, IndexKey>.ordered("game") { IndexKey($0.game.rawValue, $0.at, $0.id) }
    package static let collection = RecordCollection<GameResult>("games.results", indexes: [byTime, byPoints, byGame])
}

/// The player's best result in a game.
package struct BestResult: Hashable, Sendable {
    package let game: Game
    /// The highest result; nil before the first round.
    package let best: GameResult?
    package let rounds: Int
}

/// The results of one player.
package struct GameResults: Sendable {
    package static var collections: [any StoredCollection] { [GameResult.collection] }

    private let store: any Store
    private let ids: IDSource
    private let time: TimeSource

    package init(_ store: any Store, ids: IDSource, time: TimeSource) {
        self.store = store
        self.ids = ids
        self.time = time
    }

    package var calendar: LocalCalendar { time.calendar }

    /// Saves a finished round.
    ///
    /// - Returns: its result, and the best one before it.
    package func save(_ round: GameRound) throws -> (result: GameResult, before: GameResult?) {
        let result = GameResult(
            id: ids.next(), game: round.game, points: round.points, maximum: round.maximum, misses: round.misses,
            at: time.now())
        return try store.write(undo: "Played \(round.game.title): \(round.points) of \(round.maximum)") { transaction in
            let before = try transaction.first(GameResult.byPoints.under(round.game.rawValue).descending)
            try transaction.put(result)
            return (result, before)
        }
    }

    /// Returns the best result of every game, in the order of the list.
    package func bests() throws -> [BestResult] {
        try store.read { transaction in
            try Game.allCases.map { game in
                BestResult(
                    game: game, best: try transaction.first(GameResult.byPoints.under(game.rawValue).descending),
                    rounds: try transaction.count(GameResult.byGame.under(game.rawValue)))
            }
        }
    }

    /// Returns results, latest first, of one game or of all.
    package func results(of game: Game? = nil, limit: Int?) throws -> [GameResult] {
        try store.read { transaction in
            guard let game else { return try transaction.records(GameResult.byTime.all.descending.limit(limit)) }
            return try transaction.records(GameResult.byGame.under(game.rawValue).descending.limit(limit))
        }
    }
}
