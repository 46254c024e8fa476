import Games
import Interface
import Kernel
import Korean

/// A round as far as it was played, with its result.
struct PlayedRound: Sendable {
    var round: GameRound
    var result: GameResult?
    var previousBest: GameResult?

    /// Whether the result exceeds all earlier ones of this profile.
    var isBest: Bool { result.map { $0.points > (previousBest?.points ?? 0) } ?? false }
}

/// The fields of games in `--json` and `--plain`.
enum GameFields {
    static let best: [Field<BestResult>] = [
        Field(
            "game", title: "Game", "the word after game on the command line",
            cell: { StyledText($0.game.rawValue, .input) }
        ) {
            .text($0.game.rawValue)
        },
        Field("title", title: "Name", "what it is called", isTranslatable: true) { .text($0.game.title) },
        Field("about", title: "What it is for", "what it is for", room: .main, isTranslatable: true) {
            .text($0.game.skill)
        },
        Field(
            "best", title: "Best", "the most points in a round; null before the first", alignsRight: true,
            cell: { StyledText($0.best.map { "\($0.points) of \($0.maximum)" } ?? "-") }
        ) { .integer($0.best?.points) },
        Field("maximum", "the most points that a round like the best one has; null before the first") {
            .integer($0.best?.maximum)
        },
        Field("rounds", title: "Rounds", "how many were played to their end", alignsRight: true) {
            .integer($0.rounds)
        },
    ]

    /// Returns the fields of a finished round.
    static func result(_ calendar: LocalCalendar) -> [Field<GameResult>] {
        [
            Field("id", "the round") { .text($0.id.rawValue) },
            Field("at", title: "When", "when it ended", room: .fixed, cell: { StyledText(moment($0.at, calendar)) }) {
                .instant($0.at)
            },
            Field("game", title: "Game", "which game", cell: { StyledText(declared: $0.game.title) }) {
                .text($0.game.rawValue)
            },
            Field("points", title: "Points", "what was reached", alignsRight: true) { .integer($0.points) },
            Field("maximum", title: "Of", "what could be reached", alignsRight: true) { .integer($0.maximum) },
            Field("misses", title: "Wrong", "how often something was wrong", alignsRight: true) { .integer($0.misses) },
        ]
    }

    static let round: [Field<PlayedRound>] = [
        Field("id", "the round; null if it was not finished and not saved") {
            .text($0.result?.id.rawValue)
        },
        Field("game", "which game") { .text($0.round.game.rawValue) },
        Field("title", "what it is called") { .text($0.round.game.title) },
        Field("points", "what was reached") { .integer($0.round.points) },
        Field("maximum", "what can be reached") { .integer($0.round.maximum) },
        Field("misses", "how often something was wrong") { .integer($0.round.misses) },
        Field("finished", "whether it was played to its end") { .bool($0.result != nil) },
        Field("isBest", "whether it brought more points than any round before") { .bool($0.isBest) },
        Field("boards", "what was played: points, maximum, misses, and phrases (hangul, romanization, meaning)") {
            played in
            .list(
                played.round.boards.prefix(played.round.boardIndex + 1).map { board in
                    .object([
                        .init("points", .integer(board.points)), .init("maximum", .integer(board.maximum)),
                        .init("misses", .integer(board.misses)), .init("phrases", .list(phrases(of: board))),
                    ])
                })
        },
    ]

    /// Returns the phrases of a board; an unfinished board reveals only those that the player has
    /// seen.
    private static func phrases(of board: any Board) -> [OutputValue] {
        switch board {
        case let board as WordMatchBoard: board.pairs.prefix(board.answeredCount).map(value)
        case let board as MemoryMatchBoard: board.foundPairs.sorted().map { value(board.pairs[$0]) }
        case let board as BlankBoard: board.isOver ? [value(board.phrase)] : []
        case let board as OrderBoard: board.isOver ? [value(board.foundPhrase ?? board.phrase)] : []
        case let board as FreeBoard: board.completedPhrases.map(value)
        default: []
        }
    }

    private static func value(_ pair: PhrasebookTerm) -> OutputValue {
        value(pair.hangul, pair.romanization, pair.english)
    }
    private static func value(_ phrase: Phrase) -> OutputValue {
        value(phrase.hangul, phrase.romanization, phrase.meaning)
    }

    private static func value(_ hangul: String, _ romanization: String, _ meaning: String) -> OutputValue {
        .object([
            .init("hangul", .text(hangul)), .init("romanization", .text(romanization)),
            .init("meaning", .text(meaning)),
        ])
    }

    /// Returns the day and the time to the minute.
    private static func moment(_ instant: Instant, _ calendar: LocalCalendar) -> String {
        let minute = calendar.secondOfDay(of: instant) / 60
        return "\(calendar.day(of: instant)) \(ClockText.of(milliseconds: minute * 1000, runsDown: false))"
    }

    /// Returns the rules of a game for its help.
    static func rules(of game: Game) -> String {
        switch game {
        case .match: "Twelve Korean words, four at a time. Choose what each means."
        case .slots: "Four meanings. Build the Korean phrase for each, word by word."
        case .template: "Five phrases with one to three words missing. Choose them."
        case .decode: "Four phrases with their words mixed up. Every order that is a phrase is right."
        case .memory: "Twelve cards face down. Turn two at a time and find the pairs."
        case .sandbox:
            "Make five phrases of your own. You read what each means, or why it is not allowed. From a pipe, a line may be a whole phrase."
        }
    }
}
