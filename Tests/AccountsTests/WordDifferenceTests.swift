import Accounts
import Kernel
import XCTest

/// Word-by-word differences of two texts.
final class WordDifferenceTests: XCTestCase {
    /// Returns the difference as text: `-removed-`, `+added+`, and common words.
    private func difference(_ first: String, _ second: String) -> String {
        WordDifference(from: first, to: second).runs.map { run in
            switch run.side {
            case .both: run.text
            case .first: "-\(run.text)-"
            case .second: "+\(run.text)+"
            }
        }.joined(separator: " ")
    }

    func testDifferenceMarksAddedAndRemovedWords() {
        for (first, second, expected) in [
            ("", "", ""), ("a", "a", "a"), ("a", "", "-a-"), ("", "a b", "+a b+"), ("a", "b", "-a- +b+"),
            ("The cat sat on the mat", "The cat lay on a mat", "The cat -sat- +lay+ on -the- +a+ mat"),
            ("one two three", "zero one three four", "+zero+ one -two- three +four+"),
            ("a b c d", "c d a b", "-a b- c d +a b+"), ("사진을 찍었다", "사진을 올렸다", "사진을 -찍었다- +올렸다+"),
            ("lines\nof  a\ttext", "lines of a text", "lines of a text"), ("a a a", "a a", "a a -a-"),
        ] { XCTAssertEqual(difference(first, second), expected) }
    }

    /// Each side of a difference reproduces its text, and sides alternate.
    func testEachSideReproducesItsText() {
        var random = RandomSource(seed: 41)
        for _ in 0..<300 {
            let first = text(&random)
            let second = text(&random)
            let runs = WordDifference(from: first, to: second).runs
            XCTAssertEqual(runs.filter { $0.side != .second }.map(\.text).joined(separator: " "), first)
            XCTAssertEqual(runs.filter { $0.side != .first }.map(\.text).joined(separator: " "), second)
            for (run, next) in zip(runs, runs.dropFirst()) { XCTAssertNotEqual(run.side, next.side) }
        }
    }

    private func text(_ random: inout RandomSource) -> String {
        (0..<Int(random.next() % 9)).map { _ in ["a", "b", "c", "d"][Int(random.next() % 4)] }.joined(separator: " ")
    }

    /// Very long texts are not compared word by word, so text from other devices cannot block the
    /// app.
    func testVeryLongTextsAreNotCompared() {
        let first = (0..<9_000).map { "a\($0)" }.joined(separator: " ")
        let second = (0..<9_000).map { "b\($0)" }.joined(separator: " ")
        let start = ContinuousClock.now
        let runs = WordDifference(from: "Same " + first + " end", to: "Same " + second + " end").runs
        XCTAssertEqual(runs.map(\.side), [.both, .first, .second, .both])
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
    }
}
