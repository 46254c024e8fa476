import Content
import ContentAdapters
import Interface
import Kernel
import LearningTesting
import LessonsCommands
import LessonsTesting
import Practice
import TerminalTesting
import XCTest

@testable import Learning

/// Tests that no question of the bundled content contains its answer.
final class PromptLawTests: XCTestCase {
    private func library() throws -> Library { try LessonFixture.blobStore.library() }

    private func cards() throws -> [Question] {
        try library().terms.flatMap { term in
            Direction.allCases.map {
                Question(
                    item: StudyItem(Card(term: term.id, direction: $0)), term: term, number: 1, count: 1, state: nil,
                    note: nil,
                    waits: [:], choices: [])
            }
        }
    }

    /// Returns every sequence of consecutive words in the text.
    private func wordSequences(of text: String) -> [String] {
        let words = text.split { " ()“”?.:,".contains($0) }.map(String.init)
        return [text]
            + words.indices.flatMap { first in (first..<words.count).map { words[first...$0].joined(separator: " ") } }
    }

    func testCardPromptsDoNotContainTheirAnswers() throws {
        let judge = AnswerJudge(among: try library().terms)
        let cards = try cards()
        XCTAssertGreaterThan(cards.count, 500)
        for card in cards {
            XCTAssertNotEqual(card.prompt, "")
            for copied in wordSequences(of: card.prompt) {
                let verdict = judge.judge(copied, against: card.term, asked: card.asked, prompt: card.prompt).verdict
                XCTAssertEqual(verdict, .wrong, "\(card.card.name): \(card.prompt) has “\(copied)”")
            }
        }
    }

    func testCardAnswersAreJudgedRight() throws {
        let judge = AnswerJudge(among: try library().terms)
        let cards = try cards()
        for card in cards {
            let answers =
                card.asked == .english
                ? [card.answer]
                : [card.term.hangul, card.term.romanization].filter { card.answer.contains($0) && !$0.isEmpty }
            XCTAssertFalse(answers.isEmpty, card.card.name)
            for answer in answers {
                let verdict = judge.judge(answer, against: card.term, asked: card.asked, prompt: card.prompt).verdict
                XCTAssertEqual(verdict, .right, "\(card.card.name): \(answer)")
            }
        }
    }

    func testNamesAreAskedByTheirMeaning() throws {
        let names = try cards().filter(\.sides.isName)
        XCTAssertEqual(
            Set(names.map(\.term.id)).count, 26,
            "nine patterns of the colored belts, sixteen of the black belts, and the art itself")
        for card in names {
            XCTAssertEqual(card.prompt, card.asked == .english ? card.term.hangul : card.term.meaning, card.card.name)
        }
    }

    /// Own terms can lack a meaning or hangul.
    func testNameWithoutMeaningAsksForHangul() throws {
        let grade = try StudyFixture.grade("10k")
        let theory = Content.Category(rawValue: "theory")
        let name = Term(
            id: "po-eun", grade: grade, category: theory, english: "Po-Eun", hangul: "포은", romanization: "po-eun")
        let sides = TermSides(name, asked: .korean)
        XCTAssertEqual([sides.prompt, sides.answer, sides.text(of: name)], ["Po-Eun", "포은", "포은"])
        let judge = AnswerJudge()
        for (typed, verdict) in [
            ("po-eun", AnswerJudge.Verdict.wrong), ("Poeun", .wrong), ("pou-eun", .wrong), ("포은", .right),
        ] {
            XCTAssertEqual(
                judge.judge(typed, against: name, asked: .korean, prompt: sides.prompt).verdict, verdict, typed)
        }
        let bare = Term(id: "kata", grade: grade, category: theory, english: "Kata", hangul: "", romanization: "kata")
        XCTAssertFalse(bare.hasKorean, "there is no question to ask")
    }

    func testTheoryQuestionsDoNotContainTheirAnswers() throws {
        let book = LessonFixture.book
        var questionCount = 0
        for task in book.topics.flatMap(\.questionItems).compactMap(book.task) {
            guard let key = task.key, key.isShort else { continue }
            questionCount += 1
            for text in [task.prompt] + task.facts.map(\.text) {
                for copied in wordSequences(of: text) where key.judge(copied) != .wrong {
                    XCTFail("\(task.item.name): “\(task.prompt)” has “\(copied)”")
                }
            }
        }
        XCTAssertGreaterThan(questionCount, 50)
    }

    // MARK: - On the screen

    func testCopiedPromptIsRejectedAndAskedAgain() throws {
        let grade = try StudyFixture.grade("10k")
        var pack = ContentPack(id: "test", name: "Test")
        pack.belts = BeltOrder([Belt(grade: grade, name: "10th keup", belt: "white", colors: ["white"])])
        pack.terms = try library().terms.filter { $0.id == "shout" }
        let fixture = StudyFixture(library: Library([pack]))
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
