import Content
import XCTest

/// Limits of grades, and alternative names of belts.
final class BeltBoundsTests: XCTestCase {
    private func grade(_ id: String) throws -> Grade { try XCTUnwrap(Grade(id: id), id) }

    func testGradeNumbersRunFromOneToTwenty() {
        for kind in [Grade.Kind.student, .degree] {
            for number in [1, 9, 10, 20] { XCTAssertEqual(Grade(kind, number)?.number, number) }
            for number in [-1, 0, 21] { XCTAssertNil(Grade(kind, number)) }
            XCTAssertEqual(Grade(id: "20\(kind.rawValue)")?.id, "20\(kind.rawValue)")
            XCTAssertEqual(Grade(id: "19\(kind.rawValue)")?.id, "19\(kind.rawValue)")
        }
        XCTAssertEqual(["20k", "1k", "1d", "20d"].compactMap { Grade(id: $0)?.rank }, [-20, -1, 1, 20])
    }

    func testNextBeltIsTheNextHigherGradeOrNil() throws {
        let order = try SampleContent.library().belts()
        let next = try ["20k", "10k", "9k", "7k", "8k", "1d", "2d", "3d"].map { order.belt(after: try grade($0))?.id }
        XCTAssertEqual(next, ["10k", "9k", "8k", "1d", "1d", "2d", nil, nil])
        XCTAssertNil(order.belt(of: try grade("7k")))
    }

    func testLaterBeltOfTheSameGradeWins() throws {
        let belts = [("9k", "old"), ("10k", "first"), ("9k", "new")]
        let order = BeltOrder(try belts.map { Belt(grade: try grade($0.0), name: $0.1, belt: "b", colors: ["c"]) })
        XCTAssertEqual(order.belts.map(\.name), ["first", "new"])
        XCTAssertEqual(order.belts.map(\.meaning), ["", ""])
    }

    func testGradeNamesAcceptWordsAndDigits() throws {
        let order = BeltOrder(
            (1...10).compactMap { number in
                Grade(.student, number).map {
                    Belt(grade: $0, name: "grade \(number)", belt: "b", colors: ["c\(number)"])
                }
            })
        let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        let cardinals = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        let endings = ["st", "nd", "rd"] + Array(repeating: "th", count: 7)
        for number in 1...10 {
            let word = ordinals[number - 1]
            let name = cardinals[number - 1]
            let figure = "\(number)\(endings[number - 1])"
            for text in [
                "\(word) kup", "kup \(word)", "\(name) gup", "gup \(name)", "\(figure) keup", "keup \(number)",
                "\(number)kyu",
                "\(figure)kyu",
                "\(number) 급", "\(number)급", "the \(word) geup belt", "\(number)", figure, word, name,
            ] {
                XCTAssertEqual(try order.belt(named: text).grade.number, number, text)
            }
        }
        for text in ["0 kup", "11 kup", "kup", "kup x", "x1 kup", "1x kup", "1stx kup", "0", "11", "zero kup"] {
            XCTAssertThrowsError(try order.belt(named: text), text)
        }
    }

    func testGradeNumberMustBeNextToItsKind() throws {
        let order = try SampleContent.library().belts()
        XCTAssertThrowsError(try order.belt(named: "first of my dan"))
        XCTAssertEqual(try order.belt(named: "my first dan").id, "1d")
        XCTAssertEqual(try order.belt(named: "ten keup nine").id, "10k", "the earlier entry counts")
        XCTAssertThrowsError(try order.belt(named: "white 7k"), "a grade without a belt has no color")
    }

    func testProgressionOpensPatternsOfTheNextGrade() throws {
        let having = try ["10k", "8k", "6k"].map(grade)
        for (own, progression, mastery) in [
            ("10k", "10k 8k", "10k"), ("9k", "10k 8k", "10k"), ("8k", "10k 8k 6k", "10k 8k"),
            ("7k", "10k 8k 6k", "10k 8k"),
            ("6k", "10k 8k 6k", "10k 8k 6k"), ("1d", "10k 8k 6k", "10k 8k 6k"), ("20k", "10k", ""),
        ] {
            let open = { (mode: LearningMode) throws in
                let syllabus = Syllabus(grade: try self.grade(own), mode: mode)
                return having.filter { syllabus.opensPractice(of: $0, among: having) }.map(\.id).joined(separator: " ")
            }
            XCTAssertEqual(try open(.progression), progression, own)
            XCTAssertEqual(try open(.mastery), mastery, own)
        }
        let syllabus = Syllabus(grade: try grade("9k"), mode: .progression)
        XCTAssertFalse(syllabus.opensPractice(of: try grade("8k"), among: [try grade("9k"), try grade("6k")]))
    }

    func testKnownCategoriesSortBeforeOthers() {
        let words = Category.known.map(\.rawValue)
        XCTAssertEqual(words.first, "basics")
        XCTAssertEqual(words.last, "sparring")
        let all = Category.known + ["aerobics", "zen"].map(Category.init)
        XCTAssertEqual(all.shuffled().sorted(), all)
        XCTAssertTrue(Category.known.allSatisfy(\.isKnown))
        XCTAssertFalse(Category(rawValue: "zen").isKnown)
        for category in all { XCTAssertFalse(category < category) }
    }
}
