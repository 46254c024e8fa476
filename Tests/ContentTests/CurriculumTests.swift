import Content
import ContentAdapters
import Kernel
import XCTest

/// Overrides and broken entries in lessons of several packs.
final class CurriculumTests: XCTestCase {
    private func pack(_ id: String = "club", _ fields: String) -> PackSource {
        let text = #"{"format":"commonplace-pack","version":1,"id":"\#(id)","name":"Club"\#(fields)}"#
        return .memory(id, files: ["pack.json": Array(text.utf8)])
    }

    private func curriculumWith(_ fields: String) -> Curriculum {
        Curriculum(BundledPacks.sources + [pack("club", fields)])
    }

    func testPackOverridesASingleMovement() throws {
        let own = curriculumWith(
            #","patterns":[{"id":"yul-gok","moves":[{"n":8,"techniques":[{"action":"front snap kick","section":"middle","tool":"foot","side":"left","toward":"AD"}]}]}]"#
        )
        let changed = try own.pattern("yul-gok").value
        let bundled = try PatternLawTests.pattern("yul-gok")
        XCTAssertEqual(changed.moves.count, 38)
        XCTAssertEqual(changed.move(8)?.actions.first?.section, "middle")
        XCTAssertEqual(changed.move(8)?.hangul, bundled.move(8)?.hangul)
        XCTAssertEqual(changed.moves.filter { $0.number != 8 }, bundled.moves.filter { $0.number != 8 })
        XCTAssertEqual(changed.heading, bundled.heading)
        XCTAssertEqual(try own.pattern("yul-gok").findings, [])
    }

    func testPackOverridesASpellingAndASparringNote() throws {
        let own = curriculumWith(
            #","techniques":[{"id":"walking-stance","romanization":"geonneun seogi"}],"sparring":[{"id":"three-step-1","note":"Begin with the left foot."}],"patterns":[{"id":"chon-ji","romanization":"cheonji","moves":[{"n":1,"korean":"Geonneun seo palmok najeunde makgi"}]}]"#
        )
        XCTAssertEqual(try own.technique("walking-stance").romanization, "geonneun seogi")
        XCTAssertEqual(try own.technique("walking-stance").hangul, "걷는 서기")
        XCTAssertEqual(own.sparring().value.first?.note, "Begin with the left foot.")
        XCTAssertEqual(own.sparring().value.first?.steps.count, 3)
        XCTAssertEqual(own.patterns().value.first { $0.id == "chon-ji" }?.romanization, "cheonji")
        XCTAssertEqual(try own.pattern("chon-ji").value.move(1)?.korean, "Geonneun seo palmok najeunde makgi")
    }

    func testPacksAddPatternsAndOtherDisciplines() throws {
        let form =
            #"{"id":"small","name":"Small","hangul":"","romanization":"small","kind":"tul","grade":"9k","movements":1,"ready":"parallel ready stance","end":"left","diagram":"line","meaning":"Ours.","sources":["club"],"moves":[{"n":1,"steps":[{"verb":"move","foot":"left","to":"D"}],"stance":{"name":"walking stance","side":"left","toward":"D"}}]}"#
        let korean = curriculumWith(
            ",\"patterns\":[\(form.replacingOccurrences(of: "\"hangul\":\"\"", with: "\"hangul\":\"앞\""))]")
        XCTAssertEqual(try korean.pattern("small").value.moves.count, 1)
        let karate = curriculumWith(
            ",\"discipline\":\"karate\",\"patterns\":[\(form.replacingOccurrences(of: "\"hangul\":\"\"", with: "\"hangul\":\"型\""))]"
        )
        XCTAssertEqual(try karate.pattern("karate/small").value.heading.name, "Small")
        XCTAssertEqual(try karate.pattern("small").value.id, "karate/small", "a unique name needs no further words")
    }

    func testBrokenEntriesAreReportedAndSkipped() throws {
        let own = curriculumWith(
            #","patterns":[{"name":"nameless"},{"id":"chon-ji","moves":[{"n":2,"stance":{"name":"flying stance"}},{"n":3,"steps":[{"verb":"fly","foot":"left","to":"Z"}]},{"n":"x"}]},{"id":"ghost","grade":"9k"},{"id":"far","file":"../x.json"}],"techniques":[{"id":"walking-stance","kind":"dance"}],"theory":["nowhere.json"],"sparring":7,"linework":[{"id":"white"}]"#
        )
        let chonJi = try own.pattern("chon-ji")
        XCTAssertEqual(chonJi.value.moves.map(\.number), [1] + Array(4...19))
        let places = chonJi.findings.map { "\($0.entry): \($0.field)" }
        XCTAssertEqual(
            places, ["chon-ji 2: stance name", "chon-ji 3: steps 1 verb", "chon-ji 3: steps 1 to", "chon-ji x: n"])
        let headings = own.patterns()
        XCTAssertEqual(headings.value.count, 27)
        XCTAssertTrue(headings.findings.contains { $0.entry == "ghost" && $0.field == "name" })
        XCTAssertTrue(headings.findings.contains { $0.entry == "#1" && $0.field == "id" })
        XCTAssertEqual(own.techniques().value.count, Curriculum(BundledPacks.sources).techniques().value.count - 1)
        XCTAssertTrue(own.techniques().findings.contains { $0.entry == "walking-stance" && $0.field == "kind" })
        XCTAssertTrue(own.theory().findings.contains { $0.rule == .unreadable })
        XCTAssertGreaterThan(own.theory().value.count, 30)
        XCTAssertEqual(own.sparring().value.count, 36)
        XCTAssertEqual(own.lineWork().value.count, 10)
        XCTAssertFalse(own.lineWork().findings.isEmpty)
    }

    func testAnUnusablePackCountsAsEmptyAndIsReported() {
        let bad = PackSource.memory("bad", files: ["pack.json": Array("{".utf8)])
        let own = Curriculum(BundledPacks.sources + [bad])
        XCTAssertEqual(own.patterns().value.count, 27)
        XCTAssertTrue(own.patterns().findings.contains { $0.rule == .unreadable })
        XCTAssertEqual(Curriculum([]).patterns().value, [])
    }

    func testUnknownIDsSuggestMatchesInBothScripts() {
        for (typed, expected) in [("chonjy", "chon-ji"), ("dan-gum", "dan-gun"), ("dan gum pattern", "dan-gun (단군)")] {
            XCTAssertThrowsError(try PatternLawTests.curriculum.pattern(typed)) { error in
                XCTAssertTrue((error as? Failure)?.advice.contains(expected) ?? false, "\(typed): \(error)")
            }
        }
        XCTAssertThrowsError(try PatternLawTests.curriculum.technique("walking-stanse")) { error in
            XCTAssertTrue((error as? Failure)?.advice.contains("walking-stance (걷는 서기)") ?? false, "\(error)")
        }
    }

    func testFilesAreReadOnDemand() throws {
        let read = Counter()
        let source = try XCTUnwrap(BundledPacks.sources.first)
        let watched = PackSource(name: source.name) { path in
            read.add(path)
            return try source.read(path)
        }
        let curriculum = Curriculum([watched])
        XCTAssertEqual(read.paths, [])
        _ = try curriculum.pattern("chon-ji")
        XCTAssertEqual(Set(read.paths), ["pack.json", "patterns/index.json", "patterns/chon-ji.json"])
    }
}

/// Records which files were read.
private final class Counter: @unchecked Sendable {
    // Used by one test on one thread.
    private(set) var paths: [String] = []
    func add(_ path: String) { paths.append(path) }
}
