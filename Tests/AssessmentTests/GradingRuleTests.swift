import Content
import Foundation
import Kernel
import LearningTesting
import LessonsTesting
import Practice
import Storage
import XCTest

@testable import Assessment
@testable import Lessons

/// Tests of grading rules at their bounds: papers, scores, stored values and the belt.
final class GradingRuleTests: XCTestCase {
    private let book = LessonFixture.book

    // MARK: - Selection of tasks

    /// Each part draws up to its limit from the content of the learned grade.
    func testEachPartDrawsUpToItsLimit() throws {
        for learned in book.belts.belts.dropLast().map(\.grade) {
            for seed in 1...2 as ClosedRange<UInt64> {
                var random = RandomSource(seed: seed)
                let sections = GradingPaper(grade: learned, book: book).sections(&random)
                let parts = Dictionary(uniqueKeysWithValues: sections.map { ($0.section, $0.items) })
                try checkFloor(parts, learned)
                try checkTheory(parts, learned)
            }
        }
    }

    private func checkFloor(_ parts: [GradingSection: [Target]], _ learned: Grade) throws {
        let lines = try XCTUnwrap(book.lines.last { $0.grade <= learned })
        let numbers = try XCTUnwrap(parts[.lineWork]).map { Int($0.part) ?? 0 }
        XCTAssertEqual(numbers.count, min(3, lines.exercises.count), learned.id)
        XCTAssertEqual(numbers, numbers.sorted())
        XCTAssertEqual(Set(try XCTUnwrap(parts[.lineWork]).map(\.subject)), [lines.grade.id])
        let own = book.patternHeadings.filter { $0.grade == learned }
        let latest = book.patternHeadings.last { $0.grade < learned }
        let patterns = own.isEmpty ? [latest].compactMap { $0 } : own
        let patternItems = try XCTUnwrap(parts[.pattern])
        XCTAssertEqual(patternItems.filter { $0.part == "perform" }.map(\.subject), patterns.map(\.id), learned.id)
        XCTAssertEqual(patternItems.count, patterns.count * 3)
        guard let set = SparringSet.all(of: book.exercises).last(where: { $0.grade <= learned }) else {
            return XCTAssertNil(parts[.sparring])
        }
        let performedSubjects = try XCTUnwrap(parts[.sparring]).filter { $0.part == "perform" }.map(\.subject)
        XCTAssertEqual(performedSubjects.count, min(2, set.exercises.count), learned.id)
        XCTAssertEqual(
            performedSubjects, set.exercises.map(\.id).filter(performedSubjects.contains), "exercises keep their order")
        let questions = set.exercises.flatMap(SparringQuestions(exercises: book.exercises).items(about:))
        XCTAssertEqual(parts[.sparring]?.count, performedSubjects.count + min(3, questions.count))
    }

    private func checkTheory(_ parts: [GradingSection: [Target]], _ learned: Grade) throws {
        func askable(_ fits: (TheoryTopic) -> Bool) -> Set<Target> {
            Set(book.topics.filter(fits).flatMap(\.questionItems).filter { book.task($0)?.key?.hasChoices == true })
        }
        let theory = try XCTUnwrap(parts[.theory])
        let own = askable { $0.subject != .etiquette && $0.grade == learned }
        let earlier = askable { $0.subject != .etiquette && $0.grade < learned }
        XCTAssertEqual(theory.count(where: own.contains), min(6, own.count), learned.id)
        XCTAssertEqual(theory.count(where: earlier.contains), min(2, earlier.count), learned.id)
        let words = theory.filter { $0.kind == .flashcards }
        let terms = try LessonFixture.blobStore.library().terms.filter { $0.grade == learned && $0.hasKorean }
        XCTAssertEqual(words.count, min(3, terms.count), learned.id)
        XCTAssertTrue(words.allSatisfy { word in terms.contains { $0.id == word.subject } })
        XCTAssertEqual(words.map(\.part), Array(["ko-en", "en-ko", "ko-en"].prefix(words.count)))
        XCTAssertEqual(theory.count, theory.count(where: own.union(earlier).contains) + words.count)
        let etiquette = askable { $0.subject == .etiquette && $0.grade <= learned }
        XCTAssertEqual(parts[.etiquette]?.count, min(3, etiquette.count))
        XCTAssertTrue(try XCTUnwrap(parts[.etiquette]).allSatisfy(etiquette.contains))
    }

