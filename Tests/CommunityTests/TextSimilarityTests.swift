import Community
import Kernel
import XCTest

/// Similar suggestions of a new one.
final class TextSimilarityTests: XCTestCase {
    /// Titles that share half of their trigrams are similar, and so are texts that share three
    /// fifths of their words.
    func testSimilarityThresholds() throws {
        let rows: [(new: (String, String), known: (String, String), isAlike: Bool, String)] = [
            (("abcd", "new"), ("abce", "old"), true, "two of four pieces each"),
            (("abcd", "new"), ("abcef", "old"), false, "two of four and five"),
            (("abcef", "new"), ("abcd", "old"), false, "the other way round"),
            (("A", "new"), ("a!", "old"), true, "a single letter is a piece"),
            (("!!!", "new"), ("???", "old"), false, "no letters are no pieces"),
            (("one-two", "new"), ("One, two", "old"), true, "only letters and numbers count"),
            (("room 42", "new"), ("Room: 42", "old"), true, "numbers do"),
            (("qqqq", "one two six"), ("wwww", "one two six"), true, "three of five words"),
            (("qqqq", "one two"), ("wwww", "one two"), false, "two of four words"),
            (("qqqq", "one two six ab"), ("wwww", "one two six cd"), true, "short words do not count"),
            (("q", "x y"), ("wwww", "one two six"), false, "no words are no likeness"),
            (("q", "x y"), ("w", "z"), false, "on both sides"),
        ]
        for (new, known, isAlike, why) in rows {
            let mina = CommunityFixture().person("mina")
            XCTAssertEqual(try mina.similarSuggestions(of: known.0, known.1).count, 0)
            _ = try mina.suggest(known.0, known.1)
            XCTAssertEqual(
                try mina.similarSuggestions(of: new.0, new.1).map(\.suggestion.title), isAlike ? [known.0] : [], why)
        }
    }

    func testAtMostThreeSimilarSuggestionsBestFirst() throws {
        let mina = CommunityFixture().person("mina")
        let known = try ["abcdef yy", "abcdef", "abcdef zz", "abcdef yy"].map { title in
            try mina.suggest(title, "x").submission
        }
        let ids = known.compactMap { if case .suggestion(let suggestion) = $0 { suggestion.id } else { nil } }
        XCTAssertEqual(
            try mina.similarSuggestions(of: "abcdef", "other").map(\.suggestion.id), [ids[1], ids[0], ids[2]])
    }

    func testDeclinedAndHiddenSuggestionsAreNotSimilar() throws {
        for (act, isNamed) in [
            ({ _, _ in }, true), ({ try $0.hide($1.rawValue, because: "rude") }, false),
            ({ _ = try $0.review($1, notes: nil) }, true), ({ _ = try $0.decline($1, notes: nil) }, false),
        ] as [((CommunityAdmin, Identifier<Suggestion>) throws -> Void, Bool)] {
            let fixture = CommunityFixture()
            try act(fixture.developer(), fixture.idea("Dark mode"))
            XCTAssertEqual(try fixture.person("mina").similarSuggestions(of: "Dark mode", "x").count, isNamed ? 1 : 0)
        }
    }
}
