import Content
import ContentAdapters
import Kernel
import LearningCommands
import Practice
import Terminal
import TerminalContract
import XCTest

@testable import Learning

/// No question of the bundled content holds its answer: whoever copies what stands on the screen knows nothing.
final class PromptLawTests: XCTestCase {
    private func library() throws -> Library { try LessonFixture.shelf.library() }

    private func cards() throws -> [Question] {
        try library().terms.flatMap { term in
            Direction.allCases.map {
                Question(
                    item: StudyItem(Card(term: term.id, direction: $0)), term: term, number: 1, count: 1, state: nil, note: nil,
                    waits: [:], choices: [])
            }
        }
    }

    /// Every run of words of a text, as somebody could copy it.
    private func runs(of text: String) -> [String] {
        let words = text.split { " ()“”?.:,".contains($0) }.map(String.init)
        return [text] + words.indices.flatMap { first in (first..<words.count).map { words[first...$0].joined(separator: " ") } }
    }

    func testNoCardShowsWhatItAsksFor() throws {
        let (judge, cards) = (AnswerJudge(among: try library().terms), try cards())
        XCTAssertGreaterThan(cards.count, 500)
        for card in cards {
            XCTAssertNotEqual(card.prompt, "")
            for copied in runs(of: card.prompt) {
                let verdict = judge.judge(copied, against: card.term, asked: card.asked, beside: card.prompt).verdict
                XCTAssertEqual(verdict, .wrong, "\(card.card.name): \(card.prompt) has “\(copied)”")
            }
        }
    }

    func testWhatACardAsksForIsRight() throws {
        let (judge, cards) = (AnswerJudge(among: try library().terms), try cards())
        for card in cards {
            let answers =
                card.asked == .english
                ? [card.answer] : [card.term.hangul, card.term.romanization].filter { card.answer.contains($0) && !$0.isEmpty }
            XCTAssertFalse(answers.isEmpty, card.card.name)
            for answer in answers {
                let verdict = judge.judge(answer, against: card.term, asked: card.asked, beside: card.prompt).verdict
                XCTAssertEqual(verdict, .right, "\(card.card.name): \(answer)")
            }
        }
    }

    func testNamesAreAskedByWhatTheyStandFor() throws {
        let names = try cards().filter(\.sides.isName)
        XCTAssertEqual(
            Set(names.map(\.term.id)).count, 26,
            "the nine patterns of the coloured belts, the sixteen of black belts, and the art itself")
        for card in names {
            XCTAssertEqual(card.prompt, card.asked == .english ? card.term.hangul : card.term.meaning, card.card.name)
        }
    }

    /// A school of one's own may have names without a meaning, or without hangul.
    func testANameWithoutAMeaningWantsHangul() throws {
        let grade = try Fixture.grade("10k")
        let theory = Content.Category(rawValue: "theory")
        let name = Term(id: "po-eun", grade: grade, category: theory, english: "Po-Eun", hangul: "포은", romanization: "po-eun")
        let sides = TermSides(name, asked: .korean)
        XCTAssertEqual([sides.prompt, sides.answer, sides.text(of: name)], ["Po-Eun", "포은", "포은"])
        let judge = AnswerJudge()
        for (typed, verdict) in [("po-eun", AnswerJudge.Verdict.wrong), ("Poeun", .wrong), ("pou-eun", .wrong), ("포은", .right)] {
            XCTAssertEqual(judge.judge(typed, against: name, asked: .korean, beside: sides.prompt).verdict, verdict, typed)
        }
        let bare = Term(id: "kata", grade: grade, category: theory, english: "Kata", hangul: "", romanization: "kata")
        XCTAssertFalse(bare.hasKorean, "there is nothing to be asked")
    }

    /// The same for what theory asks to be typed.
    func testNoPageShowsWhatItAsksFor() throws {
        let book = LessonFixture.book
        var asked = 0
        for task in book.topics.flatMap(\.questionItems).compactMap(book.task) {
            guard let key = task.key, key.isShort else { continue }
            asked += 1
            for text in [task.ask] + task.facts.map(\.text) {
                for copied in runs(of: text) where key.judge(copied) != .wrong {
                    XCTFail("\(task.item.name): “\(task.ask)” has “\(copied)”")
                }
            }
        }
        XCTAssertGreaterThan(asked, 50)
    }

    // MARK: - On the screen

    func testWhatWasCopiedIsSaidAndAskedAgain() throws {
        let grade = try Fixture.grade("10k")
        var pack = ContentPack(id: "test", name: "Test")
        pack.belts = BeltOrder([Belt(grade: grade, name: "10th keup", belt: "white", colours: ["white"])])
        pack.terms = try library().terms.filter { $0.id == "shout" }
        let fixture = Fixture(library: Library([pack]))
        var session = try fixture.study("10k").dialogue("study", ["--mode", "test", "--direction", "ko-en"])
        for line in ["kihap", "KIHAP", "기합"] {
            try session.type([line])
            XCTAssertTrue(session.text().contains("is the question itself"), session.text())
            XCTAssertEqual(try fixture.answers().count, 0)
        }
        try session.type(["yell"])
        XCTAssertEqual(try fixture.answers().map(\.isRight), [true])
    }
}
