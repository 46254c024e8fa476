import Content
import ContentAdapters
import Kernel
import XCTest

@testable import Learning

/// In which order words are met: over the words that the app brings, for every grade.
final class NewOrderTests: XCTestCase {
    private static let library = try? Library(BundledPacks.sources.map { try PackReading($0).whole() })

    /// Own words and earlier ones in turns, as a learner of a grade meets them.
    private func met(_ grade: String, _ mode: LearningMode) throws -> [Term] {
        let syllabus = Syllabus(grade: try Fixture.grade(grade), mode: mode)
        let terms = syllabus.opened(in: try XCTUnwrap(Self.library).terms)
        return NewOrder(terms).met(
            syllabus.new(in: terms), syllabus.review(in: terms), unmet: Set(terms.map(\.id)), limit: .max)
    }

    func testSimpleWordsComeBeforeThoseThatAreMadeOfThem() throws {
        for grade in ["10k", "9k", "8k", "5k", "1k"] {
            for mode in LearningMode.allCases {
                let order = try met(grade, mode)
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

    func testNumbersComeAsOneCountsAndSinoKoreanOnesBehindTheKorean() throws {
        for (grade, mode) in [("9k", LearningMode.progression), ("9k", .mastery), ("5k", .progression), ("10k", .mastery)] {
            let numbers = try met(grade, mode).filter { $0.category.rawValue == "numbers" }.map(\.id)
            let native = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
            let sino = native.map { "sino-\($0)" }
            XCTAssertEqual(numbers.filter(native.contains), native, grade)
            if grade != "10k" { XCTAssertEqual(numbers.filter(sino.contains), sino, grade) }
            for (korean, other) in zip(native, sino) {
                guard let early = numbers.firstIndex(of: korean), let late = numbers.firstIndex(of: other) else { continue }
                XCTAssertLessThan(early, late, "\(grade) \(mode)")
            }
        }
    }

    /// A beginner meets one category after the other; what belongs to another comes early only where a word is made of it.
    func testWordsComeCategoryByCategory() throws {
        let order = try met("10k", .progression)
        XCTAssertEqual(order.prefix(9).map(\.category.rawValue), Array(repeating: "basics", count: 9))
        // “About turn” is made of “backward”, which is a direction.
        let commands = order.prefix(19).suffix(10).map(\.category.rawValue)
        XCTAssertEqual(commands, Array(repeating: "commands", count: 8) + ["directions", "commands"])
        XCTAssertEqual(order.prefix(29).suffix(10).map(\.category.rawValue), Array(repeating: "numbers", count: 10))
    }

    func testOwnWordsAndEarlierOnesTakeTurns() throws {
        let order = try met("9k", .progression).prefix(10)
        XCTAssertTrue((3...7).contains(order.count { $0.grade.id == "9k" }), "\(order.map(\.id))")
    }
}
