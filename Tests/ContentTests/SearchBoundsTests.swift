import Content
import XCTest

/// Limits between the ranks of the search, and minimum word lengths.
final class SearchBoundsTests: XCTestCase {
    private func rank(
        _ query: String, english: [String] = [], hangul: [String] = [], romanizations: [String] = [],
        variants: [String] = []
    ) -> SearchIndex.Rank? {
        let document = Searchable(
            id: "x", kind: "k", english: english, hangul: hangul, romanizations: romanizations, variants: variants)
        return SearchIndex([document]).search(query).first?.rank
    }

    func testEnglishRanks() {
        let cases: [(spelling: String, query: String, rank: SearchIndex.Rank?)] = [
            ("abcdef", "abcdef", .exact), ("abcdef", "a", .prefix), ("abcdef", "cde", .within),
            ("abcdef", "def", .within),
            ("abcdef", "cd", nil), ("abcdef", "f", nil), ("ab cdef", "c", .word), ("ab cdef", "cd ab", .word),
            ("ab cdef", "cd xy", nil),
            ("kick", "kikk", .fuzzy), ("kick", "kickk", .fuzzy), ("kick", "kikkk", nil), ("hip", "hop", nil),
            ("hips", "hop", nil),
            ("walking stance", "walkimg stamce", nil), ("walking stance", "walkimg stan", .fuzzy),
            ("low block", "loq bloc", nil),
            ("walking stance", "stan walkimg", .fuzzy), ("walking stance", "stam walkimg", nil),
            ("low block", "lo blocq", .fuzzy),
            ("guki", "kuki", .fuzzy),
        ]
        for (spelling, query, expected) in cases {
            XCTAssertEqual(rank(query, english: [spelling]), expected, "\(query) in \(spelling)")
        }
    }

    func testRomanizationVariantsMatchFromTwoSounds() {
        let cases: [(spelling: String, query: String, rank: SearchIndex.Rank?)] = [
            ("ki", "gi", .variant), ("o", "u", nil), ("kima", "gim", .variant), ("kima", "gi", nil),
            ("kima", "gin", nil),
            ("kima", "gima", .variant), ("ki", "gia", nil),
        ]
        for (spelling, query, expected) in cases {
            XCTAssertEqual(rank(query, romanizations: [spelling]), expected, "\(query) in \(spelling)")
        }
        XCTAssertNil(rank("gi", english: ["ki"]), "English has one spelling")
    }

    func testHangulRanks() {
        let cases: [(spelling: String, query: String, rank: SearchIndex.Rank?)] = [
            ("걷는 서기", "걷는서기", .exact), ("걷는 서기", "거", .prefix), ("걷는 서기", "서", .word), ("안여바", "여바", .word),
            ("안여바", "여", nil),
            ("걷는 서기", "ㄱ", .initials), ("걷는 서기", "ㄴ", nil), ("걷는 서기", "ㄴㅅ", .initials), ("걷는 서기", "ㄱㅅ", .initials),
            ("걷는 서기", "ㅅㄴ", nil), ("걷는 서기 둘", "ㄱㅅㄷ", .initials), ("걷는 서기 둘", "ㄴㄷ", nil), ("걷는 서기", "ㄱㄴㅅㅋ", nil),
            ("L자 서기", "l", .prefix), ("L자 서기", "자", nil), ("L자 서기", "lj", nil), ("앞 차기", "앞 자기", .fuzzy),
            ("앞 차기", "뒤 자기", nil),
        ]
        for (spelling, query, expected) in cases {
            XCTAssertEqual(rank(query, hangul: [spelling]), expected, "\(query) in \(spelling)")
        }
    }

    func testHangulVariantsRankLower() {
        XCTAssertEqual(rank("걷기", variants: ["걷기"]), .variant)
        XCTAssertEqual(rank("걷", variants: ["걷기"]), .variant)
        XCTAssertEqual(rank("앞 자기", variants: ["앞 차기"]), .fuzzy)
        XCTAssertEqual(rank("걷기", hangul: ["걷기"], variants: ["걷기"]), .exact)
    }

    func testBestSpellingIsShownAndTiesPreferTheShorter() {
        let spelling = { (english: [String]) in
            SearchIndex([Searchable(id: "x", kind: "k", english: english)]).search("kick").first?.matchedName
        }
        XCTAssertEqual(spelling(["kick it high", "kick it", "kick off"]), "kick it")
        XCTAssertEqual(spelling(["kick-it", "kick it"]), "kick-it")
        XCTAssertEqual(spelling(["high kick", "kick it hard"]), "kick it hard")
        let index = SearchIndex([
            Searchable(id: "long", kind: "k", english: ["kick it"]),
            Searchable(id: "a", kind: "k", english: ["kick a"]),
            Searchable(id: "b", kind: "other", english: ["kick b"]),
            Searchable(id: "word", kind: "k", english: ["a kick"]),
        ])
        XCTAssertEqual(index.search("kick").map(\.id), ["a", "b", "long", "word"])
        XCTAssertEqual(index.search("kick", kind: "k").map(\.id), ["a", "long", "word"])
        XCTAssertEqual(index.search("kick", kind: "other").map(\.id), ["b"])
    }

