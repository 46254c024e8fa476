import Kernel

/// A round that was played to its end.
public struct GameResult: Codable, Hashable, Sendable, Storable {
    /// Its name.
    public let id: Identifier<GameResult>
    /// What was played.
    public let game: Game
    /// What was reached, and what could be.
    public let points, maximum: Int
    /// How often something was wrong.
    public let misses: Int
    /// When it ended.
    public let at: Instant

    static let byTime = Index<GameResult, IndexKey>.ordered("time") { IndexKey($0.at, $0.id) }
    static let byPoints = Index<GameResult, IndexKey>.ordered("points") { IndexKey($0.game.rawValue, $0.points) }
    static let byGame = Index<GameResult, IndexKey>.ordered("game") { IndexKey($0.game.rawValue, $0.at, $0.id) }
    /// Where results are kept.
    public static let collection = RecordCollection<GameResult>("games.results", indexes: [byTime, byPoints, byGame])
}

/// How well somebody has played a game until now.
public struct BestResult: Hashable, Sendable {
    /// What was played.
    public let game: Game
    /// The most points ever; nil before the first round.
    public let best: GameResult?
    /// How many rounds were played.
    public let rounds: Int
}

/// The results of one player.
public struct GameBook: Sendable {
    /// Every kind of record that it keeps.
    public static var collections: [any StoredCollection] { [GameResult.collection] }

    private let store: any Store
    private let ids: IDSource
    private let time: TimeSource

    /// A book over one profile’s store.
    public init(_ store: any Store, ids: IDSource, time: TimeSource) { (self.store, self.ids, self.time) = (store, ids, time) }

    /// The calendar in which times are shown.
    public var calendar: LocalCalendar { time.calendar }

    /// Keeps a round that is over.
    ///
    /// - Returns: its result, and the best one before it.
    public func keep(_ round: GameRound) throws -> (result: GameResult, before: GameResult?) {
        let result = GameResult(
            id: ids.next(), game: round.game, points: round.points, maximum: round.maximum, misses: round.misses, at: time.now())
        return try store.write(undo: "Played \(round.game.title): \(round.points) of \(round.maximum)") { transaction in
            let before = try transaction.first(GameResult.byPoints.under(round.game.rawValue).descending)
            try transaction.put(result)
            return (result, before)
        }
    }

    /// The best of each game.
    public func bests() throws -> [BestResult] {
        try store.read { transaction in
            try Game.allCases.map { game in
                BestResult(
                    game: game, best: try transaction.first(GameResult.byPoints.under(game.rawValue).descending),
                    rounds: try transaction.count(GameResult.byGame.under(game.rawValue)))
            }
        }
    }

    /// Results, the latest first; of one game, or of all.
    public func results(of game: Game? = nil, limit: Int?) throws -> [GameResult] {
        try store.read { transaction in
            guard let game else { return try transaction.records(GameResult.byTime.all.descending.limit(limit)) }
            return try transaction.records(GameResult.byGame.under(game.rawValue).descending.limit(limit))
        }
    }
}
