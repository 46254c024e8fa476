import Content
import ContentAdapters
import Kernel
import TestSupport
import XCTest

/// Incomplete entries, several packs together, and errors for unknown names.
final class LessonFaultTests: XCTestCase {
    private func form(_ id: String) -> String { SampleLessons.form(["{\"n\":1}"], id: id) }

    func testEachFaultYieldsOneFinding() throws {
        for (entry, places) in [
            (#"{"id":"p","grade":"x","name":"N","colour":"c"}"#, ["p: grade"]),
            (#"{"id":"p","name":"N"}"#, ["p: grade"]),
            (#"{"id":""}"#, ["#1: id"]), (#"{"id":7,"grade":"x"}"#, ["7: grade"]), (#"{"id":1.5}"#, ["#1: id"]),
            (String(form("p").dropLast()) + #","colour":"c"}"#, ["p: colour"]), (form("p"), []),
        ] {
            XCTAssertEqual(
                SampleLessons.places(SampleLessons.curriculum("\"patterns\":[\(entry)]").patterns().findings), places,
                entry)
        }
        let terms = { (entry: String) in
            try PackReading(SampleLessons.pack(#""terms":[[\#(entry)]]"#)).findings.map { "\($0.entry): \($0.field)" }
        }
        let term = #""id":"x","category":"kicks","english":"E","hangul":"앞","romanization":"ap""#
        XCTAssertEqual(try terms("{\(term)}"), ["x: grade"])
        XCTAssertEqual(try terms("{\(term),\"grade\":\"x\"}"), ["x: grade"])
        XCTAssertEqual(try terms("{\(term),\"grade\":\"9k\",\"colour\":\"c\"}"), ["x: colour"])
    }

    func testMorphemesWithoutHangulAreNotDuplicates() throws {
        let reading = try PackReading(
            SampleLessons.pack(#""morphemes":[{"romanization":"a","meaning":"m"},{"romanization":"b","meaning":"m"}]"#))
        XCTAssertEqual(SampleLessons.places(reading.findings), ["#1: hangul", "#2: hangul"])
    }

    func testNullFieldsCountAsAbsent() throws {
        XCTAssertEqual(SampleLessons.places(try SampleLessons.move(#""stance":null"#).findings), [])
        XCTAssertNil(try SampleLessons.move(#""stance":null"#).move?.ending)
        XCTAssertEqual(SampleLessons.places(try SampleLessons.move(#""stance":7"#).findings), ["small 1: stance"])
    }

    /// The failure contains the error, not an earlier warning.
    func testUnreadablePatternFailsWithTheError() throws {
        let broken = form("p").replacingOccurrences(of: "\"Small\"", with: "\" Small\"").replacingOccurrences(
            of: "\"hangul\"", with: "\"hangeul\"")
        XCTAssertThrowsError(try SampleLessons.curriculum("\"patterns\":[\(broken)]").pattern("p")) { error in
            let failure = error as? Failure
            XCTAssertEqual(failure?.code, .badPack)
            XCTAssertTrue(failure?.message.contains("p: hangul: ") ?? false, "\(error)")
        }
    }

    func testUnknownPatternSuggestsThreeMatches() {
        let patterns = (1...5).map { form("small-\($0)") } + [form("other/one")]
        let curriculum = SampleLessons.curriculum("\"patterns\":[\(patterns.joined(separator: ","))]")
        for (typed, advice) in [
            ("small", "Did you mean small-1 (소형), small-2 (소형), small-3 (소형)?"),
            ("small-99", "Did you mean small-1 (소형), small-2 (소형), small-3 (소형)?"),
            ("99/small", "Did you mean small-1 (소형), small-2 (소형), small-3 (소형)?"),
            ("nothing like it", "`pattern list` shows them all."),
            ("7", "`pattern list` shows them all."),
        ] {
            XCTAssertThrowsError(try curriculum.pattern(typed), typed) {
                XCTAssertEqual(($0 as? Failure)?.advice, advice, typed)
            }
        }
    }

    func testEntriesOfEqualRankKeepPackOrder() {
        let ids = ["d", "a", "c", "b", "e"]
        let pages = ids.map { #"{"id":"\#($0)","grade":"9k","subject":"oath","title":"T"}"# }.joined(separator: ",")
        let exchanges = ids.map { #"{"id":"\#($0)","grade":"9k","kind":"one-step","number":1}"# }.joined(separator: ",")
        let techniques = ids.map {
            #"{"id":"\#($0)","grade":"9k","kind":"kick","english":"E","hangul":"앞","romanization":"ap","description":"D","purpose":"P"}"#
        }.joined(separator: ",")
        let curriculum = SampleLessons.curriculum(
            #""theory":[\#(pages)],"sparring":[\#(exchanges)],"techniques":[\#(techniques)]"#)
        XCTAssertEqual(curriculum.theory().value.map(\.id), ids)
        XCTAssertEqual(curriculum.sparring().value.map(\.id), ids)
        XCTAssertEqual(curriculum.techniques().value.map(\.id), ids)
    }

    // MARK: - Packs beside each other

    private func pack(_ id: String, _ fields: String) -> PackSource {
        .memory(
            id,
            files: [
                "pack.json": Array(
                    #"{"format":"commonplace-pack","version":1,"id":"\#(id)","name":"N",\#(fields)}"#.utf8)
            ])
    }

    private func renamed(_ name: String) -> String { #""patterns":[{"id":"small","name":"\#(name)"}]"# }

    func testOnlyTheChosenVariantApplies() throws {
        let sources = [
            pack("base", "\"patterns\":[\(form("small"))]"), pack("one", "\"variant\":true,\(renamed("One"))"),
            pack("two", "\"variant\":true,\(renamed("Two"))"),
        ]
        for (chosen, name, isFound) in [
            (nil, "Small", true), ("one", "One", true), ("two", "Two", true), ("base", "Small", false),
            ("x", "Small", false),
        ] {
            let reading = Curriculum(sources, variant: chosen).patterns()
            XCTAssertEqual(reading.value.map(\.name), [name])
            XCTAssertEqual(reading.findings.map(\.rule), isFound ? [] : [.unreadable])
        }
        XCTAssertEqual(Curriculum(sources).variants().value.map(\.id), ["one", "two"])
    }

    func testBeltsOfOtherDisciplinesAreExcluded() {
        let belts = { (id: String) in #""belts":[{"id":"\#(id)","name":"N \#(id)","belt":"b","colours":["c"]}]"# }
        let sources = [
            pack("ours", belts("9k")), pack("karate", "\"discipline\":\"karate\",\(belts("8k"))"),
            pack("more", belts("7k")),
        ]
        XCTAssertEqual(Curriculum(sources).belts().belts.map(\.id), ["9k", "7k"])
    }

    func testUserPacksLoadByNameWithoutHiddenFiles() throws {
        let home = try Home()
        let text = { (id: String, isVariant: Bool) in
            #"{"format":"commonplace-pack","version":1,"id":"\#(id)","name":"N","variant":\#(isVariant),"terms":[[{"id":"x","grade":"9k","category":"kicks","english":"\#(id)","hangul":"앞","romanization":"ap"}]]}"#
        }
        for (name, id, isVariant) in [
            ("b.json", "b", false), ("a.json", "a", false), (".c.json", "c", false), ("v.json", "v", true),
            ("w.json", "w", true),
        ] {
            try home.file(name, text(id, isVariant))
        }
        let packs = DevicePacks(bundled: [], folder: home.path)
        for (variant, english) in [(nil, "b"), ("v", "v"), ("w", "w"), ("a", "b"), ("gone", "b")] {
            XCTAssertEqual(try packs.library(variant: variant).term("x")?.english, english)
            XCTAssertEqual(try packs.library(variant: variant).term("x")?.english, english, "asked again")
        }
        XCTAssertEqual(packs.sources().readable.map(\.manifest), ["a.json", "b.json", "v.json", "w.json"])
    }

    func testPathsWithNullBytesAreRejected() throws {
        let home = try Home()
        try home.file("pack.json", #"{"format":"commonplace-pack","version":1,"id":"own","name":"Own"}"#)
        XCTAssertNoThrow(try DiskPack.source(at: home.path).read("pack.json"))
        for path in [home.path + "\u{0}", home.path + "\u{0}/x", home.path("x"), ""] {
            XCTAssertThrowsError(try DiskPack.source(at: path)) {
                XCTAssertEqual(($0 as? Failure)?.code, .missingPackFile)
            }
        }
    }
}
