import Content
import Kernel
import XCTest

final class SyllabusTests: XCTestCase {
    private struct Lesson: Graded, Hashable {
        let grade: Grade
        let number: Int
    }

    private let grades =
        (1...10).reversed().compactMap { Grade(.student, $0) } + (1...6).compactMap { Grade(.degree, $0) }

    private func lessons() -> [Lesson] {
        var random = RandomSource(seed: 5)
        return (0..<200).compactMap { number in
            grades.randomElement(using: &random).map { Lesson(grade: $0, number: number) }
        }
    }

    func testOpenLessonsGrowWithTheGrade() {
        let lessons = lessons()
        for mode in LearningMode.allCases {
            var before: Set<Lesson> = []
            for grade in grades {
                let open = Set(Syllabus(grade: grade, mode: mode).opened(in: lessons))
                XCTAssertTrue(open.isSuperset(of: before), "\(mode) \(grade)")
                before = open
            }
            XCTAssertEqual(before.count, lessons.count, "the top grade opens everything")
        }
    }

    func testNewAndReviewPartitionOpenLessons() {
        let lessons = lessons()
        for mode in LearningMode.allCases {
            for grade in grades {
                let syllabus = Syllabus(grade: grade, mode: mode)
                XCTAssertEqual(
                    Set(syllabus.new(in: lessons)).union(syllabus.review(in: lessons)),
                    Set(syllabus.opened(in: lessons)))
                XCTAssertTrue(Set(syllabus.new(in: lessons)).isDisjoint(with: syllabus.review(in: lessons)))
            }
        }
    }

    func testProgressionTeachesTheOwnGradeAndReviewsEarlierOnes() throws {
        let syllabus = Syllabus(grade: try XCTUnwrap(Grade(id: "8k")), mode: .progression)
        XCTAssertEqual(grades.map(syllabus.status).prefix(4), [.review, .review, .new, .notYet])
    }

    func testMasteryOpensEverythingUpToTheGradeAsNew() throws {
        let syllabus = Syllabus(grade: try XCTUnwrap(Grade(id: "8k")), mode: .mastery)
        XCTAssertEqual(grades.map(syllabus.status).prefix(4), [.new, .new, .new, .notYet])
    }
}