    func testResultLimitDefaultsToFifty() {
        let index = SearchIndex((1...60).map { Searchable(id: "\($0)", kind: "k", english: ["kick \($0)"]) })
        XCTAssertEqual(index.search("kick").count, 50)
        for limit in [0, 1, 59, 60, 61] { XCTAssertEqual(index.search("kick", limit: limit).count, min(limit, 60)) }
    }

    func testQueryIsTruncatedToTwoHundredCharacters() {
        let long = String(repeating: "a", count: 200)
        XCTAssertEqual(rank(long + "bcdef", english: [long]), .exact)
        XCTAssertEqual(rank(long + "b", english: [long + "c"]), .prefix)
        XCTAssertEqual(rank(String(long.dropLast()) + "b", english: [long + "cd"]), nil)
    }

    // MARK: - The spellings of a term

    private func term(_ english: String, _ hangul: String = "앞", _ romanization: String = "ap", grade: String = "9k")
        throws
        -> Term
    {
        Term(
            id: "x", grade: try XCTUnwrap(Grade(id: grade)), category: Category(rawValue: "basics"), english: english,
            hangul: hangul,
            romanization: romanization)
    }

    func testAlternativesAndRemarksAreSeparateSpellings() throws {
        let cases = [
            ("front", ["front"]), ("front (of you)", ["front (of you)", "front"]),
            ("to (the) front", ["to (the) front", "to front"]),
            ("(front)", ["(front)"]), ("a/b", ["a/b", "a", "b"]), ("a/", ["a/"]), ("/", ["/"]), ("a)", ["a)"]),
            (")a(", [")a("]),
            ("", []),
            ("a (b)/c", ["a (b)/c", "a /c", "a (b)", "c"]),
        ]
        for (text, spellings) in cases {
            XCTAssertEqual(try term(text).searchable.english, spellings, text)
            XCTAssertEqual(try term("e", text).searchable.hangul, spellings, text)
        }
        var many = try term("a/b", "앞/압", "ap/ab")
        (many.aliases, many.romanizations, many.variants) = (["c/d"], ["e/f"], ["g/h"])
        XCTAssertEqual(many.searchable.english, ["a/b", "a", "b", "c/d", "c", "d"])
        XCTAssertEqual(
            many.searchable.romanizations, ["ap/ab", "ap", "ab", "e/f", "e", "f"],
            "the spelling of the rules is included")
        XCTAssertEqual(many.searchable.variants, ["g/h"])
        XCTAssertEqual(
            try term("e", "걷는 서기", "gunnun sogi").searchable.romanizations, ["gunnun sogi", "geonneun seogi"])
    }

    // MARK: - Answers

    func testOnlyLongerAnswersForgiveOneLetter() throws {
        let cases: [(english: String, typed: String, verdict: AnswerJudge.Verdict)] = [
            ("hip", "hop", .wrong), ("kick", "kikk", .nearlyRight), ("kick", "kikkk", .wrong),
            ("kick", "kic", .nearlyRight),
            ("the front", "front", .right), ("front", "an front", .right), ("front", "to the front", .right),
            ("the", "a", .wrong),
            ("to", "the", .wrong), ("front", "at front", .wrong), ("front", "fronts", .right), ("a", "a", .right),
        ]
        for (english, typed, verdict) in cases {
            XCTAssertEqual(
                AnswerJudge().judge(typed, against: try term(english), asked: .english).verdict, verdict,
                "\(typed) for \(english)")
        }
        XCTAssertEqual(
            AnswerJudge().judge("sogi", against: try term("e", "앞", "an sogi"), asked: .romanization).verdict, .wrong)
    }

    func testAnswerIsTruncatedToFourHundredCharacters() throws {
        let long = String(repeating: "a", count: 400)
        XCTAssertEqual(AnswerJudge().judge(long + "bcd", against: try term(long), asked: .english).verdict, .right)
        XCTAssertEqual(
            AnswerJudge().judge(long + "b", against: try term(long + "b"), asked: .english).verdict, .nearlyRight)
    }

    func testAnswersOfOtherTermsAreWrong() throws {
        let (front, other) = (
            try term("front kick", "앞 차기", "ap chagi"),
            Term(
                id: "y", grade: try XCTUnwrap(Grade(id: "9k")), category: Category(rawValue: "basics"),
                english: "front kicl",
                hangul: "앞 자기",
                romanization: "ap jagi")
        )
        for (typed, expected) in [
            ("front kicl", AnswerJudge.AnswerLanguage.english), ("앞 자기", .hangul), ("ap jagi", .romanization),
            ("ap jagi", .korean),
        ] {
            XCTAssertEqual(
                AnswerJudge(among: [front, other]).judge(typed, against: front, asked: expected).verdict, .wrong, typed)
            XCTAssertNotEqual(
                AnswerJudge(among: [front]).judge(typed, against: front, asked: expected).verdict, .wrong, typed)
            XCTAssertEqual(
                AnswerJudge(among: [front, other]).judge(typed, against: other, asked: expected).verdict, .right, typed)
        }
    }
}
