import Games
import Guidance
import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// Games of small children praise and never mention mistakes.
final class ChildTests: XCTestCase {
    func testChildGamesMentionNoMistakes() throws {
        let keys: [Key] = "1234567890acdefgijklmn".map { .character($0) } + [.space, .enter]
        for seed in 0..<36 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            var dialogue = try Fixture(seed: seed, isChild: true).app.dialogue(
                "game \(Game.allCases[Int(seed % 6)].rawValue)", [])
            for _ in 0..<200 {
                let view = dialogue.view
                for blocks in [view.blocks, view.stage.map { $0.feedback + $0.card } ?? []] {
                    let output = Screen(width: 80, palette: .plain, unicode: true).draw(blocks)
                    for word in ["✗", "wrong", "your best", "%", "k͈i", "ɡi"] {
                        XCTAssertFalse(output.contains(word), output)
                    }
                }
                let event: DialogueEvent =
                    if case .line = view.wanted { .line("손칼 막기") } else {
                        .key(keys.randomElement(using: &random) ?? .enter)
                    }
                if case .finish(let output) = try dialogue.handle(event) {
                    XCTAssertFalse(output.notice?.contains("your best") ?? false)
                    break
                }
            }
        }
    }

    func testChildGamesEndWithPraise() throws {
        let fixture = Fixture(seed: 3, isChild: true)
        var dialogue = try fixture.app.dialogue("game memory", [])
        var ended: String?
        for _ in 0..<2000 where ended == nil {
            let output = Screen(width: 80, palette: .plain, unicode: true).draw(dialogue.view.blocks)
            if Praise.end.contains(where: output.contains) { ended = output }
            _ = try dialogue.handle(.key(.character("s")))
        }
        XCTAssertTrue(try XCTUnwrap(ended).contains("★"), ended ?? "")
    }
}
