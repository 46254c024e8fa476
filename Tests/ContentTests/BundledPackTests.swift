import Content
import ContentAdapters
import ContentTesting
import Foundation
import KoreanTesting
import XCTest

/// The bundled pack passes the same checks as any other pack.
final class BundledPackTests: XCTestCase {
    private func library() throws -> Library {
        Library(try BundledPacks.sources.map { try PackReading($0).validPack() })
    }

    func testBundledPackHasNoFindings() throws {
        let reading = try PackReading(BundledPacks.source("itf"))
        XCTAssertEqual(reading.findings, [])
        XCTAssertEqual(PackInspection(pack: reading.pack, library: Library([reading.pack])).findings, [])
        XCTAssertGreaterThanOrEqual(reading.pack.terms.count, 155)
        XCTAssertGreaterThanOrEqual(Set(reading.pack.origins.values.map(\.file)).count, 19)
    }

    func testBundledPackKeepsTheSourceContract() throws {
        let source = BundledPacks.source("itf")
        let files = Dictionary(
            uniqueKeysWithValues: try BundledPacks.paths(in: "itf").map { ($0, try source.read($0)) })
        for broken in PackSourceContract.over(files: files, { source }).brokenPromises() { XCTFail(broken.description) }
    }

    func testBeltsAreFoundByNameAndCoverAllGrades() throws {
        let order = try library().belts()
        XCTAssertGreaterThanOrEqual(order.belts.count, 16)
        for belt in order.belts { XCTAssertEqual(try order.belt(named: belt.name), belt) }
        XCTAssertEqual(try order.belt(named: "white belt").id, "10k")
        XCTAssertEqual(try order.belt(named: "black belt").id, "1d")
        for term in try library().terms { XCTAssertNotNil(order.belt(of: term.grade), term.id) }
    }

    func testTermsAreFoundAndJudgedRightByAllSpellings() throws {
        let library = try library()
        let judge = AnswerJudge(among: library.terms)
        for term in library.terms {
            let document = term.searchable
            let index = SearchIndex([document])
            for spelling in document.english + document.hangul + document.romanizations + document.variants {
                let rank = index.search(spelling.decomposedStringWithCanonicalMapping).first?.rank
                XCTAssertLessThanOrEqual(
                    try XCTUnwrap(rank, "\(term.id) by \(spelling)"), .variant, "\(term.id) by \(spelling)")
                let language: AnswerJudge.AnswerLanguage = document.english.contains(spelling) ? .english : .korean
                XCTAssertEqual(
                    judge.judge(spelling, against: term, asked: language).verdict, .right, "\(term.id) \(spelling)")
            }
        }
    }

    func testInitialsFindTheWalkingStance() throws {
        let index = SearchIndex(try library().searchables)
        for query in ["ㄱㄴㅅㄱ", "ㄱㅅ"] {
            XCTAssertTrue(index.search(query).contains { $0.id == "walking-stance" }, query)
        }
    }

    func testMostHangulCorruptionsAreDetected() throws {
        let pairs = try library().terms.map { (hangul: $0.hangul, romanization: $0.romanization) }
        let rate = HangulCorruption.detectionRate(of: pairs, seed: 21)
        XCTAssertGreaterThan(rate.syllable, 0.98)
        XCTAssertGreaterThan(rate.letter, 0.88)
    }
}
