import Content
import Kernel
import LessonsTesting
import Practice
import XCTest

@testable import Learning
@testable import Lessons

/// Properties of step sparring, pattern and word tasks over all content.
final class SparringRuleTests: XCTestCase {
    private let book = LessonFixture.book

    func testExchangesAreFoundByIDSetKindAndGrade() throws {
        let fixture = try LessonFixture("4d")
        let lessons = try fixture.lessons()
        for exercise in book.exercises {
            XCTAssertEqual(try lessons.exchanges(named: exercise.id).exercises, [exercise])
        }
        for set in SparringSet.all(of: book.exercises) {
            XCTAssertEqual(try lessons.exchanges(named: set.id).exercises, set.exercises)
            XCTAssertEqual(try lessons.exchanges(named: set.grade.id).exercises, set.exercises)
            let kind = book.exercises.filter { $0.kind == set.kind }
            XCTAssertEqual(try lessons.exchanges(named: set.kind.rawValue).exercises, kind)
        }
        XCTAssertEqual(try lessons.exchanges(named: nil).subject, "one-step-4d")
        XCTAssertEqual(try LessonFixture("1k").lessons().exchanges(named: nil).subject, "semi-free-1k")
        for (word, code, advice) in [
            ("step", Failure.Code.unknownExchange, "Did you mean three-step, two-step, one-step?"),
            ("8k!", .unknownExchange, "Did you mean three-step-8k, 8k?"),
            ("three 8k", .unknownExchange, "Did you mean three-step-8k?"),
        ] {
            XCTAssertThrowsError(try lessons.exchanges(named: word)) {
                XCTAssertEqual(($0 as? Failure)?.code, code)
                XCTAssertEqual(($0 as? Failure)?.advice, advice)
            }
        }
    }

    func testSetsAreNamedAfterExchangesAndOrderedByGrade() {
        let sets = SparringSet.all(of: book.exercises.reversed())
        XCTAssertEqual(
            sets.map(\.name),
            [
                "Three-step sparring 1 to 4", "Three-step sparring 5 to 7", "Three-step sparring 8 to 10",
                "Two-step sparring 1 to 4",
                "Two-step sparring 5 to 8", "One-step sparring 1", "Semi-free sparring 1", "Self-defence 1 to 6",
                "One-step sparring 2 to 5", "Two-step sparring 9 to 11", "One-step sparring 6 to 8",
            ])
        XCTAssertEqual(sets.map(\.grade), sets.map(\.grade).sorted())
        for set in sets { XCTAssertEqual(set.exercises.map(\.number), set.exercises.map(\.number).sorted()) }
    }

    func testStartedSetsAreCounted() throws {
        let fixture = try LessonFixture("6k")
        let lessons = try fixture.lessons()
        let log = fixture.base.log()
        for (subject, expected) in [(nil, 0), ("three-step-1", 1), ("three-step-2", 1), ("three-step-9", 2)]
            as [(String?, Int)]
        {
            if let subject {
                var run = try lessons.practiceSparring(subject)
                try log.answer(.mark(.well), milliseconds: 1, in: &run)
            }
            let counted = try lessons.startedSparringSets()
            XCTAssertEqual([counted.own, counted.begun], [3, expected], "\(subject ?? "")")
        }
    }

