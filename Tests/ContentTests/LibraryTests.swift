import Content
import XCTest

final class LibraryTests: XCTestCase {
    private func pack(_ id: String, _ fields: String, _ terms: [String]) throws -> ContentPack {
        let text = """
            {"format":"commonplace-pack","version":1,"id":"\(id)","name":"Pack \(id)"\(fields),
             "terms":[{"grade":"8k","category":"basics","terms":[\(terms.joined(separator: ","))]}]}
            """
        return try PackReading(.memory(id, files: ["pack.json": Array(text.utf8)])).whole()
    }

    private func term(_ id: String, _ english: String) -> String {
        #"{"id":"\#(id)","english":"\#(english)","hangul":"앞","romanization":"ap"}"#
    }

    func testALaterPackOverridesAndProvenanceRemembers() throws {
        let own = try pack("own", #","school":"Our club""#, [term("front", "Ahead"), term("new", "New")])
        let library = Library([try SampleContent.reading().whole(), own])
        XCTAssertEqual(library.term("front")?.english, "Ahead")
        XCTAssertEqual(library.terms.count, 12)
        let provenance = try XCTUnwrap(library.provenance(of: "front"))
        XCTAssertEqual([provenance.pack, provenance.school, provenance.origin?.file], ["own", "Our club", "pack.json"])
        XCTAssertEqual(provenance.overrides, ["sample"])
        XCTAssertEqual(library.provenance(of: "inner")?.origin, .init(file: "terms/white.json", entry: 6))
        XCTAssertNil(library.provenance(of: "nothing"))
        XCTAssertEqual(Library([own, try SampleContent.reading().whole()]).term("front")?.english, "front", "the last on top")
    }

    func testAnotherDisciplineStaysApart() throws {
        let karate = try pack(
            "karate", #","discipline":"karate","belts":[{"id":"9k","name":"9th kyu","belt":"white","colours":["white"]}]"#,
            [#"{"id":"front","english":"Front","hangul":"","romanization":"mae"}"#])
        let library = Library([try SampleContent.reading().whole(), karate])
        XCTAssertEqual(library.disciplines, ["taekwon-do", "karate"])
        XCTAssertEqual(library.term("front")?.romanization, "ap")
        XCTAssertEqual(library.term("karate/front")?.romanization, "mae")
        XCTAssertEqual(library.belts(of: "karate").belts.map(\.name), ["9th kyu"])
        XCTAssertEqual(library.belts().belts.count, 5)
        XCTAssertEqual(library.only("karate").terms.map(\.id), ["karate/front"])
    }

    func testTermsStandInTheOrderOfGradeAndCategory() throws {
        let terms = try SampleContent.library().terms
        XCTAssertEqual(terms.map(\.grade), terms.map(\.grade).sorted())
        XCTAssertEqual(terms.prefix(7).map(\.category), terms.prefix(7).map(\.category).sorted())
        XCTAssertEqual(terms.first?.id, "walking-stance")
    }

    func testTheLaterPacksWordingWinsForBeltsAndParts() throws {
        let own = try pack(
            "own",
            #","belts":[{"id":"8k","name":"8th gup","belt":"gold","colours":["gold"]}],"morphemes":[{"hangul":"앞","romanization":"ap","meaning":"fore","category":"direction"}]"#,
            [])
        let library = Library([try SampleContent.reading().whole(), own])
        XCTAssertEqual(library.belts().belts.map(\.name), ["10th keup", "9th keup", "8th gup", "1st dan", "2nd dan"])
        XCTAssertEqual(library.morpheme("앞")?.meaning, "fore")
        XCTAssertEqual(library.morpheme("서기")?.meaning, "stance")
    }
}
