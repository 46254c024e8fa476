import Foundation
import Kernel
import Search
import Storage
import XCTest

/// Relevance in small stores, where each count matters, and in large texts with multi-byte numbers.
final class RelevanceTests: XCTestCase {
    private func agree(
        _ search: any TextSearch, _ store: any Store, _ text: String, _ place: String, line: UInt = #line
    ) throws {
        for order in [SearchOrder.best, .newest] {
            let (results, scanned) = try (
                search.find(SearchQuery(text), in: Page.searched, of: store, order: order, limit: nil),
                ScanSearch().find(SearchQuery(text), in: Page.searched, of: store, order: order, limit: nil)
            )
            XCTAssertEqual(results, scanned, "\(place), “\(text)”", line: line)
        }
    }

    /// BM25 as in the README, with every term written out.
    func testRelevanceMatchesTheBM25Formula() {
        for (documents, words, frequencies) in [
            (1, 1, [1]), (4, 2, [1, 4]), (7, 50, [0, 3, 7]), (1000, 9000, [1, 999, 1000]),
        ] {
            let relevance = Relevance(documents: documents, words: words, frequencies: frequencies)
            let average = max(1, Double(words) / Double(documents))
            for length in [0, 1, 5, 400] {
                for counts in [frequencies.map { _ in 1 }, frequencies.indices.map { $0 * 3 + 1 }] {
                    let expected = zip(frequencies, counts).map { frequency, count in
                        let rarity = log(1 + (Double(documents) - Double(frequency) + 0.5) / (Double(frequency) + 0.5))
                        let norm = 1 - 0.75 + 0.75 * Double(length) / average
                        return rarity * Double(count) * (1.2 + 1) / (Double(count) + 1.2 * norm)
                    }
                    XCTAssertEqual(
                        relevance.score(counts, length: length), expected.reduce(0, +), accuracy: 1e-9,
                        "\(documents) \(counts)")
                }
            }
        }
        XCTAssertEqual(Relevance(documents: 0, words: 0, frequencies: [0]).score([0], length: 0), 0)
    }

    /// Small stores with short texts. One text or word more changes the order.
    func testRankingOfSmallStoresMatchesTheScan() throws {
        let letters = ["a", "b", "c"]
        for seed in 1...150 {
            var random = RandomSource(seed: UInt64(seed))
            let store = MemoryStore(now: { Instant(milliseconds: 0) })
            let search = IndexedSearch(cache: .memory(), policy: .eager(1000))
            let count = Int.random(in: 2...9, using: &random)
            for round in 0..<3 {
                let numbers = (0..<count).filter { _ in round == 0 || Int.random(in: 0..<3, using: &random) > 0 }
                try store.write { transaction in
                    for number in numbers {
                        let words = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                            letters[min(2, Int.random(in: 0..<4, using: &random))]
                        }
                        let page = Page(
                            id: Identifier("p\(number)"), day: number, passages: [words.joined(separator: " ")])
                        if round > 0, number % 4 == 3 {
                            try transaction.delete(page.id)
                        } else {
                            try transaction.put(page)
                        }
                    }
                }
                for text in ["a b ", "b c ", "a c ", "a b c ", "a ", "\"a b\" c "] {
                    try agree(search, store, text, "seed \(seed), round \(round)")
                }
            }
        }
    }

    /// Positions, distances and counts of one, two and three bytes, at the last number of each and
    /// after it.
    func testLongTextsAndManyDocumentsMatchTheScan() throws {
        func gap(_ length: Int) -> String { String(repeating: "x ", count: length) }
        let texts =
            [1, 126, 127, 128, 129, 254, 255, 256, 300].flatMap { length in
                [
                    "frost \(gap(length - 1))frost gate", "\(gap(length))frost gate frosty",
                    gap(length) + "gate " + gap(length) + "frost",
                ]
            } + [16_383, 16_384].map { "frost \(gap($0 - 1))frost gate end" }
        var pages: [Page] = texts.enumerated().map { Page(id: Identifier("t\($0)"), day: $0, passages: [$1]) }
        // Words in documents that are far apart.
        pages += (0..<400).map { number in
            let rare = [127, 128, 129, 256, 384].contains(number) ? "rare" : "usual"
            return Page(
                id: Identifier("n\(number)"), day: 1000 + number,
                passages: ["\(rare) \(number % 128 == 0 ? "even" : "odd") gate"]
            )
        }
        let queries = [
            "frost", "\"frost gate\"", "\"x frost\"", "\"gate fro", "\"frost gate end\"", "rare", "even gate",
            "\"rare even\"",
            "x gate",
            "usual odd",
        ]
        for economy in [0, 1000] {
            let store = MemoryStore(now: { Instant(milliseconds: 0) })
            try store.write { try $0.put(contentsOf: pages) }
            let cache = SegmentCache.memory()
            let newCache = SegmentCache.memory()
            let search = IndexedSearch(cache: cache, policy: .eager(economy))
            for query in queries { try agree(search, store, query, "whole") }
            try store.write {
                try $0.put(
                    contentsOf: pages.filter { $0.day % 3 == 0 }.map {
                        Page(id: $0.id, day: $0.day, passages: ["gate"])
                    })
            }
            for query in queries { try agree(search, store, query, "changed") }
            guard economy == 0 else { continue }
            try agree(IndexedSearch(cache: newCache, policy: .eager(0)), store, "gate", "anew")
            XCTAssertEqual(cache.read("pages"), newCache.read("pages"), "an updated index equals a rebuilt one")
        }
    }
}
