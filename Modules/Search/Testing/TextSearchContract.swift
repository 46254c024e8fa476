import Kernel
import KernelTesting
import Search

/// The contract of every `TextSearch`, over any store.
package enum TextSearchContract {
    /// A search with an empty store to test it on.
    package struct SearchCase {
        let search: any TextSearch
        let store: any Store

        package init(_ search: any TextSearch, over store: any Store) {
            self.search = search
            self.store = store
        }
    }

    /// Returns the contract for searches from one closure, each with an empty store from another.
    package static func over(store: @escaping () throws -> some Store, _ make: @escaping () throws -> any TextSearch)
        -> Contract<
            SearchCase
        >
    {
        Contract("TextSearch", promises: words + hangul + changes + order) { try SearchCase(make(), over: store()) }
    }

    private typealias Promise = Contract<SearchCase>.Promise

    private static let words: [Promise] = [
        .init("an empty index returns no results") { try $0.expect("frost", []) },
        .init("an empty query returns no results") { subject in
            try subject.save("a", "frost")
            for query in ["", "  ", "-", "\"", "\u{1}", "…"] { try subject.expect(query, []) }
        },
        .init("every word must match, in any order and any passage") { subject in
            try subject.save("a", "first frost", "on the gate")
            try subject.save("b", "frost")
            try subject.expect("gate frost", ["a"])
            try subject.expect("frost snow", [])
        },
        .init("the last word matches as a prefix, and other words match completely") { subject in
            try subject.save("a", "frosty window")
            try subject.expect("fro", ["a"])
            try subject.expect("window frost", ["a"])
            try subject.expect("frost window", [])
            try subject.expect("rosty", [])
            try subject.expect("\"frost\"", [])
        },
        .init("matching ignores case, accents and width") { subject in
            try subject.save("a", "Crème brûlée at the CAFÉ")
            for query in ["creme", "BRÛLÉE", "cafe\u{301}", "ｃａｆｅ", "Cafe creme"] { try subject.expect(query, ["a"]) }
        },
        .init("quoted words match only as an adjacent sequence") { subject in
            try subject.save("a", "the first frost of the year")
            try subject.save("b", "frost first", "the first", "frost")
            try subject.expect("\"first frost\"", ["a"])
            try subject.expect("“the first frost of”", ["a"])
            try subject.expect("\"first fro", ["a"])
            try subject.expect("\"first fro\"", [])
            try subject.expect("\"first year\"", [])
        },
        .init("parts of a word match as a phrase") { subject in
            try subject.save("a", "a well-known gate")
            try subject.save("b", "known well")
            for query in ["well-known", "Well_Known", "well-kno"] { try subject.expect(query, ["a"]) }
            try subject.expect("known-well", ["b"])
        },
        .init("a word beyond the length limit matches by its beginning") { subject in
            let long = String(repeating: "ab", count: 500)
            try subject.save("a", long)
            try subject.expect(String(long.prefix(900)), ["a"])
            try subject.expect("b" + long.prefix(100), [])
        },
    ]

    private static let hangul: [Promise] = [
        .init("hangul matches composed, decomposed and up to a half-typed syllable") { subject in
            try subject.save("a", "걷는 서기를 배웠다")
            try subject.save("b", "\u{1100}\u{1165}\u{11AE}\u{1102}\u{1173}\u{11AB} walk")
            for query in ["걷는", "걷느", "걷ㄴ", "\u{1100}\u{1165}\u{11AE}"] { try subject.expect(query, ["b", "a"]) }
            try subject.expect("서기 배웠다", ["a"])
            try subject.expect("거는", [])
        },
        .init("hangul matches by initial consonants, of one word or of two") { subject in
            try subject.save("a", "태권도 수련")
            for query in ["ㅌㄱㄷ", "ㅌㄱ", "ㅌㄱㄷㅅㄹ", "ㅌㄱㄷㅅ", "ㅅㄹ ㅌㄱㄷ", "\"ㅌㄱㄷ ㅅㄹ\""] { try subject.expect(query, ["a"]) }
            for query in ["ㄱㄷ", "ㅌㄱㅅ", "\"ㅅㄹ ㅌㄱㄷ\""] { try subject.expect(query, []) }
        },
        .init("word boundaries separate hangul from other letters, and each ideograph") { subject in
            try subject.save("a", "TKD를 하는 2학년, 跆拳道場")
            for query in ["tkd 하는", "학년", "2학년", "拳道", "跆"] { try subject.expect(query, ["a"]) }
            try subject.expect("道拳", [])
        },
    ]

    private static let changes: [Promise] = [
        .init("the index follows inserts, updates and deletes") { subject in
            try subject.save("a", "frost")
            try subject.expect("frost", ["a"])
            try subject.save("b", "frost again")
            try subject.expect("frost", ["b", "a"])
            try subject.save("a", "rain")
            try subject.expect("frost", ["b"])
            try subject.expect("rain", ["a"])
            try subject.drop("b")
            try subject.expect("frost", [])
            _ = try subject.store.undoLast()
            try subject.expect("frost", ["b"])
        },
        .init("results contain only records of the partition") { subject in
            let other = SearchCase(subject.search, over: subject.store.scoped(to: Partition(rawValue: "profile:other")))
            try subject.save("a", "frost mine")
            try other.save("a", "frost theirs")
            try subject.expect("mine", ["a"])
            try subject.expect("theirs", [])
            try other.expect("mine", [])
            try other.expect("frost", ["a"])
        },
        .init("records outside the source's index are skipped") { subject in
            try subject.save("a", "frost", isSearched: false)
            try subject.expect("frost", [])
            try subject.save("a", "frost")
            try subject.expect("frost", ["a"])
            try subject.save("a", "frost", isSearched: false)
            try subject.expect("frost", [])
        },
    ]

    private static let order: [Promise] = [
        .init("results stop at the limit, and the total counts all") { subject in
            for id in ["a", "b", "c"] { try subject.save(id, "frost") }
            let query = try SearchQuery("frost")
            let cases: [(limit: Int?, ids: [String])] = [(2, ["c", "b"]), (0, []), (-1, []), (nil, ["c", "b", "a"])]
            for (limit, ids) in cases {
                let hits = try subject.search.find(
                    query, in: Note.searched, of: subject.store, order: .newest, limit: limit)
                try expectEqual(hits, SearchHits(ids: ids, count: 3))
            }
        },
        .init("ranking prefers more matches, shorter texts and rare words") { subject in
            try subject.save("a", "frost frost frost on the gate")
            try subject.save("b", "frost on the gate and much else to be read of")
            try subject.save("c", "frost on the gate")
            try subject.save("d", "gate of iron")
            try subject.expect("frost", ["a", "c", "b"], .best)
            try subject.expect("gate", ["d", "c", "a", "b"], .best)
        },
        .init("equal ranks are sorted newest first") { subject in
            for id in ["b", "c", "a"] { try subject.save(id, "frost") }
            try subject.expect("frost", ["c", "b", "a"], .best)
        },
    ]
}

extension TextSearchContract.SearchCase {
    /// Saves a note with some passages.
    func save(_ id: String, _ passages: String..., isSearched: Bool = true) throws {
        try store.write { try $0.put(Note(id: Identifier(id), passages: passages, isSearched: isSearched)) }
    }

    /// Deletes a note.
    func drop(_ id: String) throws {
        try store.write(undo: "Dropped \(id)") { _ = try $0.delete(Identifier<Note>(id)) }
    }

    /// Expects the identifiers of all matches in order.
    func expect(_ query: String, _ ids: [String], _ order: SearchOrder = .newest) throws {
        let hits = try search.find(SearchQuery(query), in: Note.searched, of: store, order: order, limit: nil)
        try expectEqual(hits, SearchHits(ids: ids, count: ids.count), "“\(query)”")
    }
}

/// The records of the contract, newest for the greatest identifier.
struct Note: Storable {
    let id: Identifier<Note>
    let passages: [String]
    let isSearched: Bool

    static let byID = Index<Note, String>.ordered("id") { $0.isSearched ? $0.id.rawValue : nil }
    static let collection = RecordCollection<Note>("contract.notes", indexes: [byID])
    static let searched = SearchSource(byID) { $0.passages }
}
