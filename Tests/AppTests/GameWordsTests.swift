import Composition
import Content
import ContentAdapters
import DojangWiring
import Games
import Kernel
import Korean
import XCTest

/// Tests of the games with the bundled words at every belt.
final class GameWordsTests: XCTestCase {
    private static let library = Result { Library(try BundledPacks.sources.map { try PackReading($0).validPack() }) }

    private func book(_ belt: String) throws -> Phrasebook {
        let library = try Self.library.get()
        return library.phrasebook(upTo: try library.belts().belt(named: belt).grade)
    }

    func testGamesHaveUnsolvedRoundsAtEveryBelt() throws {
        for belt in try Self.library.get().belts().belts.map(\.id) {
            let book = try book(belt)
            for seed in 0..<6 as Range<UInt64> {
                var random = RandomSource(seed: seed)
                for game in Game.allCases {
                    let round = try GameRound(game, from: book, using: &random)
                    XCTAssertEqual(round.points, 0)
                    for board in round.boards {
                        XCTAssertFalse(board.isOver)
                        if let board = board as? OrderBoard { check(board, book, "\(belt) \(seed)") }
                        if let board = board as? BlankBoard { check(board, book, "\(belt) \(seed)") }
                    }
                }
            }
        }
    }

    /// The scrambled order is no phrase; the right order is one and gives all points.
    private func check(_ board: OrderBoard, _ book: Phrasebook, _ place: String) {
        XCTAssertNil(book.read(board.scrambled.map(\.hangul)).phrase, place)
        XCTAssertEqual(book.read(board.phrase.hangulWords).phrase, board.phrase, place)
        var board = board
        var laid = Set<Int>()
        for tile in board.phrase.words {
            guard let next = board.scrambled.indices.first(where: { board.scrambled[$0] == tile && !laid.contains($0) })
            else {
                break
            }
            laid.insert(next)
            _ = board.apply(next)
        }
        XCTAssertEqual(board.points, board.maximum, place)
    }

    /// Exactly one tile is right for the grammar too.
    private func check(_ board: BlankBoard, _ book: Phrasebook, _ place: String) {
        var board = board
        while let blank = board.blank {
            let right = board.choices.indices.filter { choice in
                var words = board.phrase.hangulWords
                words[blank] = board.choices[choice].lines[0]
                return board.choices[choice].isAvailable && book.read(words).phrase == board.phrase
            }
            XCTAssertEqual(Set(right.map { board.choices[$0].lines[0] }), [board.phrase.words[blank].hangul], place)
            XCTAssertGreaterThanOrEqual(board.choices.filter(\.isAvailable).count, 3, place)
            guard let first = right.first else { return }
            XCTAssertEqual(board.apply(first).kind, .right, place)
        }
        XCTAssertEqual(board.points, board.maximum, place)
    }

    /// The exported profile contains the game results.
    func testProfileExportContainsGameResults() throws {
        let user = try AppUser("dojang", self)
        let lines = ["막기", "지르기", "차기", "왼 걷는 서기", "높은데 막기"]
        XCTAssertTrue(try user.run("game", "sandbox", lines: lines).output.contains("8 of 30 points"))
        try user.run("profile", "export", "Student", "student.json")
        let other = try AppUser("dojang", self)
        try other.run("profile", "import", "\(user.home)/student.json", "--rename", "Mina")
        XCTAssertTrue(try other.run("game", "history", "--profile", "Mina").output.contains("Creative Sandbox"))
    }
}