    func testMockGradingQuestionsAreMultipleChoice() throws {
        let fixture = try LessonFixture()
        var run = try fixture.gradings().begin(for: nil)
        let log = fixture.base.log()
        while let task = try log.task(in: &run) {
            XCTAssertEqual(task.choices.isEmpty, task.key == nil, task.item.name)
            try log.skip(in: &run)
        }
    }

    // MARK: - Results

    func testWeightsAndPassMarksMatchREADME() {
        XCTAssertEqual(GradingSection.allCases.map(\.weight), [20, 30, 20, 20, 10])
        XCTAssertEqual([GradingSection.passMark, GradingSection.sectionMark], [60, 40])
        XCTAssertEqual(GradingSection.allCases.reversed().sorted(), GradingSection.allCases)
    }

    /// A pass requires 60 points in all and 40 in each part.
    func testPassRequiresOverallAndSectionMarks() {
        func score(_ points: [GradingSection: Int]) -> GradingScore {
            GradingScore(GradingSection.allCases.map { ($0, [(points[$0] ?? 60) * 10]) })
        }
        for (points, total, isPassed) in [
            ([:], 60, true), ([.etiquette: 59], 59, false), ([.etiquette: 40, .lineWork: 70], 60, true),
            ([.etiquette: 39, .lineWork: 71], 60, false), ([.pattern: 39, .theory: 100], 61, false),
            ([.pattern: 40, .theory: 100], 62, true),
            ([.pattern: 0, .theory: 100, .lineWork: 100, .sparring: 100], 66, false),
        ] as [([GradingSection: Int], Int, Bool)] {
            XCTAssertEqual(score(points).points, total, "\(points)")
            XCTAssertEqual(score(points).isPassed, isPassed, "\(points)")
        }
    }

    func testSharesAreClamped() {
        for (shares, points, done) in [
            ([5000], 100, 1), ([-3], 0, 1), ([nil], 0, 0), ([1000, nil], 50, 1), ([9], 0, 1), ([10], 1, 1),
            ([999], 99, 1),
            ([5000, -1000], 50, 2), ([500, 500, nil, nil], 25, 2),
        ] as [([Int?], Int, Int)] {
            let score = GradingScore([(.theory, shares), (.pattern, [])])
            XCTAssertEqual(score.parts.map(\.section), [.theory], "a part without tasks does not count")
            XCTAssertEqual([score.points, score.parts[0].done, score.parts[0].tasks], [points, done, shares.count])
            XCTAssertEqual(score.isWhole, done == shares.count)
        }
    }

    // MARK: - Stored values

    func testGradingRoundTripsThroughStore() throws {
        let fixture = try LessonFixture("9k")
        for (points, expected) in [(-1, 0), (0, 0), (100, 100), (101, 100)] {
            XCTAssertEqual(Grading.Points(.theory, points).points, expected)
        }
        var grading = try Grading(
            id: "full", kind: .mock, grade: StudyFixture.grade("8k"), day: Day(ordinal: 9), result: .abandoned)
        for points in [nil, 0, 100] as [Int?] {
            (grading.points, grading.sections) = (points, [.init(.theory, 100), .init(.pattern, 0)])
            (grading.examiner, grading.place, grading.note) = ("Kim", "Hall", "Wet.")
            (grading.movedFrom, grading.movedTo) = (try StudyFixture.grade("9k"), try StudyFixture.grade("8k"))
            let store = fixture.base.store
            try store.write { [grading] in try $0.put(grading) }
            XCTAssertEqual(try store.read { try $0.record(grading.id) }, grading)
        }
        for points in [-1, 101] {
            let text = try JSONValue.encoder.encode(JSONValue(encoding: grading).with("points", .integer(points)))
            XCTAssertThrowsError(try JSONDecoder().decode(Grading.self, from: text))
        }
    }

