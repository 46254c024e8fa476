import Content
import ContentAdapters
import ContentContract
import Foundation
import KoreanContract
import XCTest

/// The pack that comes with the program, held to the same rules as anybody's.
final class BundledPackTests: XCTestCase {
    private func library() throws -> Library { Library(try BundledPacks.sources.map { try PackReading($0).whole() }) }

    func testItIsLargeEnoughAndWithoutFindings() throws {
        let reading = try PackReading(BundledPacks.source("itf"))
        XCTAssertEqual(reading.findings, [])
        XCTAssertEqual(PackInspection(pack: reading.pack, library: Library([reading.pack])).findings, [])
        XCTAssertGreaterThanOrEqual(reading.pack.terms.count, 155)
        XCTAssertGreaterThanOrEqual(Set(reading.pack.origins.values.map(\.file)).count, 19)
    }

    func testItKeepsTheContract() throws {
        let source = BundledPacks.source("itf")
        let files = Dictionary(uniqueKeysWithValues: try BundledPacks.paths(in: "itf").map { ($0, try source.read($0)) })
        for broken in PackSourceContract.over(files: files, { source }).brokenPromises() { XCTFail(broken.description) }
    }

    func testEveryBeltIsFoundByItsNameAndEveryGradeHasABelt() throws {
        let order = try library().belts()
        XCTAssertGreaterThanOrEqual(order.belts.count, 16)
        for belt in order.belts { XCTAssertEqual(try order.belt(named: belt.name), belt) }
        XCTAssertEqual(try order.belt(named: "white belt").id, "10k")
        XCTAssertEqual(try order.belt(named: "black belt").id, "1d")
        for term in try library().terms { XCTAssertNotNil(order.belt(of: term.grade), term.id) }
    }

    func testEachTermIsFoundByEachOfItsFacesAndJudgedRight() throws {
        let library = try library()
        let judge = AnswerJudge(among: library.terms)
        for term in library.terms {
            let document = term.searchable
            let index = SearchIndex([document])
            for face in document.english + document.hangul + document.romanizations + document.variants {
                let rank = index.search(face.decomposedStringWithCanonicalMapping).first?.rank
                XCTAssertLessThanOrEqual(try XCTUnwrap(rank, "\(term.id) by \(face)"), .variant, "\(term.id) by \(face)")
                let asked: AnswerJudge.Asked = document.english.contains(face) ? .english : .korean
                XCTAssertEqual(judge.judge(face, against: term, asked: asked).verdict, .right, "\(term.id) \(face)")
            }
        }
    }

    func testInitialsFindTheWalkingStance() throws {
        let index = SearchIndex(try library().searchables)
        for query in ["ㄱㄴㅅㄱ", "ㄱㅅ"] {
            XCTAssertTrue(index.search(query).contains { $0.id == "walking-stance" }, query)
        }
    }

    func testCorruptionsOfItsHangulAreNoticed() throws {
        let pairs = try library().terms.map { (hangul: $0.hangul, romanization: $0.romanization) }
        let rate = HangulCorruption.noticed(of: pairs, seed: 21)
        XCTAssertGreaterThan(rate.syllable, 0.98)
        XCTAssertGreaterThan(rate.letter, 0.88)
    }
}
