import Content
import ContentAdapters
import Kernel
import LearningTesting
import XCTest

@testable import Learning

/// Tests of the order of new words, over the bundled content of all grades.
final class NewOrderTests: XCTestCase {
    private static let library = try? Library(BundledPacks.sources.map { try PackReading($0).validPack() })

    /// Returns new words of the grade alternating with earlier ones, in the order a learner meets
    /// them.
    private func newTerms(_ grade: String, _ mode: LearningMode) throws -> [Term] {
        let syllabus = Syllabus(grade: try StudyFixture.grade(grade), mode: mode)
        let terms = syllabus.opened(in: try XCTUnwrap(Self.library).terms)
        return NewOrder(terms).interleaved(
            syllabus.new(in: terms), syllabus.review(in: terms), unmet: Set(terms.map(\.id)), limit: .max)
    }

    func testSimpleWordsPrecedeTheirCompounds() throws {
        for grade in ["10k", "9k", "8k", "5k", "1k"] {
            for mode in LearningMode.allCases {
                let order = try newTerms(grade, mode)
                XCTAssertEqual(Set(order.map(\.id)).count, order.count)
                XCTAssertGreaterThan(order.count, 50)
                for (place, term) in order.enumerated() {
                    let late = order.dropFirst(place + 1).filter { other in
                        !other.morphemes.isEmpty && other.morphemes.count < term.morphemes.count
                            && Set(other.morphemes).isStrictSubset(of: term.morphemes)
                    }
                    XCTAssertEqual(late.map(\.id), [], "behind \(term.id), \(grade) \(mode)")
                }
            }
        }
    }

    func testNumbersAreOrderedAndSinoKoreanFollowsNative() throws {
        for (grade, mode) in [
            ("9k", LearningMode.progression), ("9k", .mastery), ("5k", .progression), ("10k", .mastery),
        ] {
            let numbers = try newTerms(grade, mode).filter { $0.category.rawValue == "numbers" }.map(\.id)
            let native = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
            let sino = native.map { "sino-\($0)" }
            XCTAssertEqual(numbers.filter(native.contains), native, grade)
            if grade != "10k" { XCTAssertEqual(numbers.filter(sino.contains), sino, grade) }
            for (korean, other) in zip(native, sino) {
                guard let early = numbers.firstIndex(of: korean), let late = numbers.firstIndex(of: other) else {
                    continue
                }
                XCTAssertLessThan(early, late, "\(grade) \(mode)")
            }
        }
    }

    /// A beginner learns one category after the other. A word of another category comes earlier
    /// only if it is part of a compound.
    func testNewWordsAreGroupedByCategory() throws {
        let order = try newTerms("10k", .progression)
        XCTAssertEqual(order.prefix(9).map(\.category.rawValue), Array(repeating: "basics", count: 9))
        // “About turn” is made of “backward”, which is a direction.
        let commands = order.prefix(19).suffix(10).map(\.category.rawValue)
        XCTAssertEqual(commands, Array(repeating: "commands", count: 8) + ["directions", "commands"])
        XCTAssertEqual(order.prefix(29).suffix(10).map(\.category.rawValue), Array(repeating: "numbers", count: 10))
    }

    func testNewWordsAlternateBetweenGrades() throws {
        let order = try newTerms("9k", .progression).prefix(10)
        XCTAssertTrue((3...7).contains(order.count { $0.grade.id == "9k" }), "\(order.map(\.id))")
    }
}
