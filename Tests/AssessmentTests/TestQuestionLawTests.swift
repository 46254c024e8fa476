import AssessmentTesting
import Content
import Kernel
import LessonsTesting
import Practice
import XCTest

@testable import Assessment
@testable import Learning
@testable import Lessons

/// Properties of test questions, over a random sample. `COMMONPLACE_QUESTIONS=100000` sets the
/// sample size, as `Tools/fixture tests` does.
final class TestQuestionLawTests: XCTestCase {
    private func bank() throws -> QuestionBank { try QuestionBank(LessonFixture.book) }

    func testQuestionsHaveOneRightAnswer() throws {
        let bank = try bank()
        let contract = QuestionContract(bank)
        let items = bank.items
        XCTAssertGreaterThan(items.count, 5000)
        let expected = ProcessInfo.processInfo.environment["COMMONPLACE_QUESTIONS"].flatMap(Int.init) ?? 700
        var random = RandomSource(seed: 15)
        var questionCounts = [TestSubject: Int]()
        func check(_ some: some Sequence<TestItem>) throws {
            for item in some {
                let seed = random.next()
                guard let task = bank.question(item, seed: seed) else { continue }
                XCTAssertEqual(contract.flaws(of: task, item, seed: seed), [])
                questionCounts[try XCTUnwrap(TestSubject(item.target.kind)), default: 0] += 1
            }
        }
        try check(items.filter { $0.target.kind == .theory })
        while questionCounts.values.reduce(0, +) < expected {
            try check(items.shuffled(using: &random).prefix(expected - questionCounts.values.reduce(0, +)))
        }
        if expected > 700 {
            print("\(questionCounts.values.reduce(0, +)) questions made and checked: \(questionCounts)")
        }
        for kind in TestSubject.allCases { XCTAssertGreaterThan(questionCounts[kind] ?? 0, 5, kind.rawValue) }
    }

    func testContractDetectsSecondRightAnswer() throws {
        let bank = try bank()
        let contract = QuestionContract(bank)
        func flawed(_ item: TestItem, adding wrong: String) throws -> [String] {
            var task = try XCTUnwrap(bank.question(item, seed: 1))
            let place = try XCTUnwrap(task.choices.firstIndex { $0 != task.key?.answer })
            task.choices[place] = wrong
            return contract.flaws(of: task, item, seed: 1)
        }
        let term = try XCTUnwrap(bank.library.terms.first { !$0.aliases.isEmpty && $0.hasKorean && !$0.isSameInBoth })
        XCTAssertEqual(
            try flawed(TestItem(Target(.flashcards, term.id, "ko-en")), adding: term.aliases[0]).count, 1)
        let topic = try XCTUnwrap(bank.book.topics.first { $0.id == "belt-8k" })
        XCTAssertEqual(
            try flawed(TestItem(Target(.theory, topic.id, "question-1")), adding: "Earth: it is brown.").count, 1)
        let answer = try XCTUnwrap(
            bank.question(TestItem(Target(.theory, topic.id, "question-1")), seed: 1)?.key?.answer)
        XCTAssertGreaterThan(try flawed(TestItem(Target(.theory, topic.id, "question-1")), adding: answer).count, 0)
    }

    /// Words that differ in one part are offered before all others.
    func testWrongWordsPreferOneDifferentPart() throws {
        let bank = try bank()
        let judge = AnswerJudge(among: bank.library.terms)
        var random = RandomSource(seed: 3)
        var compared = 0
        for term in bank.library.terms.filter({ $0.hasKorean && $0.morphemes.count > 1 }).shuffled(using: &random)
            .prefix(60)
        {
            let item = TestItem(Target(.flashcards, term.id, "ko-en"))
            guard let task = bank.question(item, seed: random.next()) else { continue }
            let near = bank.library.terms.filter {
                $0.grade <= term.grade && $0.hasKorean && WordSimilarity.isOneApart(term.morphemes, $0.morphemes)
                    && judge.judge($0.english, against: term, asked: .english).verdict == .wrong
                    && judge.judge($0.hangul, against: term, asked: .hangul).verdict == .wrong
            }.map(\.english)
            let offered = task.choices.filter { near.contains($0) }.count
            // Of several synonyms one is offered.
            XCTAssertGreaterThanOrEqual(offered, min(near.count, 1), "\(term.id): \(near) in \(task.choices)")
            if near.count > 4 { XCTAssertEqual(offered, 3, "\(term.id): \(near) in \(task.choices)") }
            compared += near.isEmpty ? 0 : 1
        }
        XCTAssertGreaterThan(compared, 30)
    }

    func testWrongMovementsPreferOneDifferentField() throws {
        let bank = try bank()
        var counts: [Int: Int] = [:]
        for number in 1...19 {
            for kind in [PatternQuestion.Kind.stance, .side, .movement, .direction] {
                let item = TestItem(Target(.patterns, "chon-ji", "\(number)"), asks: kind.rawValue)
                guard let question = bank.movement(item, seed: UInt64(number)) else { continue }
                for choice in question.choices where choice.text != question.displayedAnswer {
                    counts[question.grade(choice.values).count { !$0.isRight }, default: 0] += 1
                }
            }
        }
        XCTAssertGreaterThan(counts[1] ?? 0, 3 * counts.filter { $0.key > 1 }.values.reduce(0, +), "\(counts)")
    }

    func testWordsOneMorphemeApart() {
        XCTAssertTrue(WordSimilarity.isOneApart(["a", "b"], ["a", "c"]))
        XCTAssertTrue(WordSimilarity.isOneApart(["a", "b"], ["a", "x", "b"]))
        XCTAssertFalse(WordSimilarity.isOneApart(["a", "b"], ["b", "a"]))
        XCTAssertFalse(WordSimilarity.isOneApart(["a", "b"], ["a", "b"]))
        XCTAssertFalse(
            WordSimilarity.isOneApart(["a"], ["b"]), "two words of one morpheme each share none")
        XCTAssertFalse(WordSimilarity.isOneApart(["a"], ["b", "c"]))
    }
}

extension Term {
    /// Whether it is asked by its meaning, because its English equals its romanization.
    fileprivate var isSameInBoth: Bool { TermSides(self, asked: .english).isName }
}
