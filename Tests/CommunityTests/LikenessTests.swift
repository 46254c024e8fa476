import Community
import Kernel
import XCTest

/// Which suggestions are named as look-alikes of a new one.
final class LikenessTests: XCTestCase {
    /// Half of the three-letter pieces of both titles, or three fifths of all words; not a little less.
    func testTheBoundsOfTitlesAndOfWords() throws {
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
            let mina = Town().person("mina")
            XCTAssertEqual(try mina.lookAlikes(of: known.0, known.1).count, 0)
            _ = try mina.suggest(known.0, known.1)
            XCTAssertEqual(try mina.lookAlikes(of: new.0, new.1).map(\.suggestion.title), isAlike ? [known.0] : [], why)
        }
    }

    func testThreeAreNamedTheMostSimilarFirstAndTheFirstOfEquals() throws {
        let mina = Town().person("mina")
        let known = try ["abcdef yy", "abcdef", "abcdef zz", "abcdef yy"].map { title in
            try mina.suggest(title, "x").parcel
        }
        let ids = known.compactMap { if case .suggestion(let one) = $0 { one.id } else { nil } }
        XCTAssertEqual(try mina.lookAlikes(of: "abcdef", "other").map(\.suggestion.id), [ids[1], ids[0], ids[2]])
    }

    func testWhatIsDecidedOrHiddenIsNoLookAlike() throws {
        for (act, isNamed) in [
            ({ _, _ in }, true), ({ try $0.hide($1.rawValue, because: "rude") }, false),
            ({ _ = try $0.review($1, notes: nil) }, true), ({ _ = try $0.decline($1, notes: nil) }, false),
        ] as [((Stewardship, Identifier<Suggestion>) throws -> Void, Bool)] {
            let town = Town()
            try act(town.developer(), town.idea("Dark mode"))
            XCTAssertEqual(try town.person("mina").lookAlikes(of: "Dark mode", "x").count, isNamed ? 1 : 0)
        }
    }
}
