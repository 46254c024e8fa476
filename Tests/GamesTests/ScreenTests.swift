import Games
import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// Rounds on a terminal with every key at every size.
final class ScreenTests: XCTestCase {
    /// Random keys until the round ends or a hundred were pressed.
    func testRandomKeysNeverDrawBeyondTheWidth() throws {
        let keys: [Key] = "1234567890acdefgijklmnhuswbx".map { .character($0) } + [.space, .enter, .left, .escape]
        for seed in 0..<90 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let game = Game.allCases[Int(seed % 6)]
            let size = [(80, 24), (40, 20), (30, 10), (120, 40), (8, 3)][Int(seed / 6) % 5]
            let pressed = (0..<100).compactMap { _ in keys.randomElement(using: &random) }
            let fixture = Fixture(seed: seed)
            let console = ScriptedConsole(
                keys: pressed + [.character("q")], terminal: true,
                environment: ["LANG": seed % 2 == 0 ? "C.UTF-8" : "C", "NO_COLOR": "1", "TERM": "xterm"],
                columns: size.0)
            XCTAssertEqual(fixture.app.run(["game", game.rawValue], on: console), 0, console.error)
            XCTAssertLessThanOrEqual(try fixture.book.results(limit: nil).count, 1)
        }
    }

    func testKeysKeepTheirCommonMeaning() throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            var dialogue = try Fixture(seed: seed).app.dialogue("game \(Game.allCases[Int(seed % 6)].rawValue)", [])
            for _ in 0..<80 {
                let view = dialogue.view
                XCTAssertEqual(view.help, "game")
                guard case .key(let hints) = view.wanted else {
                    _ = try dialogue.handle(.line(["손칼 막기", "", "x"].randomElement(using: &random) ?? ""))
                    continue
                }
                XCTAssertEqual(KeyTable.violations(of: hints), [])
                XCTAssertEqual(Set(hints.map(\.key)).count, hints.count)
                let going = hints.map(\.key).filter { $0 != .character("q") }
                if case .finish = try dialogue.handle(.key(going.randomElement(using: &random) ?? .enter)) { break }
            }
        }
    }

    /// The exit message reports the points of an unfinished round, and is absent once the round is
    /// stored.
    func testExitMessageReportsAnUnfinishedRound() throws {
        let fixture = Fixture()
        var dialogue = try fixture.app.dialogue("game sandbox", [])
        XCTAssertEqual(dialogue.view.exitMessage, "Creative Sandbox, left at 0 of 30 points.")
        for line in ["막기", "지르기", "때리기", "손칼 막기"] { _ = try dialogue.handle(.line(line)) }
        XCTAssertEqual(dialogue.view.exitMessage, "Creative Sandbox, left at 5 of 30 points.")
        XCTAssertEqual(try fixture.book.results(limit: nil), [])
        _ = try dialogue.handle(.line("팔목 막기"))
        XCTAssertNil(dialogue.view.exitMessage)
        XCTAssertEqual(try fixture.book.results(limit: nil).map(\.points), [7], "stored before it is shown")
        XCTAssertTrue(dialogue.text().contains("7 of 30 points"), dialogue.text())
        _ = try dialogue.handle(.key(.enter))
        XCTAssertEqual(try fixture.book.results(limit: nil).count, 1)
    }

    func testSandboxPlacesAWordWithOneKey() throws {
        var dialogue = try Fixture().app.dialogue("game sandbox", [])
        XCTAssertTrue(dialogue.text().contains("1  side"), dialogue.text())
        for key in "2152" { _ = try dialogue.press(key) }
        XCTAssertTrue(dialogue.text().contains("= knife-hand punch"), dialogue.text())
        _ = try dialogue.press("u")
        XCTAssertTrue(dialogue.text().contains("Taken back: 지르기."), dialogue.text())
        for key in "51" { _ = try dialogue.press(key) }
        _ = try dialogue.handle(.key(.space))
        XCTAssertTrue(dialogue.text().contains("✓ 손칼 막기: knife-hand block."), dialogue.text())
    }

    func testFaceDownCardsAreNotInTheOutput() throws {
        let view = try Fixture().app.dialogue("game memory", []).view
        for blocks in [view.blocks, view.stage?.card ?? []] {
            let text = Screen(width: 80, palette: .plain, unicode: true).draw(blocks)
            XCTAssertFalse(text.contains("word") || text.contains("낱말"), text)
        }
    }
}
