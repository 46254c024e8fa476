import Content
import ContentAdapters
import Footwork
import Korean
import XCTest

/// Invariants of the bundled content for black belts.
final class DanContentLawTests: XCTestCase {
    private let curriculum = Curriculum(BundledPacks.sources)
    private let grades = (1...4).compactMap { Grade(.degree, $0) }

    /// Returns theory pages other than those of belts and patterns.
    private func pages(of grade: Grade) -> [TheoryTopic] {
        curriculum.theory().value.filter { $0.grade == grade && ![.belt, .pattern].contains($0.subject) }
    }

    func testEveryDegreeHasHistoryPhilosophyTeachingAndGrading() {
        XCTAssertEqual(grades.count, 4)
        for grade in grades {
            let pages = pages(of: grade)
            XCTAssertGreaterThanOrEqual(pages.count, 4, grade.id)
            XCTAssertTrue(
                Set(pages.map(\.subject)).isSuperset(of: [.history, .philosophy, .teaching, .grading]), grade.id)
            XCTAssertGreaterThanOrEqual(pages.filter { $0.text.count >= 3 }.count, 4, grade.id)
        }
    }

    func testEveryPageNamesItsSourcesAndAsksThreeQuestions() {
        let names = curriculum.sourceNames()
        for page in grades.flatMap(pages) {
            XCTAssertFalse(page.sources.isEmpty, page.id)
            for source in page.sources { XCTAssertNotNil(names[source], "\(page.id): \(source)") }
            XCTAssertGreaterThanOrEqual(page.questions.count, 3, page.id)
            XCTAssertEqual(Set(page.questions.map(\.prompt)).count, page.questions.count, page.id)
            for question in page.questions {
                XCTAssertEqual(question.wrong.count, 3, "\(page.id): \(question.prompt)")
                XCTAssertTrue(question.prompt.hasSuffix("?"), "\(page.id): \(question.prompt)")
            }
        }
    }

    /// A wrong answer is not the right answer of any question on its page.
    func testWrongAnswersAreNeverRightOnTheirPage() {
        for page in grades.flatMap(pages) {
            let right = Set(page.questions.flatMap { [$0.answer] + $0.alternativeAnswers }.map { $0.lowercased() })
            for question in page.questions {
                for wrong in question.wrong {
                    XCTAssertFalse(right.contains(wrong.lowercased()), "\(page.id): \(wrong)")
                }
            }
        }
    }

    func testEachDegreeHasPronounceableTerms() throws {
        let terms = try BundledPacks.sources.flatMap { try PackReading($0).validPack().terms }
        let own = terms.filter { grades.contains($0.grade) }
        XCTAssertGreaterThanOrEqual(own.count, 60)
        for grade in grades { XCTAssertGreaterThanOrEqual(own.filter { $0.grade == grade }.count, 10, grade.id) }
        for term in own {
            XCTAssertNotNil(term.pronunciation(), term.id)
            XCTAssertTrue(RomanizationCheck.agrees(hangul: term.hangul, romanization: term.romanization), term.id)
            XCTAssertEqual(term.morphemes.joined(separator: " "), term.hangul, term.id)
            XCTAssertTrue(term.category.isKnown, term.id)
        }
    }

    /// After a hand counter the feet are within one stance of the partner, after a kick within two.
    func testEveryExchangeEndsInReach() throws {
        for exercise in curriculum.sparring().value where exercise.kind != .semiFree {
            let counter = try XCTUnwrap(exercise.steps.last?.counter, exercise.id)
            let end = try XCTUnwrap(SparringWalk(exercise).moments.last)
            let isKick = counter.actions.contains { $0.technique.isKick }
            XCTAssertLessThanOrEqual(end.distance, isKick ? 2 : 1, exercise.id)
            XCTAssertGreaterThanOrEqual(end.distance, -2.5, "\(exercise.id) ends behind the partner")
        }
    }

    /// Content without a source contains "ours" in its doubt.
    func testExchangesWithoutSourceCarryADoubt() {
        for exercise in curriculum.sparring().value where exercise.sources == ["own"] {
            XCTAssertTrue(exercise.doubt.contains("ours"), exercise.id)
        }
    }
}
