import Content
import Foundation
import Kernel
import XCTest

final class SearchTests: XCTestCase {
    private func index() throws -> SearchIndex { SearchIndex(try SampleContent.library().searchables) }

    func testDocumentsAreFoundByAllSpellings() throws {
        let library = try SampleContent.library()
        let index = try index()
        for document in library.searchables {
            for spelling in document.english + document.hangul + document.romanizations + document.variants {
                for typed in [
                    spelling, spelling.uppercased(), spelling.decomposedStringWithCanonicalMapping,
                    spelling.replacingOccurrences(of: " ", with: ""),
                ] {
                    let hit = index.search(typed).first { $0.id == document.id }
                    XCTAssertNotNil(hit, "\(document.id) by \(typed)")
                    XCTAssertEqual(
                        hit?.rank, document.variants.contains(spelling) ? .variant : .exact,
                        "\(document.id) by \(typed)")
                }
            }
        }
    }

    func testRanks() throws {
        let cases: [(query: String, id: String, rank: SearchIndex.Rank)] = [
            ("walking stance", "walking-stance", .exact), ("Ｗａｌｋｉｎｇ　Stance", "walking-stance", .exact),
            ("walk", "walking-stance", .prefix),
            ("stance", "walking-stance", .word), ("guarding", "guarding-block", .word),
            ("block low", "low-block", .word),
            ("걷느", "walking-stance", .prefix), ("걷ㄴ", "walking-stance", .prefix), ("서기", "walking-stance", .word),
            ("걷기 서기", "walking-stance", .variant),
            ("ㄱㅅ", "walking-stance", .initials), ("ㄳ", "walking-stance", .initials),
            ("ㄱㄴㅅㄱ", "walking-stance", .initials),
            ("ㄱㄴ ㅅㄱ", "walking-stance", .initials),
            ("ㅂㄲㅍㅁ", "low-block", .initials), ("ㅅㄱ", "walking-stance", .initials),
            ("geonnun sogi", "walking-stance", .variant), ("kunnun sohgi", "walking-stance", .variant),
            ("ap cha-gi", "front-kick", .exact),
            ("ap jagi", "front-kick", .variant), ("bagat palmog", "low-block", .variant),
            ("knifehand", "guarding-block", .prefix),
            ("kicks", "front-kick", .fuzzy), ("walkign stance", "walking-stance", .fuzzy),
            ("gumnun sogi", "walking-stance", .fuzzy),
            ("건는 서기", "walking-stance", .fuzzy), ("차렸 서기", "attention-stance", .fuzzy), ("forarm", "low-block", .fuzzy),
        ]
        for (query, id, rank) in cases {
            XCTAssertEqual(try index().search(query).first { $0.id == id }?.rank, rank, "\(query) → \(id)")
        }
    }

    func testBetterMatchesComeFirst() throws {
        let hits = try index().search("front")
        XCTAssertEqual(hits.first?.id, "front")
        XCTAssertEqual(hits.map(\.rank), hits.map(\.rank).sorted())
        XCTAssertEqual(try index().search("ㄱㅅ").first?.id, "walking-stance")
    }

    func testMeaninglessQueriesFindNothing() throws {
        for query in ["", "   ", "-", "\u{1B}", "zzzzz", "뷁뷁", "ㅋㅋㅋㅋ", String(repeating: "걷", count: 10_000)] {
            XCTAssertEqual(try index().search(query), [], query)
        }
    }

    func testResultsAreDeterministicAndLimited() throws {
        let documents = try SampleContent.library().searchables
        for query in ["s", "sogi", "ㅅ", "막", "stance", "an"] {
            XCTAssertEqual(SearchIndex(documents).search(query), SearchIndex(documents).search(query))
            XCTAssertLessThanOrEqual(try index().search(query, limit: 2).count, 2)
        }
        XCTAssertEqual(try index().search("s", limit: -1), [])
    }

    /// An index for one query omits only documents that cannot match.
    func testSingleQueryIndexMatchesTheFullIndex() throws {
        var documents = try SampleContent.library().searchables
        documents.append(
            Searchable(
                id: "mixed", kind: "x", english: ["L자 stance", "ｌ", ""], hangul: ["ㄱ", "stance"],
                romanizations: ["막 makgi"]))
        let spellings = documents.flatMap { $0.english + $0.hangul + $0.romanizations + $0.variants }
        var random = RandomSource(seed: 4)
        for _ in 0..<400 {
            var letters =
                Array(spellings.randomElement(using: &random) ?? "")
                + Array(spellings.randomElement(using: &random) ?? "")
            letters = Array(
                letters.dropFirst(Int.random(in: 0...letters.count, using: &random)).prefix(
                    Int.random(in: 1...9, using: &random))
            )
            let query =
                Bool.random(using: &random) ? String(letters) : String(letters).decomposedStringWithCanonicalMapping
            XCTAssertEqual(
                SearchIndex(documents, for: query).search(query), SearchIndex(documents).search(query), query)
        }
    }

    func testSearchCoversOtherKinds() throws {
        let pattern = Searchable(
            id: "chon-ji", kind: "pattern", english: ["Heaven and earth"], hangul: ["천지"], romanizations: ["Chon-Ji"])
        let index = SearchIndex(try SampleContent.library().searchables + [pattern])
        for query in ["chonji", "cheonji", "ㅊㅈ", "천지", "heaven", "Chon ji"] {
            XCTAssertEqual(index.search(query).first?.id, "chon-ji", query)
        }
        XCTAssertEqual(index.search("chonji", kind: "term"), [])
    }

    /// One inserted, removed, changed or swapped letter still finds a long word.
    func testOneTypoIsForgiven() throws {
        var random = RandomSource(seed: 8)
        let index = try index()
        for document in try SampleContent.library().searchables {
            for spelling in document.english.filter({ $0.count >= 6 && !$0.contains("(") }) {
                for _ in 0..<20 {
                    let typo = Self.slip(spelling, &random)
                    XCTAssertTrue(index.search(typo).contains { $0.id == document.id }, "\(typo) for \(spelling)")
                }
            }
        }
    }

    static func slip(_ text: String, _ random: inout RandomSource) -> String {
        var letters = Array(text.lowercased())
        let places = letters.indices.filter { letters[$0].isLetter }
        guard let place = places.randomElement(using: &random), let letter = "qxzv".randomElement(using: &random) else {
            return text
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: letters[place] = letter
        case 1: letters.remove(at: place)
        case 2: letters.insert(letter, at: place)
        default: if place > 0, letters[place - 1].isLetter { letters.swapAt(place, place - 1) }
        }
        return String(letters)
    }
}
