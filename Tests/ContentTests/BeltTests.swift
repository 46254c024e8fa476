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

    func testBeltsAcceptCommonNames() throws {
        let names = [
            "10k": [
                "10k", "10K", "10th keup", "10 keup", "tenth keup", "Tenth Kup", "ten gup", "10th kyu", "10급",
                "white belt",
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

    /// A tip's color is the stripe's, not the belt's.
    func testStripesAreDistinctFromBeltColors() throws {
        let colors = [
            ("10k", "white"), ("9k", "white yellow"), ("8k", "yellow"), ("7k", "yellow green"), ("6k", "green"),
            ("5k", "green blue"),
            ("4k", "blue"), ("3k", "blue red"), ("2k", "red"), ("1k", "red black"), ("1d", "black"), ("2d", "black"),
        ]
        let belts = try colors.map { id, words in
            Belt(
                grade: try XCTUnwrap(Grade(id: id)), name: id, belt: words,
                colors: words.split(separator: " ").map(String.init))
        }
        let order = BeltOrder(belts)
        for belt in belts where belt.colors.count == 2 {
            let base = belt.colors[0]
            let tip = belt.colors[1]
            for mark in ["tip", "tag", "stripe", "end"] {
                for text in [
                    "\(tip) \(mark)", "\(base) belt with a \(tip) \(mark)", "\(base), \(tip) \(mark)",
                    "\(tip) \(mark) on \(base)",
                    "\(base) belt with \(mark)", "\(base) \(tip)",
                ] { XCTAssertEqual(try order.belt(named: text).id, belt.id, text) }
            }
        }
        for belt in belts where belt.colors.count == 1 && belt.id != "2d" {
            XCTAssertEqual(try order.belt(named: "\(belt.colors[0]) belt").id, belt.id)
        }
        for text in [
            "white stripe", "black belt with stripe", "white belt with blue tip", "purple tip", "stripe",
            "yellow green tip red",
        ] {
            XCTAssertThrowsError(try order.belt(named: text), text)
        }
        let steps = try [("10k", "10k"), ("10k", "9k"), ("9k", "10k"), ("10k", "7k"), ("1k", "1d"), ("2d", "10k")].map {
            order.steps(from: try XCTUnwrap(Grade(id: $0)), to: try XCTUnwrap(Grade(id: $1)))
        }
        XCTAssertEqual(steps, [0, 1, 1, 3, 1, 11])
    }

    func testUnknownBeltFailsWithTheListOfBelts() throws {
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