    func testNamesAndNotesHaveMaximumLengths() throws {
        func text(_ count: Int) -> String { String(repeating: "x", count: count) }
        let gradings = try LessonFixture("9k").gradings()
        for (examiner, place, note, isKept) in [
            (80, 80, 500, true), (81, 1, 1, false), (1, 81, 1, false), (1, 1, 501, false),
        ] {
            let record = {
                try gradings.record(
                    for: nil, on: gradings.lessons.log.today, .fail, examiner: text(examiner), place: text(place),
                    note: text(note))
            }
            guard isKept else {
                XCTAssertThrowsError(try record()) { XCTAssertEqual(($0 as? Failure)?.code, .nameTooLong) }
                continue
            }
            XCTAssertEqual(try record().note?.count, note)
        }
        XCTAssertEqual(try gradings.history().count, 1)
    }

    /// Four or more characters at either end of an identifier name a grading if they are
    /// unambiguous. A row number does too.
    func testGradingIsFoundByPartOfIdentifier() throws {
        let fixture = try LessonFixture("9k")
        for id in ["one-abc", "two-abc", "x-7yz"] {
            let grading = try Grading(
                id: Identifier(id), kind: .real, grade: StudyFixture.grade("8k"), day: Day(ordinal: 9), result: .fail)
            try fixture.base.store.write { try $0.put(grading) }
        }
        let gradings = try fixture.gradings()
        for name in ["-7yz", "-7YZ", "x-7y", "x-7yz"] {
            XCTAssertEqual(try gradings.grading(named: name).id, "x-7yz", name)
        }
        XCTAssertEqual(try gradings.grading(named: "one-abc").id, "one-abc")
        for (name, code) in [
            ("7yz", Failure.Code.gradingNotFound), ("-abc", .manyGradings), ("4", .gradingNotFound),
            ("nobody", .gradingNotFound),
        ] {
            XCTAssertThrowsError(try gradings.grading(named: name)) { XCTAssertEqual(($0 as? Failure)?.code, code) }
        }
    }

    // MARK: - The belt

    /// A mock grading gives no belt, so it doesn't prevent the return to an earlier belt.
    func testMockGradingDoesNotHoldBelt() throws {
        let fixture = try LessonFixture("9k")
        let passed = try fixture.gradings().record(for: nil, on: nil, .pass)
        let mock = try Grading(
            id: "mock", kind: .mock, grade: StudyFixture.grade("8k"), day: Day(ordinal: 9), result: .pass)
        try fixture.base.store.write { try $0.put(mock) }
        XCTAssertEqual(try fixture.gradings().delete(passed).belt?.id, "9k")
        XCTAssertEqual(try fixture.grade().id, "9k")
    }

    /// After a manual change of the belt, a deleted grading changes it only from the belt it gave.
    func testDeletionAfterManualBeltChange() throws {
        let fixture = try LessonFixture("9k")
        let first = try fixture.gradings().record(for: StudyFixture.grade("8k"), on: nil, .pass)
        _ = try fixture.gradings().record(for: StudyFixture.grade("7k"), on: nil, .pass)
        try fixture.base.store.scoped(to: .common).write { try $0.put(LessonFixture.Belt(grade: "8k")) }
        XCTAssertEqual(try fixture.gradings().delete(first).belt?.id, "9k")
        XCTAssertEqual(try fixture.gradings().history().count, 1)
    }
}

extension JSONValue {
    fileprivate func with(_ name: String, _ value: JSONValue) -> JSONValue {
        var changed = self
        changed[name] = value
        return changed
    }
}
