import Games
import Kernel
import Korean
import XCTest

/// Properties of every round for random seeds and players.
final class GameLawTests: XCTestCase {
    /// Plays 10,000 rounds over all games, including the sandbox, which has no puzzle.
    func testEveryRoundCanBePlayedToItsMaximum() throws {
        for seed in 0..<10_000 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let game = Game.allCases[Int(seed % 6)]
            var round = try GameRound(game, from: ToyBook.book, using: &random)
            XCTAssertEqual(round.points, 0)
            Player.perfect(&round)
            XCTAssertTrue(round.isOver, "\(game) \(seed)")
            XCTAssertEqual(round.points, round.maximum, "\(game) \(seed)")
            XCTAssertEqual(round.misses == 0 || game == .memory, true, "\(game) \(seed)")
        }
    }

    func testPointsStayWithinTheMaximum() throws {
        for seed in 0..<1_200 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            var round = try GameRound(Game.allCases[Int(seed % 6)], from: ToyBook.book, using: &random)
            let maximum = round.maximum
            XCTAssertGreaterThan(maximum, 0)
            Player.playRandomly(&round, using: &random) { round in
                XCTAssertTrue((0...maximum).contains(round.points), "\(round.game) \(seed): \(round.points)")
                XCTAssertEqual(round.maximum, maximum)
                XCTAssertGreaterThanOrEqual(round.misses, 0)
            }
        }
    }

    func testRoundsStartUnsolvedAndDependOnTheSeed() throws {
        for seed in 0..<3_000 as Range<UInt64> {
            let game = Game.allCases[Int(seed % 6)]
            var one = RandomSource(seed: seed)
            var other = RandomSource(seed: seed)
            let round = try GameRound(game, from: ToyBook.book, using: &one)
            let again = try GameRound(game, from: ToyBook.book, using: &other)
            XCTAssertEqual(round.boards.map(\.choices), again.boards.map(\.choices))
            for board in round.boards {
                XCTAssertFalse(board.isOver)
                XCTAssertEqual(board.points, 0)
                switch board {
                case let board as OrderBoard:
                    XCTAssertNil(ToyBook.read(board.scrambled.map(\.hangul)).phrase, "\(seed)")
                    XCTAssertEqual(board.scrambled.map(\.hangul).sorted(), board.phrase.hangulWords.sorted())
                case let board as MemoryMatchBoard: XCTAssertTrue(board.choices.allSatisfy { $0.lines.isEmpty })
                case let board as BlankBoard: XCTAssertTrue(board.blanks.allSatisfy { board.shown[$0] == nil })
                default: break
                }
            }
        }
    }

    /// Exactly one tile fits a blank. With every other tile the phrase has another meaning or none.
    func testOneTileFitsAndTranslationsAreUnique() throws {
        for seed in 0..<600 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            for game in [Game.slots, .template, .match, .memory] {
                var round = try GameRound(game, from: ToyBook.book, using: &random)
                while let board = round.board as? BlankBoard, let blank = board.blank {
                    let right = board.choices.indices.filter { place in
                        var words = board.phrase.hangulWords
                        words[blank] = board.choices[place].lines[0]
                        return board.choices[place].isAvailable && ToyBook.read(words).phrase == board.phrase
                    }
                    XCTAssertEqual(Set(right.map { board.choices[$0].lines }).count, 1, "\(game) \(seed)")
                    XCTAssertGreaterThanOrEqual(board.choices.filter(\.isAvailable).count, 2, "\(game) \(seed)")
                    _ = round.apply(right[0])
                    if round.board.isOver { round.next() }
                }
                for pairs in round.boards.compactMap({
                    ($0 as? WordMatchBoard)?.pairs ?? ($0 as? MemoryMatchBoard)?.pairs
                }) {
                    XCTAssertEqual(Set(pairs.map(\.hangul)).count, pairs.count)
                    XCTAssertEqual(
                        pairs.reduce(0) { $0 + $1.acceptedEnglish.count }, Set(pairs.flatMap(\.acceptedEnglish)).count,
                        "\(seed)")
                }
            }
        }
    }

    func testTooFewWordsThrow() {
        let empty = Phrasebook(read: { _ in .invalid("No.") })
        for game in Game.allCases {
            var random = RandomSource(seed: 1)
            XCTAssertThrowsError(try GameRound(game, from: empty, using: &random)) {
                XCTAssertEqual(($0 as? Failure)?.code, .tooFewWords)
            }
        }
    }
}
