import Interface
import Kernel
import TerminalTesting
import Vocabulary
import XCTest

/// Sessions on terminals of several widths, with random keys.
final class ScreenTests: XCTestCase {
    func testRandomKeysExitWithSuccessAtAnyWidth() throws {
        let keys: [Key] = "1234567890hxsu+".map { .character($0) } + [.space, .enter, .left, .escape, .backspace]
        let learner = Fixture()
        try learner.knowing(5)
        for seed in 0..<40 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let mode = [[], ["match"], ["build"], ["assemble"], ["complete"]][Int(seed % 5)]
            let columns = [80, 40, 30, 120, 8][Int(seed / 5) % 5]
            let pressed = (0..<60).compactMap { _ in keys.randomElement(using: &random) }
            let console = ScriptedConsole(
                keys: pressed + [.character("q")], terminal: true,
                environment: ["LANG": seed % 2 == 0 ? "C.UTF-8" : "C", "NO_COLOR": "1", "TERM": "xterm"],
                columns: columns)
            XCTAssertEqual(
                Fixture(store: learner.store, seed: seed).app.run(["words"] + mode, on: console), 0, console.error)
        }
    }

    func testKeyHintsAreUniqueAndFollowTheKeyTable() throws {
        let learner = Fixture()
        try learner.knowing(4)
        for seed in 0..<20 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let command = ["words", "words match", "words build", "words assemble", "words complete"][Int(seed % 5)]
            var dialogue = try Fixture(store: learner.store, seed: seed).app.dialogue(command, ["--new"])
            for _ in 0..<50 {
                let view = dialogue.view
                guard case .key(let hints) = view.wanted else { return XCTFail("\(command) expects no line of text") }
                XCTAssertEqual(KeyTable.violations(of: hints), [])
                XCTAssertEqual(Set(hints.map(\.key)).count, hints.count)
                let going = hints.map(\.key).filter { $0 != .character("q") }
                if case .finish = try dialogue.handle(.key(going.randomElement(using: &random) ?? .enter)) { break }
            }
        }
    }

    func testPhraseSolvedByHintsEarnsNoPoints() throws {
        let learner = Fixture()
        try learner.knowing(3)
        var dialogue = try Fixture(store: learner.store, seed: 3).app.dialogue(
            "words build", ["--new", "--tasks", "1"])
        XCTAssertTrue(dialogue.text().contains("Phrase Building, 1 of 1"), dialogue.text())
        XCTAssertNil(dialogue.view.exitMessage)
        _ = try dialogue.press("h")
        XCTAssertTrue(dialogue.text().contains("Word 1 begins with"), dialogue.text())
        for _ in 0..<8 {
            if dialogue.text().contains("comes back") { break }
            _ = try dialogue.press("h")
        }
        XCTAssertTrue(dialogue.text().contains("✗ No"), "a second hint adds nothing: \(dialogue.text())")
        XCTAssertEqual(dialogue.view.exitMessage, "Vocabulary Builder: 0 of 6 points so far, all of it saved.")
    }
}