    /// A step in both roles: its facts, its hidden parts and its title.
    func testStepsRevealTheirParts() throws {
        for exercise in book.exercises {
            for (place, step) in exercise.steps.enumerated() {
                let name = "\(exercise.id) \(place + 1)"
                let attack = try XCTUnwrap(book.task(exercise.item("attack-\(place + 1)")))
                let defend = try XCTUnwrap(book.task(exercise.item("defend-\(place + 1)")))
                let title =
                    exercise.steps.count == 1
                    ? exercise.name : "\(exercise.name), step \(place + 1) of \(exercise.steps.count)"
                XCTAssertEqual([attack.title, defend.title], [title, title], name)
                XCTAssertEqual(defend.prompt.contains("and counter"), step.counter != nil, name)
                // The starting position is shown before the first step only.
                let begins = [.threeStep, .twoStep].contains(exercise.kind) && place == 0
                XCTAssertEqual(
                    [attack, defend].map { $0.facts.contains { $0.name == "You begin" } }, [begins, begins], name)
                let defenderFacts = defend.facts.drop { ["Before", "You begin", "Partner"].contains($0.name) }
                XCTAssertEqual(
                    defenderFacts.first?.text, step.attack.actions.isEmpty ? step.attack.phrase : step.attack.action,
                    name)
                guard case .done(let answers) = defend.form, case .done(let stages) = attack.form else {
                    return XCTFail(name)
                }
                XCTAssertEqual(
                    answers.map { $0.first?.name }, step.counter == nil ? ["Defence"] : ["Defence", "Counter"], name)
                XCTAssertEqual(stages.map { $0.first?.name }, ["Attack", "Defence"], name)
                for (part, facts) in [(step.attack, defend.facts), (step.defence, answers[0])]
                where !part.actions.isEmpty {
                    let sides = part.actions.compactMap(\.technique.side)
                    let limb = part.actions.allSatisfy(\.technique.isKick) ? "Leg" : "Hand"
                    XCTAssertEqual(
                        facts.map(\.name).filter { ["Leg", "Hand"].contains($0) }, sides.isEmpty ? [] : [limb], name)
                }
            }
            let task = try XCTUnwrap(book.task(exercise.item("perform")))
            guard case .done(let completed) = task.form else { return XCTFail(exercise.id) }
            XCTAssertEqual(
                completed.flatMap { $0 }.filter { $0.name.hasPrefix("Defence") }.map(\.name),
                exercise.steps.indices.map { "Defence \($0 + 1)" })
        }
    }

    /// A step has questions for the parts it has. It asks for the height only if attacks of its
    /// kind differ in height.
    func testStepQuestionsFollowItsParts() {
        let questions = SparringQuestions(exercises: book.exercises)
        for exercise in book.exercises {
            let kin = book.exercises.filter { $0.kind == exercise.kind }
            let heights = Set(kin.flatMap(\.steps).flatMap(\.attack.actions).compactMap(\.technique.section))
            for (place, step) in exercise.steps.enumerated() {
                let cases: [(String, Bool)] = [
                    ("defence", !step.defence.actions.isEmpty),
                    ("counter", step.counter.map { !$0.actions.isEmpty } ?? false),
                    ("stance", step.defence.ending != nil && !step.defence.actions.isEmpty),
                    (
                        "section",
                        step.attack.actions.count == 1 && step.attack.actions[0].technique.section != nil
                            && heights.count > 1
                    ),
                ]
                for (word, isAsked) in cases {
                    let item = exercise.item("\(word)-\(place + 1)")
                    XCTAssertEqual(questions.task(item) != nil, isAsked, item.name)
                }
            }
            let answers = kin.map { $0.steps.map { [$0.defence.phrase, $0.counter?.phrase ?? ""] } }
            let isAsked =
                kin.count > 1 && exercise.steps.contains { !$0.defence.actions.isEmpty }
                && answers.count { $0 == exercise.steps.map { [$0.defence.phrase, $0.counter?.phrase ?? ""] } } == 1
            XCTAssertEqual(questions.task(exercise.item("number")) != nil, isAsked, exercise.id)
        }
    }

    /// Wrong answers are ordered by similarity: first those that differ in one field, then others.
    /// In each group, those of the same exchange come before those of its kind.
    func testWrongAnswersAreOrderedBySimilarity() throws {
        let questions = SparringQuestions(exercises: book.exercises)
        for exercise in book.exercises {
            func rank(_ phrase: String) -> Int {
                book.exercises.filter { $0.steps.contains { $0.defence.phrase == phrase } }
                    .map { ($0.kind == exercise.kind ? 0 : 100) + abs($0.number - exercise.number) }.min() ?? 0
            }
            if let key = questions.task(exercise.item("defence-1"))?.key {
                for part in [key.wrong.prefix(key.near), key.wrong.dropFirst(key.near)] {
                    XCTAssertEqual(part.map(rank), part.map(rank).sorted(), exercise.id)
                }
            }
            if let key = questions.task(exercise.item("number"))?.key {
                let numbers = key.wrong.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
                let far = numbers.map { abs($0 - exercise.number) }
                XCTAssertEqual(far, far.sorted(), exercise.id)
            }
        }
    }

