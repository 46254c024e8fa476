import Guidance
import Interface
import Kernel
import Practice
import Terminal
import TerminalTesting
import Vocabulary
import VocabularyCommands
import XCTest

/// Sessions of small children: at most five words, choices only, praise and no points.
final class ChildTests: XCTestCase {
    func testChildSessionHasAtMostFiveWordsAndNoPoints() throws {
        for seed in 1..<6 as Range<UInt64> {
            let learner = Fixture(seed: seed)
            for mode in ["words", "words match"] {
                var random = RandomSource(seed: seed)
                var dialogue = try learner.app(isChild: true).dialogue(mode, ["--new", "--tasks", "20"])
                var displayed = ""
                var words = Set<String>()
                var ending = Output?.none
                for _ in 0..<80 where ending == nil {
                    displayed += dialogue.text() + "\n"
                    XCTAssertNil(dialogue.view.exitMessage, "the text contains points")
                    guard case .key(let hints) = dialogue.view.wanted else {
                        return XCTFail("a child has to type")
                    }
                    XCTAssertEqual(KeyTable.violations(of: hints), [])
                    let choices = hints.filter { $0.meaning == KeyTable.choices(1).first?.meaning }.map(\.key)
                    if case .finish(let output) = try dialogue.handle(
                        .key(choices.randomElement(using: &random) ?? .space))
                    {
                        ending = output
                    }
                }
                let end = Screen(width: 80, palette: .plain, unicode: true).draw(
                    try XCTUnwrap(ending, displayed).blocks)
                words = Set(
                    try learner.builder.log.runs(latest: 1).flatMap { try learner.builder.log.answers(of: $0.id) }.map(
                        \.target.subject))
                XCTAssertLessThanOrEqual(words.count, 5, "\(words)")
                XCTAssertGreaterThan(words.count, 0)
                for word in ["point", "%", "✗", "No:", "beginner", "Accuracy"] {
                    XCTAssertFalse((displayed + end).contains(word), "\(mode) \(word): \(displayed + end)")
                }
                XCTAssertTrue(Praise.end.contains { end.contains($0) }, end)
                XCTAssertTrue((Praise.right + Praise.almost).contains { displayed.contains($0) }, displayed)
            }
        }
    }
}
