import Games
import Kernel
import XCTest

/// What a choice brings, board by board.
final class BoardTests: XCTestCase {
    private func round(_ game: Game, seed: UInt64 = 4) throws -> GameRound {
        var random = RandomSource(seed: seed)
        return try GameRound(game, from: ToyBook.book, using: &random)
    }

    func testARightAnswerBringsTwoThenOneThenNothing() throws {
        for misses in 0...3 {
            var round = try round(.match)
            let board = try XCTUnwrap(round.board as? PairBoard)
            let right = try XCTUnwrap(board.choices.firstIndex { $0.lines == [board.asked?.english ?? ""] })
            let wrong = right == 0 ? 1 : 0
            for _ in 0..<misses { XCTAssertEqual(round.take(wrong).kind, .wrong) }
            XCTAssertEqual(round.take(right).kind, .right)
            XCTAssertEqual(round.points, max(0, 2 - misses))
            XCTAssertEqual(round.misses, misses)
            XCTAssertEqual(round.take(right).kind, .note, "it is gone")
        }
    }

    func testAWrongOrderCostsTwoAndTheThirdIsTheLast() throws {
        var round = try round(.decode)
        let board = try XCTUnwrap(round.board as? OrderBoard)
        for wrong in 1...3 {
            for place in board.scrambled.indices { _ = round.take(place) }
            XCTAssertEqual(round.misses, wrong)
            XCTAssertEqual((round.board as? OrderBoard)?.worth, 6 - 2 * wrong)
        }
        XCTAssertTrue(round.board.isOver)
        XCTAssertEqual(round.points, 0)
        round.next()
        XCTAssertEqual(round.place, 1)
        _ = round.play(OrderBoard.self) { $0.hint() }
        _ = round.play(OrderBoard.self) { $0.hint() }
        XCTAssertEqual((round.board as? OrderBoard)?.worth, 4, "a hint is paid once")
        XCTAssertEqual(round.take(0).kind, .note)
        XCTAssertEqual(round.takeBack()?.kind, .note)
        XCTAssertNil(round.takeBack())
    }

    func testEveryOrderThatIsAPhraseIsRight() throws {
        // Two words that may change places: the book allows both.
        let (a, b, c) = (ToyBook.ways[0], ToyBook.heights[0], ToyBook.actions[0])
        let read: @Sendable ([String]) -> PhraseVerdict = { words in
            words.last == "막기" ? .allowed(GamePhrase([a, b, c], meaning: words.joined(separator: "-"))) : .refused("No.")
        }
        let book = Phrasebook(
            pairs: { [] }, tiles: { [a, b, c] },
            phrase: { count, _ in GamePhrase(Array(repeating: a, count: count - 2) + [b, c], meaning: "m\(count)") },
            read: read, typed: { _ in .refused("No.") })
        var random = RandomSource(seed: 1)
        var round = try GameRound(.decode, from: book, using: &random)
        let board = try XCTUnwrap(round.board as? OrderBoard)
        let last = try XCTUnwrap(board.scrambled.firstIndex(of: c))
        for place in board.scrambled.indices.reversed() where place != last { _ = round.take(place) }
        XCTAssertEqual(round.take(last).kind, .right)
        XCTAssertEqual(round.points, 6)
    }

    func testACardThatCouldBeKnownCostsOne() throws {
        var round = try round(.memory)
        let cards = try XCTUnwrap(round.board as? GridBoard).cards
        let first = 0
        let fellow = try XCTUnwrap(cards.indices.first { $0 != first && cards[$0].pair == cards[first].pair })
        let others = cards.indices.filter { $0 != first && $0 != fellow }
        XCTAssertEqual(round.take(first).kind, .note)
        XCTAssertEqual(round.take(first).sentence, "That card is open already.")
        XCTAssertEqual(round.take(others[0]).kind, .wrong, "nobody could know")
        _ = round.take(fellow)
        XCTAssertEqual(round.take(others[0]).kind, .wrong, "its fellow lay open before")
        _ = round.take(first)
        XCTAssertEqual(round.take(fellow).kind, .right)
        XCTAssertEqual(round.points, 2, "three, less one")
        XCTAssertEqual(round.misses, 2)
    }

    func testTheSandboxSaysWhyAndTakesEachPhraseOnce() throws {
        var round = try round(.sandbox)
        XCTAssertEqual(round.play(FreeBoard.self) { $0.say("막기 손칼") }?.kind, .wrong)
        XCTAssertEqual(round.points, 0)
        XCTAssertEqual(round.play(FreeBoard.self) { $0.say("손칼 막기") }?.kind, .right)
        XCTAssertEqual(round.play(FreeBoard.self) { $0.say("sonkal makgi") }?.kind, .note, "it is the same")
        XCTAssertEqual(round.points, 2)
        for _ in 0..<30 { _ = round.take(0) }
        XCTAssertEqual((round.board as? FreeBoard)?.laid.count, 12)
    }
}