    func testWrongMovementsAreNearestNeighbours() throws {
        let pattern = try XCTUnwrap(book.pattern("chon-ji"))
        let examination = PatternExamination(pattern: pattern)
        XCTAssertEqual(examination.items.count, 19)
        for (number, item) in examination.items.enumerated().map({ ($0 + 1, $1) }) {
            let task = try XCTUnwrap(book.task(item))
            XCTAssertEqual(task.prompt, "What is movement \(number) of 19?")
            let key = try XCTUnwrap(task.key)
            let far = key.wrong.map { wrong in
                examination.items.enumerated().filter { book.task($0.element)?.key?.answer == wrong }
                    .map { abs($0.offset + 1 - number) }.min() ?? 0
            }
            if key.near == 0 { XCTAssertEqual(far.first, 1, task.prompt) }
            for part in [far.prefix(key.near), far.dropFirst(key.near)] {
                XCTAssertEqual(Array(part), part.sorted(), task.prompt)
            }
        }
    }

    /// The wrong words belong to the same or an earlier grade, in both directions.
    func testWrongWordsComeFromGradeAndBelow() throws {
        let terms = try LessonFixture.blobStore.library().terms
        let questions = TermQuestions(terms)
        for grade in [terms.map(\.grade).min(), terms.map(\.grade).max()].compactMap({ $0 }) {
            let term = try XCTUnwrap(terms.first { $0.grade == grade && $0.hasKorean })
            for (direction, ask, answer) in [
                (Direction.koreanToEnglish, "What does \(term.korean) mean?", term.english),
                (.englishToKorean, "What is “\(term.english)” in Korean?", term.korean),
            ] {
                let task = try XCTUnwrap(questions.task(TermQuestions.item(term, direction)))
                XCTAssertEqual([task.prompt, task.key?.answer], [ask, answer])
                XCTAssertEqual(task.key?.wrong.count, AnswerKey.maximumWrongAnswers)
                for wrong in task.key?.wrong ?? [] {
                    let grades = terms.filter { [$0.english, $0.korean].contains(wrong) }.map(\.grade)
                    XCTAssertLessThanOrEqual(try XCTUnwrap(grades.min()), grade)
                }
            }
        }
    }

    /// Without wrong answers, a short answer is typed, and a long answer is revealed and
    /// self-assessed.
    func testTheoryQuestionsAreAskedOrSelfAssessed() throws {
        for topic in book.topics {
            for (place, question) in topic.questions.enumerated() {
                let task = try XCTUnwrap(book.task(Target(.theory, topic.id, "question-\(place + 1)")))
                XCTAssertEqual(task.prompt, question.prompt)
                let key = AnswerKey(
                    question.answer, alsoRight: question.alternativeAnswers, wrong: question.wrong, grade: topic.grade)
                XCTAssertEqual(task.key == nil, question.wrong.isEmpty && !key.isShort, task.item.name)
                // The belt is shown in the header.
                XCTAssertEqual(book.grade(of: task.item), topic.grade)
                XCTAssertTrue(!task.title.contains(topic.grade.id) && task.title.first?.isUppercase == true, task.title)
            }
        }
    }

    func testResultsHaveTitleOfLesson() throws {
        let lessons = try LessonFixture("8k").lessons()
        let titles: [(String, () throws -> Run<LessonExercise>)] = [
            ("Step sparring, Three-step sparring 1", { try lessons.practiceSparring("three-step-1") }),
            ("Step sparring, Three-step sparring 1 to 4", { try lessons.practiceSparring("three-step-8k") }),
            ("Step sparring, 8th keup", { try lessons.practiceSparring("8k") }),
            ("Step sparring", { try lessons.practiceSparring("three-step") }),
            ("Theory, The five tenets", { try lessons.readTheory(TheoryChoice(page: "tenets")) }),
            ("Theory", { try lessons.readTheory(TheoryChoice()) }),
            ("Line work, 8th keup", { try lessons.runLines(of: nil) }),
        ]
        for (title, begin) in titles { XCTAssertEqual(try lessons.results(of: begin()).title, title) }
    }
}
