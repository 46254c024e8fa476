import Content
import ContentAdapters
import Footwork
import Korean
import XCTest

/// What the bundled pack has for black belts, as laws over all of it.
final class DanContentLawTests: XCTestCase {
    private let curriculum = Curriculum(BundledPacks.sources)
    private let grades = (1...4).compactMap { Grade(.degree, $0) }

    /// Pages that are about neither the belt nor a pattern.
    private func pages(of grade: Grade) -> [TheoryTopic] {
        curriculum.theory().value.filter { $0.grade == grade && ![.belt, .pattern].contains($0.subject) }
    }

    func testEveryDegreeHasHistoryPhilosophyTeachingAndGrading() {
        XCTAssertEqual(grades.count, 4)
        for grade in grades {
            let pages = pages(of: grade)
            XCTAssertGreaterThanOrEqual(pages.count, 4, grade.id)
            XCTAssertTrue(Set(pages.map(\.subject)).isSuperset(of: [.history, .philosophy, .teaching, .grading]), grade.id)
            XCTAssertGreaterThanOrEqual(pages.filter { $0.text.count >= 3 }.count, 4, grade.id)
        }
    }

    func testEveryPageNamesItsSourcesAndAsksThreeQuestions() {
        let names = curriculum.sourceNames()
        for page in grades.flatMap(pages) {
            XCTAssertFalse(page.sources.isEmpty, page.id)
            for source in page.sources { XCTAssertNotNil(names[source], "\(page.id): \(source)") }
            XCTAssertGreaterThanOrEqual(page.questions.count, 3, page.id)
            XCTAssertEqual(Set(page.questions.map(\.ask)).count, page.questions.count, page.id)
            for question in page.questions {
                XCTAssertEqual(question.wrong.count, 3, "\(page.id): \(question.ask)")
                XCTAssertTrue(question.ask.hasSuffix("?"), "\(page.id): \(question.ask)")
            }
        }
    }

    /// One answer is right: no wrong one reads like it, or is the right one of another question of its page.
    func testNoWrongAnswerIsARightOneOfItsPage() {
        for page in grades.flatMap(pages) {
            let right = Set(page.questions.flatMap { [$0.answer] + $0.alsoRight }.map { $0.lowercased() })
            for question in page.questions {
                for wrong in question.wrong { XCTAssertFalse(right.contains(wrong.lowercased()), "\(page.id): \(wrong)") }
            }
        }
    }

    func testThereAreWordsForEachDegreeAndEachCanBeSaid() throws {
        let terms = try BundledPacks.sources.flatMap { try PackReading($0).whole().terms }
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

    /// After the counter the defender is where it lands: a hand needs the feet within a stance of each other, a kick within a leg more.
    func testEveryExchangeEndsInReach() throws {
        for exercise in curriculum.sparring().value where exercise.kind != .semiFree {
            let counter = try XCTUnwrap(exercise.steps.last?.counter, exercise.id)
            let end = try XCTUnwrap(SparringWalk(exercise).moments.last)
            let isKick = counter.deeds.contains { $0.technique.isKick }
            XCTAssertLessThanOrEqual(end.distance, isKick ? 2 : 1, exercise.id)
            XCTAssertGreaterThanOrEqual(end.distance, -2.5, "\(exercise.id) ends behind the partner")
        }
    }

    /// What no source has is said to be ours.
    func testWhatIsOursIsDoubted() {
        for exercise in curriculum.sparring().value where exercise.sources == ["own"] {
            XCTAssertTrue(exercise.doubt.contains("ours"), exercise.id)
        }
    }
}
