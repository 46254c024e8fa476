import Content
import XCTest

final class LibraryTests: XCTestCase {
    private func pack(_ id: String, _ fields: String, _ terms: [String]) throws -> ContentPack {
        let text = """
            {"format":"commonplace-pack","version":1,"id":"\(id)","name":"Pack \(id)"\(fields),
             "terms":[{"grade":"8k","category":"basics","terms":[\(terms.joined(separator: ","))]}]}
            """
        return try PackReading(.memory(id, files: ["pack.json": Array(text.utf8)])).validPack()
    }

    private func term(_ id: String, _ english: String) -> String {
        #"{"id":"\#(id)","english":"\#(english)","hangul":"앞","romanization":"ap"}"#
    }

    func testLaterPackOverridesATerm() throws {
        let own = try pack("own", #","school":"Our club""#, [term("front", "Ahead"), term("new", "New")])
        let library = Library([try SampleContent.reading().validPack(), own])
        XCTAssertEqual(library.term("front")?.english, "Ahead")
        XCTAssertEqual(library.terms.count, 12)
        let pack = try XCTUnwrap(library.pack(of: "front"))
        XCTAssertEqual([pack.id, pack.school, pack.origins["front"]?.file], ["own", "Our club", "pack.json"])
        XCTAssertEqual(library.pack(of: "inner")?.origins["inner"], .init(file: "terms/white.json", entry: 6))
        XCTAssertNil(library.pack(of: "nothing"))
        XCTAssertEqual(
            Library([own, try SampleContent.reading().validPack()]).term("front")?.english, "front",
            "the last pack has priority")
    }

    func testOtherDisciplinesAreSeparate() throws {
        let karate = try pack(
            "karate",
            #","discipline":"karate","belts":[{"id":"9k","name":"9th kyu","belt":"white","colours":["white"]}]"#,
            [#"{"id":"front","english":"Front","hangul":"","romanization":"mae"}"#])
        let library = Library([try SampleContent.reading().validPack(), karate])
        XCTAssertEqual(library.disciplines, ["taekwon-do", "karate"])
        XCTAssertEqual(library.term("front")?.romanization, "ap")
        XCTAssertEqual(library.term("karate/front")?.romanization, "mae")
        XCTAssertEqual(library.belts(of: "karate").belts.map(\.name), ["9th kyu"])
        XCTAssertEqual(library.belts().belts.count, 5)
    }

    func testTermsAreSortedByGradeAndCategory() throws {
        let terms = try SampleContent.library().terms
        XCTAssertEqual(terms.map(\.grade), terms.map(\.grade).sorted())
        XCTAssertEqual(terms.prefix(7).map(\.category), terms.prefix(7).map(\.category).sorted())
        XCTAssertEqual(terms.first?.id, "walking-stance")
    }

    func testLaterPackOverridesBeltsAndMorphemes() throws {
        let own = try pack(
            "own",
            #","belts":[{"id":"8k","name":"8th gup","belt":"gold","colours":["gold"]}],"morphemes":[{"hangul":"앞","romanization":"ap","meaning":"fore","category":"direction"}]"#,
            [])
        let library = Library([try SampleContent.reading().validPack(), own])
        XCTAssertEqual(library.belts().belts.map(\.name), ["10th keup", "9th keup", "8th gup", "1st dan", "2nd dan"])
        XCTAssertEqual(library.morpheme("앞")?.meaning, "fore")
        XCTAssertEqual(library.morpheme("서기")?.meaning, "stance")
    }
}
