import Games
import Kernel
import Korean
import XCTest

/// The outcome of each choice, by board.
final class BoardTests: XCTestCase {
    private func round(_ game: Game, seed: UInt64 = 4) throws -> GameRound {
        var random = RandomSource(seed: seed)
        return try GameRound(game, from: ToyBook.book, using: &random)
    }

    func testPointsForARightAnswerFallWithMisses() throws {
        for misses in 0...3 {
            var round = try round(.match)
            let board = try XCTUnwrap(round.board as? WordMatchBoard)
            let right = try XCTUnwrap(board.choices.firstIndex { $0.lines == [board.currentTerm?.english ?? ""] })
            let wrong = right == 0 ? 1 : 0
            for _ in 0..<misses { XCTAssertEqual(round.apply(wrong).kind, .wrong) }
            XCTAssertEqual(round.apply(right).kind, .right)
            XCTAssertEqual(round.points, max(0, 2 - misses))
            XCTAssertEqual(round.misses, misses)
            XCTAssertEqual(round.apply(right).kind, .note, "the item is matched")
        }
    }

    func testWrongOrderCostsTwoPointsUpToThreeTimes() throws {
        var round = try round(.decode)
        let board = try XCTUnwrap(round.board as? OrderBoard)
        for wrong in 1...3 {
            for place in board.scrambled.indices { _ = round.apply(place) }
            XCTAssertEqual(round.misses, wrong)
            XCTAssertEqual((round.board as? OrderBoard)?.availablePoints, 6 - 2 * wrong)
        }
        XCTAssertTrue(round.board.isOver)
        XCTAssertEqual(round.points, 0)
        round.next()
        XCTAssertEqual(round.boardIndex, 1)
        _ = round.play(OrderBoard.self) { $0.showMeaning() }
        _ = round.play(OrderBoard.self) { $0.showMeaning() }
        XCTAssertEqual((round.board as? OrderBoard)?.availablePoints, 4, "a hint costs points once")
        XCTAssertEqual(round.apply(0).kind, .note)
        XCTAssertEqual(round.takeBack()?.kind, .note)
        XCTAssertNil(round.takeBack())
    }

    func testEveryValidOrderIsRight() throws {
        // Two of the words can be swapped, and the book accepts both orders.
        let a = ToyBook.ways[0]
        let b = ToyBook.heights[0]
        let c = ToyBook.actions[0]
        let book = Phrasebook(
            words: { [a, b, c] },
            maker: { _ in { count, _ in Phrase(Array(repeating: a, count: count - 2) + [b, c], meaning: "m\(count)") }
            },
            read: { $0.hasSuffix("막기") ? .valid(Phrase([a, b, c], meaning: $0)) : .invalid("No.") })
        var random = RandomSource(seed: 1)
        var round = try GameRound(.decode, from: book, using: &random)
        let board = try XCTUnwrap(round.board as? OrderBoard)
        let last = try XCTUnwrap(board.scrambled.firstIndex(of: c))
        for place in board.scrambled.indices.reversed() where place != last { _ = round.apply(place) }
        XCTAssertEqual(round.apply(last).kind, .right)
        XCTAssertEqual(round.points, 6)
    }

    func testForgottenCardCostsAPoint() throws {
        var round = try round(.memory)
        let cards = try XCTUnwrap(round.board as? MemoryMatchBoard).cards
        let first = 0
        let fellow = try XCTUnwrap(cards.indices.first { $0 != first && cards[$0].pair == cards[first].pair })
        let others = cards.indices.filter { $0 != first && $0 != fellow }
        XCTAssertEqual(round.apply(first).kind, .note)
        XCTAssertEqual(round.apply(first).sentence, "That card is open already.")
        XCTAssertEqual(round.apply(others[0]).kind, .wrong, "a first guess costs nothing")
        _ = round.apply(fellow)
        XCTAssertEqual(round.apply(others[0]).kind, .wrong, "its partner was shown before")
        _ = round.apply(first)
        XCTAssertEqual(round.apply(fellow).kind, .right)
        XCTAssertEqual(round.points, 2, "three points, minus one")
        XCTAssertEqual(round.misses, 2)
    }

    func testSandboxExplainsRefusalsAndCountsPhrasesOnce() throws {
        var round = try round(.sandbox)
        XCTAssertEqual(round.play(FreeBoard.self) { $0.submit("막기 손칼") }?.kind, .wrong)
        XCTAssertEqual(round.points, 0)
        XCTAssertEqual(round.play(FreeBoard.self) { $0.submit("손칼 막기") }?.kind, .right)
        XCTAssertEqual(round.play(FreeBoard.self) { $0.submit("sonkal makgi") }?.kind, .note, "the board is unchanged")
        XCTAssertEqual(round.points, 2)
        for _ in 0..<30 { _ = round.apply(0) }
        XCTAssertEqual((round.board as? FreeBoard)?.placedWords.count, 12)
    }
}
