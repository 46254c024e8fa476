import Content
import Foundation
import Kernel
import XCTest

final class BeltTests: XCTestCase {
    private func order() throws -> BeltOrder { try SampleContent.library().belts() }

    func testGradesAreOrderedFromTenthKeupToTheDans() {
        let ids = ["10k", "9k", "2k", "1k", "1d", "2d", "6d"]
        let grades = ids.compactMap(Grade.init(id:))
        XCTAssertEqual(grades.map(\.id), ids)
        XCTAssertEqual(grades.shuffled().sorted(), grades)
    }

    func testOnlyTheShortFormIsAnID() {
        for text in ["", "k", "0k", "01k", "10", "10x", "-1d", "21d", "10K", "1 d", "９k", "99999999999999999999k"] {
            XCTAssertNil(Grade(id: text), text)
        }
    }

    func testAGradeIsStoredAsItsShortForm() throws {
        let grade = try XCTUnwrap(Grade(id: "4k"))
        let data = try JSONEncoder().encode([grade])
        XCTAssertEqual(String(decoding: data, as: UTF8.self), #"["4k"]"#)
        XCTAssertEqual(try JSONDecoder().decode([Grade].self, from: data), [grade])
        XCTAssertThrowsError(try JSONDecoder().decode([Grade].self, from: Data(#"["white"]"#.utf8)))
    }

    func testBeltsAreReadAsPeopleNameThem() throws {
        let names = [
            "10k": [
                "10k", "10K", "10th keup", "10 keup", "tenth keup", "Tenth Kup", "ten gup", "10th kyu", "10급", "white belt",
                "White", "the white belt",
            ],
            "9k": ["9k", "ninth keup", "white belt, yellow tip", "white belt with yellow stripe", "white yellow tag"],
            "8k": ["yellow belt", "8TH KEUP", "8keup"],
            "1d": ["1d", "1st dan", "first dan", "first degree", "1단", "black belt", "black belt 1st dan", "dan 1"],
            "2d": ["2nd dan", "second degree black belt", "2dan"],
        ]
        for (id, texts) in names {
            for text in texts { XCTAssertEqual(try order().belt(named: text).id, id, text) }
        }
    }

    func testAnUnknownBeltIsAUsageFailureThatNamesTheBelts() throws {
        for text in ["", "purple", "7k", "third dan", "belt", "\u{1B}[31m", "eleventh keup"] {
            XCTAssertThrowsError(try order().belt(named: text)) { error in
                let failure = error as? Failure
                XCTAssertEqual(failure?.code, .unknownBelt)
                XCTAssertEqual(failure?.kind, .usage)
                XCTAssertTrue(failure?.advice.contains("10k, 9k, 8k, 1d, 2d") == true)
                XCTAssertFalse(failure?.message.contains("\u{1B}") == true)
            }
        }
    }

    func testEachBeltIsFoundByItsOwnIDAndName() throws {
        for belt in try order().belts {
            XCTAssertEqual(try order().belt(named: belt.id), belt)
            XCTAssertEqual(try order().belt(named: belt.name), belt)
        }
        XCTAssertEqual(try order().belt(after: try XCTUnwrap(Grade(id: "8k")))?.id, "1d")
    }
}
