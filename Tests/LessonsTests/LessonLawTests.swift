import Content
import Kernel
import LearningTesting
import LessonsTesting
import Practice
import XCTest

@testable import Learning
@testable import Lessons

/// Properties of all questions of the content: each can be answered, and has one right answer.
final class LessonLawTests: XCTestCase {
    private let book = LessonFixture.book

    /// Returns all questions about sparring, theory pages and patterns.
    private func allQuestions() throws -> [LessonTask] {
        let questions = SparringQuestions(exercises: book.exercises)
        let items =
            book.exercises.flatMap(questions.items(about:)) + book.topics.flatMap(\.questionItems)
            + book.patternHeadings.compactMap { book.pattern($0.id) }.flatMap { PatternExamination(pattern: $0).items }
        return items.compactMap(book.task)
    }

    /// The item list searches for one wrong answer only, and equals the list of complete questions.
    func testListedItemsEqualAskableItems() {
        let questions = SparringQuestions(exercises: book.exercises)
        for exercise in book.exercises {
            let parts =
                ["number"]
                + exercise.steps.indices.flatMap { step in
                    ["defence", "counter", "stance", "section"].map { "\($0)-\(step + 1)" }
                }
            let questionItems = parts.map(exercise.item).filter { questions.task($0)?.key?.hasChoices == true }
            XCTAssertEqual(Set(questions.items(about: exercise)), Set(questionItems), exercise.id)
        }
    }

    func testQuestionsHaveOneRightChoice() throws {
        let keys = try allQuestions().compactMap { task in task.key.map { (task, $0) } }
        XCTAssertGreaterThan(keys.count, 900)
        for (task, key) in keys {
            XCTAssertEqual(key.judge(key.answer), .right, task.item.name)
            for wrong in key.wrong { XCTAssertEqual(key.judge(wrong), .wrong, "\(task.item.name): \(wrong)") }
            for seed in 0..<3 as Range<UInt64> {
                var random = RandomSource(seed: seed)
                let choices = key.choices(&random)
                guard !choices.isEmpty else { continue }
                XCTAssertTrue((2...AnswerKey.maximumChoices).contains(choices.count), task.item.name)
                XCTAssertEqual(Set(choices.map(Folding.compact)).count, choices.count, task.item.name)
                let right = choices.indices.filter { key.judge(String($0 + 1), among: choices) == .right }
                XCTAssertEqual(right.count, 1, task.item.name)
                XCTAssertEqual(right.first.map { choices[$0] }, key.answer, task.item.name)
            }
        }
    }

    func testWordQuestionsHaveOneRightAnswerInBothDirections() throws {
        let terms = try LessonFixture.blobStore.library().terms
        let questions = TermQuestions(terms)
        for term in terms.enumerated().filter({ $0.offset.isMultiple(of: 5) }).map(\.element) {
            for direction in Direction.allCases {
                guard let task = questions.task(TermQuestions.item(term, direction)), let key = task.key else {
                    continue
                }
                XCTAssertEqual(key.judge(key.answer), .right, task.item.name)
                for wrong in key.wrong { XCTAssertEqual(key.judge(wrong), .wrong, "\(task.item.name): \(wrong)") }
            }
        }
    }

    /// The facts of a question identify the exchange among its wrong answers.
    func testNumberQuestionsIdentifyTheirExchange() throws {
        let questions = SparringQuestions(exercises: book.exercises)
        for exercise in book.exercises {
            for item in questions.items(about: exercise) where item.place.word == "number" {
                let key = try XCTUnwrap(book.task(item)?.key)
                XCTAssertEqual(key.answer, exercise.name)
                let facts = book.task(item)?.facts
                for other in book.exercises where key.wrong.contains(other.name) {
                    XCTAssertNotEqual(
                        book.task(other.item("number"))?.facts, facts, "\(exercise.id) looks like \(other.id)")
                }
            }
        }
    }

    func testSparringSetsHaveTasksInBothRoles() {
        let questions = SparringQuestions(exercises: book.exercises)
        let sets = SparringSet.all(of: book.exercises)
        XCTAssertEqual(sets.count, 11)
        for set in sets {
            let items = SparringPlan.items(of: set.exercises, as: SparringRole.allCases)
            XCTAssertEqual(items.count, set.exercises.reduce(0) { $0 + 2 * $1.steps.count })
            for item in items { XCTAssertNotNil(book.task(item), item.name) }
            if set.kind != .semiFree { XCTAssertFalse(set.exercises.flatMap(questions.items(about:)).isEmpty, set.id) }
        }
    }

    /// Foot, stance, hand and section are shown if the content has them.
    func testSparringPracticeShowsFootStanceHandAndSection() throws {
        for exercise in book.exercises where exercise.kind != .semiFree {
            for number in exercise.steps.indices.map({ $0 + 1 }) {
                let factNames = try XCTUnwrap(exercise.task(step: number, as: .defender)).facts.map(\.name)
                let attack = exercise.steps[number - 1].attack
                if attack.foot != nil { XCTAssertTrue(factNames.contains("Foot"), exercise.id) }
                if attack.ending != nil { XCTAssertTrue(factNames.contains("Stance"), exercise.id) }
                if attack.actions.contains(where: { $0.technique.section != nil }) {
                    XCTAssertTrue(factNames.contains("Section"), exercise.id)
                }
                XCTAssertTrue(
                    factNames.contains("Hand") || factNames.contains("Leg")
                        || attack.actions.allSatisfy { $0.technique.side == nil })
            }
        }
    }

    func testTypedAnswersIgnoreUnicodeFormAndCase() throws {
        let grade = try StudyFixture.grade("10k")
        let key = AnswerKey("걷는 서기.", wrong: ["앉는 서기."], grade: grade)
        XCTAssertEqual(key.judge("걷는 서기".decomposedStringWithCanonicalMapping), .right)
        let courtesy = AnswerKey("Courtesy.", wrong: ["Integrity."], grade: grade)
        for text in ["courtesy", "COURTESY", "ＣＯＵＲＴＥＳＹ", " courtesy. "] {
            XCTAssertEqual(courtesy.judge(text), .right, text)
        }
        XCTAssertEqual(courtesy.judge("courtsy"), .nearlyRight)
        XCTAssertEqual(courtesy.judge(""), .wrong)
        XCTAssertEqual(AnswerKey("Five.", wrong: ["Four."], grade: grade).judge("5"), .right)
        XCTAssertEqual(AnswerKey("On 22 March 1966.", grade: grade).judge("22 March 1966"), .right)
        XCTAssertEqual(AnswerKey("Innocence: the beginner knows nothing yet.", grade: grade).judge("innocence"), .right)
        XCTAssertEqual(AnswerKey("reverse (bandae).", wrong: ["obverse (baro)."], grade: grade).judge("bandae"), .right)
        let stance = AnswerKey("Closed ready stance A.", wrong: ["Closed ready stance B."], grade: grade)
        XCTAssertEqual(stance.judge("closed ready stance b"), .wrong)
    }

    func testAnswerKeyDropsRightAndDuplicateWrongAnswers() throws {
        let key = AnswerKey(
            "A nod.", wrong: ["The nod", "a shout", "A shout.", "", "…"], grade: try StudyFixture.grade("10k"))
        XCTAssertEqual(key.wrong, ["a shout"])
    }
}
