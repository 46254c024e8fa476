import Content
import Kernel
import LearningTesting
import LessonsTesting
import Practice
import Storage
import XCTest

@testable import Lessons

/// Tests of lesson rules at their bounds: answers, marks, items and their selection.
final class LessonRuleTests: XCTestCase {
    private let book = LessonFixture.book

    // MARK: - Answers

    func testFourChoicesAreDrawnFromSixWrongAnswers() throws {
        let wrong = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "theta", "kappa"]
        let key = AnswerKey("omega", wrong: wrong, grade: try StudyFixture.grade("10k"))
        XCTAssertEqual(key.wrong, Array(wrong.prefix(6)))
        var items: Set<String> = []
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let choices = key.choices(&random)
            XCTAssertEqual(choices.count, 4)
            XCTAssertTrue(choices.contains("omega"))
            items.formUnion(choices)
        }
        XCTAssertEqual(items, Set(wrong.prefix(6) + ["omega"]))
        var random = RandomSource(seed: 1)
        let bare = AnswerKey("omega", grade: try StudyFixture.grade("10k"))
        XCTAssertFalse(bare.hasChoices)
        XCTAssertEqual(bare.choices(&random), [])
        for (typed, verdict) in [
            ("1", AnswerJudge.Verdict.wrong), ("2", .right), ("0", .wrong), ("3", .wrong), ("omega", .right),
        ] {
            XCTAssertEqual(key.judge(typed, among: ["alpha", "omega"]), verdict, typed)
        }
    }

    func testShortAnswersHaveAtMostFourWords() throws {
        let grade = try StudyFixture.grade("10k")
        for (answer, also, isShort) in [
            ("one two three four", [], true), ("one two three four five", [], false),
            ("one two three four five", ["one"], true),
            ("one two three four five", ["one two three four five six"], false),
        ] as [(String, [String], Bool)] {
            XCTAssertEqual(AnswerKey(answer, alsoRight: also, grade: grade).isShort, isShort, answer)
        }
    }

    func testTypedAnswersMayBeShorterThanContent() throws {
        let answers: [(answer: String, right: [String], wrong: [String])] = [
            ("In Korea.", ["Korea"], ["in", ""]), ("On", ["on"], [""]), ("Seven.", ["7"], ["8"]),
            ("20", ["twenty"], ["nineteen"]),
            ("0", ["zero"], ["one"]), ("Five kicks.", [], ["5"]), ("21", [], ["twenty"]),
            ("front kick (ap chagi)", ["front kick", "ap chagi"], ["kick"]),
            ("a low front kick (ap chagi)", [], ["ap chagi"]),
            ("reverse (bandae)", ["reverse", "bandae"], ["("]),
            ("Innocence: the beginner: nothing.", ["innocence"], ["nothing"]), ("(bandae)", ["bandae"], [""]),
        ]
        for answer in answers {
            let key = AnswerKey(answer.answer, grade: try StudyFixture.grade("10k"))
            for text in answer.right { XCTAssertEqual(key.judge(text), .right, "\(text) for \(answer.answer)") }
            for text in answer.wrong { XCTAssertEqual(key.judge(text), .wrong, "\(text) for \(answer.answer)") }
        }
    }

    // MARK: - Marks and items

    func testSelfAssessmentMarksAndUndoLabels() throws {
        XCTAssertEqual(SelfAssessment.allCases.map(\.rawValue), [1, 2, 3])
        XCTAssertEqual(SelfAssessment.allCases, SelfAssessment.allCases.sorted())
        let fixture = try LessonFixture("8k")
        let lessons = try fixture.lessons()
        let log = fixture.base.log()
        var run = try lessons.practiceSparring("three-step-1")
        for (mark, share, word) in [
            (SelfAssessment.notYet, 0, "not yet"), (.withMistakes, 500, "with mistakes"), (.well, 1000, "well"),
        ] {
            XCTAssertEqual(try log.answer(.mark(mark), milliseconds: 1, in: &run).share, share)
            XCTAssertEqual(try fixture.base.store.undoLast().label, "Step sparring, \(share / 500 + 1): \(word)")
        }
        var read = try lessons.readTheory(TheoryChoice(page: "tenets"))
        XCTAssertTrue(try log.answer(.read, milliseconds: 1, in: &read).isRight)
        XCTAssertEqual(try fixture.base.store.undoLast().label, "Theory, 1: read")
        var quiz = try lessons.quizTheory(TheoryChoice(page: "tenets"), questions: 2, typed: true)
        for (isRight, label) in [(true, "Theory, 1: right"), (false, "Theory, 2: wrong")] {
            let task = try XCTUnwrap(log.task(in: &quiz))
            let mark = try log.answer(.text(isRight ? task.key?.answer ?? "" : "x"), milliseconds: 1, in: &quiz)
            XCTAssertEqual(mark.evidence, task.choices.isEmpty ? .recalled : .chosen)
            XCTAssertEqual(try fixture.base.store.undoLast().label, label)
        }
        var chosen = try lessons.quizTheory(TheoryChoice(page: "tenets"), questions: 2, typed: false)
        XCTAssertEqual(try log.answer(.text("1"), milliseconds: 1, in: &chosen).evidence, .chosen)
    }

    func testTargetPartHasWordAndNumber() {
        for (part, word, number) in [
            ("defence-2", "defence", 2), ("number", "number", 0), ("", "", 0), ("a-3-b", "a", 0), ("a-x", "a", 0),
            ("a-", "a", 0),
        ] {
            let place = Target(.sparring, "x", part).place
            XCTAssertEqual(place.word, word, part)
            XCTAssertEqual(place.number, number, part)
        }
    }

    /// Items that the content doesn't have return no task.
    func testOnlyItemsOfContentHaveTasks() throws {
        let exercise = try XCTUnwrap(book.exercises.first)
        let topic = try XCTUnwrap(book.topics.first { !$0.questions.isEmpty })
        let line = try XCTUnwrap(book.lines.first)
        let heading = try XCTUnwrap(book.patternHeadings.first)
        let numbered: [(kind: PracticeKind, subject: String, word: String, count: Int)] = [
            (.sparring, exercise.id, "attack-", exercise.steps.count),
            (.sparring, exercise.id, "defend-", exercise.steps.count),
            (.theory, topic.id, "question-", topic.questions.count),
            (.lineWork, line.grade.id, "", line.exercises.count),
        ]
        for one in numbered {
            for number in -1...(one.count + 2) {
                let item = Target(one.kind, one.subject, "\(one.word)\(number)")
                XCTAssertEqual(book.task(item) != nil, (1...one.count).contains(number), item.name)
                XCTAssertEqual(book.task(item).map(\.item) ?? item, item)
                XCTAssertNil(book.task(Target(one.kind, "nothing", item.part)), item.name)
            }
        }
        for item in [
            Target(.sparring, exercise.id, "juggle-1"), Target(.sparring, exercise.id, "stance-0"),
            Target(.theory, topic.id, "x"),
            Target(.lineWork, line.grade.id, "x"), Target(.patterns, heading.id, "deed-0"),
            Target(.patterns, heading.id, "bow-1"),
            Target(.patterns, "nothing", "perform"), Target(.flashcards, "nothing", "ko-en"), Target(.drill, "x", "y"),
            Target(.sparring, exercise.id, "stance-\(exercise.steps.count + 1)"),
        ] { XCTAssertNil(book.task(item), item.name) }
        XCTAssertEqual(book.task(Target(.theory, topic.id, "read"))?.prompt, topic.title)
        XCTAssertEqual(book.task(Target(.sparring, exercise.id, "perform"))?.title, exercise.name)
    }

    // MARK: - Selection of questions

    func testPagesFollowGradeAndSubject() throws {
        let lessons = try LessonFixture("1k").lessons()
        let topics = book.topics
        for grade in [nil, "10k", "5k", "1k"] as [String?] {
            for subject in [nil] + TheoryTopic.Subject.allCases as [TheoryTopic.Subject?] {
                let choice = TheoryChoice(grade: try grade.map(StudyFixture.grade), subject: subject)
                let expected = topics.filter {
                    (grade == nil || $0.grade.id == grade) && (subject == nil || $0.subject == subject)
                        && $0.grade <= lessons.learner.grade
                }
                XCTAssertEqual((try? lessons.pages(choice).map(\.id)) ?? [], expected.map(\.id), "\(choice)")
            }
        }
        XCTAssertThrowsError(try lessons.pages(TheoryChoice(grade: StudyFixture.grade("10k"), subject: .teaching))) {
            XCTAssertEqual(($0 as? Failure)?.code, .noSuchPages)
        }
    }

    /// Unread pages of the learner's grade come first, then other unread pages. When all are read,
    /// all come again.
    func testUnreadPagesComeFirstByGrade() throws {
        let fixture = try LessonFixture("8k")
        let lessons = try fixture.lessons()
        let log = fixture.base.log()
        let open = book.topics.filter { $0.grade <= lessons.learner.grade }
        let own = open.filter { $0.grade == lessons.learner.grade }.map(\.id)
        var run = try lessons.readTheory(TheoryChoice())
        XCTAssertEqual(run.items.map(\.subject), own + open.map(\.id).filter { !own.contains($0) })
        try log.answer(.read, milliseconds: 1, in: &run)
        XCTAssertEqual(
            try lessons.readTheory(TheoryChoice()).items.map(\.subject), Array(run.items.map(\.subject).dropFirst()))
        for _ in 1..<run.items.count { try log.answer(.read, milliseconds: 1, in: &run) }
        XCTAssertEqual(try lessons.readTheory(TheoryChoice()).items.map(\.subject), open.map(\.id))
        var again = try lessons.readTheory(TheoryChoice(page: "tenets"))
        try log.answer(.read, milliseconds: 1, in: &again)
        let page = try XCTUnwrap(lessons.pageStandings().first { $0.topic.id == "tenets" })
        XCTAssertEqual([page.reads, page.mastery.answers], [2, 0], "reading asks no question")
        XCTAssertNil(page.mastery.last)
    }

    func testLineWorkUsesGradeOrNextLowerOne() throws {
        let lines = book.lines.map(\.grade)
        for belt in book.belts.belts {
            let lessons = try LessonFixture(belt.id).lessons()
            XCTAssertEqual(try lessons.lineWork(of: nil).grade, lines.last { $0 <= belt.grade } ?? lines[0], belt.id)
            for other in book.belts.belts {
                let code = lines.contains(other.grade) ? Failure.Code.notOpenYet : .noLineWork
                let isOpen =
                    lessons.learner.syllabus.opensPractice(of: other.grade, among: lines) && lines.contains(other.grade)
                if isOpen {
                    XCTAssertEqual(try lessons.lineWork(of: other.grade).grade, other.grade)
                } else {
                    XCTAssertThrowsError(try lessons.lineWork(of: other.grade)) {
                        XCTAssertEqual(($0 as? Failure)?.code, code)
                    }
                }
            }
        }
    }

    func testLineHasTwoToThirtySteps() {
        XCTAssertEqual(LineCount.range, 2...30)
        var line = LineCount(steps: 3)
        XCTAssertEqual([line.spokenNumber, "\(line.done)"], ["", "0"])
        for (number, word) in ["hana", "dool", "set"].enumerated() {
            XCTAssertFalse(line.isOver)
            line.count()
            XCTAssertEqual([line.spokenNumber, "\(line.done)"], [word, "\(number + 1)"])
        }
        XCTAssertTrue(line.isOver)
        XCTAssertEqual([LineCount(steps: 1), LineCount(steps: 31)].map(\.steps), [2, 30])
    }

    func testQuizHasRequestedNumberOfQuestions() throws {
        let lessons = try LessonFixture("8k").lessons()
        XCTAssertEqual(LessonStudy.questionRange, 3...50)
        for count in [3, 10] {
            XCTAssertEqual(try lessons.quizTheory(TheoryChoice(), questions: count, typed: false).items.count, count)
            XCTAssertEqual(try lessons.quizSparring("three-step-8k", questions: count).items.count, count)
        }
        XCTAssertFalse(try lessons.practiceSparring("8k").items.isEmpty)
        XCTAssertEqual(try lessons.practiceSparring("three-step-1").items.map(\.part).first, "attack-1")
        XCTAssertEqual(Set(try lessons.practiceSparring("8k", role: .defender).items.map(\.place.word)), ["defend"])
    }
}
