import Content
import ContentAdapters
import XCTest

/// Common mistakes of movements: complete for the color belt patterns, and linted in any pack.
final class MistakeLawTests: XCTestCase {
    private static let parts = ["걷는", "서", "바로", "지르기"].map {
        Morpheme(hangul: $0, romanization: "x", meaning: "m", category: .other)
    }

    private func findings(_ mistakes: [String]...) -> [String] {
        let moves = mistakes.enumerated().map { index, texts in
            let list = texts.map { "\"\($0)\"" }.joined(separator: ",")
            let foot = index.isMultiple(of: 2) ? "left" : "right"
            return
                #"{"n":\#(index + 1),"steps":[{"verb":"move","foot":"\#(foot)","to":"D"}],"stance":{"name":"walking stance","side":"\#(foot)","toward":"D"},"techniques":[{"action":"punch","side":"\#(foot)"}],"hangul":"걷는 서 바로 지르기","korean":"gunnun so baro jirugi","mistakes":[\#(list)]}"#
        }
        let curriculum = SampleLessons.curriculum("\"patterns\":[\(SampleLessons.form(moves))]")
        return CurriculumInspection(curriculum, morphemes: Self.parts).findings.map { "\($0.rule) \($0.place)" }
    }

    func testColoredBeltMovementsHaveDistinctMistakes() throws {
        var places: [String: String] = [:]
        for id in PatternLawTests.colouredIDs {
            for move in try PatternLawTests.pattern(id).moves {
                XCTAssertFalse(move.mistakes.isEmpty, "\(id) \(move.number)")
                for text in move.mistakes {
                    let place = "\(id) \(move.number)"
                    XCTAssertNil(places[text], "\(place) repeats a mistake of \(places[text] ?? "")")
                    places[text] = place
                    // A text names the mistake before the colon and its correction after it.
                    XCTAssertEqual(text.count { $0 == ":" }, 1, "\(place): \(text)")
                    XCTAssertTrue((60...200).contains(text.count), "\(place): \(text)")
                }
            }
        }
        XCTAssertGreaterThanOrEqual(places.count, 258)
    }

    /// `Curriculum.mistakes()` returns the same texts as the patterns, including overrides of later
    /// packs.
    func testCollectedMistakesMatchThePatterns() throws {
        let text =
            #"{"format":"commonplace-pack","version":1,"id":"club","name":"Club","patterns":[{"id":"chon-ji","moves":[{"n":2,"mistakes":["Ours: we say so."]},{"n":19,"hangul":"끝"}]},{"id":"ghost","file":"../x.json"}]}"#
        for packs in [[], [PackSource.memory("club", files: ["pack.json": Array(text.utf8)])]] {
            let lessons = Curriculum(BundledPacks.sources + packs)
            let together = lessons.mistakes()
            XCTAssertEqual(together.count, 9)
            XCTAssertEqual(together["chon-ji"]?.contains("Ours: we say so."), !packs.isEmpty)
            for id in lessons.patterns().value.map(\.id) {
                XCTAssertEqual(try lessons.pattern(id).value.moves.flatMap(\.mistakes), together[id] ?? [], id)
            }
        }
    }

    private let good = "Letting the shoulder climb shortens the punch: let it hang as the fist goes."
    private let other = "Holding the breath makes the arm slow and stiff: breathe out with the fist."

    func testEachPlantedFaultIsFoundOnce() {
        let place = { (number: Int) in "mistake patterns: small \(number): mistakes" }
        XCTAssertEqual(findings([good], [other]), [])
        XCTAssertEqual(findings([good, other], []), [])
        XCTAssertEqual(findings(["Too short."], [other]), [place(1)])
        XCTAssertEqual(findings([String(good.dropLast())], [other]), [place(1)], "no full stop")
        XCTAssertEqual(findings([good], [good]), [place(2)])
        XCTAssertEqual(findings([good], [good.uppercased()]), [place(2)], "the same in capitals")
        XCTAssertEqual(findings([good, other, good + " Yes.", other + " Yes."], []), [place(1)], "four are too many")
    }

    /// Empty and too long texts are schema errors.
    func testMistakeLengthIsBounded() throws {
        for (text, isFine) in [
            (String(repeating: "a", count: 199) + ".", true), (String(repeating: "a", count: 200) + ".", false),
            ("", false),
        ] {
            let found = findings([text])
            XCTAssertEqual(
                !found.contains { $0.hasPrefix("schema patterns") || $0.hasPrefix("schema pack") }, isFine, "\(found)")
        }
    }

    /// Mistakes are shown with one movement, with `--mistakes` for all, and in search results.
    func testMistakesAreShownAndSearchable() throws {
        let fixture = ContentFixture(sources: BundledPacks.sources)
        let mistake = try XCTUnwrap(PatternLawTests.pattern("chon-ji").move(4)?.mistakes.first)
        for columns in [nil, 40, 80] as [Int?] {
            let run = try fixture.run(["pattern", "show", "chon-ji", "--move", "4"], columns)
            // The page with its drawing is longer than a screen.
            let page = run.output + run.console.paged.joined()
            let words = page.split { $0 == " " || $0 == "\n" }
            XCTAssertTrue(words.contains("Mistake"), page)
            for word in mistake.split(separator: " ") { XCTAssertTrue(words.contains(word), "\(word): \(page)") }
        }
        XCTAssertFalse(try fixture.run(["pattern", "show", "chon-ji"]).output.contains("Mistake"))
        let all = try fixture.run(["pattern", "show", "chon-ji", "--mistakes"]).output
        XCTAssertEqual(all.ranges(of: "Mistake: ").count, 19)
        XCTAssertTrue(all.contains(mistake))
        let output = try fixture.run(["search", "tightrope"]).output
        XCTAssertTrue(output.contains("pattern show chon-ji --mistakes"), output)
        XCTAssertFalse(try fixture.run(["search", "chon-ji"]).output.contains("--mistakes"))
    }

    /// A later pack replaces the mistakes of one movement and nothing else.
    func testLaterPackReplacesMistakes() throws {
        let club = PackSource.memory(
            "club",
            files: [
                "pack.json": Array(
                    #"{"format":"commonplace-pack","version":1,"id":"club","name":"Club","patterns":[{"id":"chon-ji","moves":[{"n":2,"mistakes":["\#(good)"]}]}]}"#
                        .utf8)
            ])
        let standard = try PatternLawTests.pattern("chon-ji")
        let changed = try Curriculum(BundledPacks.sources + [club]).pattern("chon-ji").value
        XCTAssertEqual(changed.move(2)?.mistakes, [good])
        XCTAssertEqual(changed.move(2)?.sentence, standard.move(2)?.sentence)
        XCTAssertEqual(changed.move(3), standard.move(3))
    }
}
