import Content
import ContentAdapters
import XCTest

/// Broken packs: findings name entry and field, and the bundled lessons stay usable.
final class BrokenLessonsTests: XCTestCase {
    private func curriculumWith(_ fields: String) -> Curriculum {
        let text = #"{"format":"commonplace-pack","version":1,"id":"club","name":"Club"\#(fields)}"#
        return Curriculum(BundledPacks.sources + [.memory("club", files: ["pack.json": Array(text.utf8)])])
    }

    private func places(_ findings: [Finding]) -> [String] { findings.map { "\($0.entry): \($0.field)" } }

    /// Asserts that the bundled lessons are unchanged.
    private func assertTheRestWorks(_ curriculum: Curriculum, line: UInt = #line) {
        XCTAssertEqual(curriculum.patterns().value.count, 27, line: line)
        XCTAssertEqual(try curriculum.pattern("dan-gun").value.moves.count, 21, line: line)
        XCTAssertEqual(curriculum.sparring().value.count, 36, line: line)
        XCTAssertGreaterThanOrEqual(curriculum.techniques().value.count, 150, line: line)
    }

    func testUnknownStancesVerbsAndLettersAreReported() throws {
        let own = curriculumWith(
            #","patterns":[{"id":"chon-ji","moves":[{"n":1,"stance":{"name":"horse stance","toward":"Q"},"techniques":[{"action":"punch","section":"upper","side":"both"}],"timing":"soon"}]}]"#
        )
        let reading = try own.pattern("chon-ji")
        XCTAssertEqual(
            places(reading.findings),
            [
                "chon-ji 1: stance name", "chon-ji 1: stance toward", "chon-ji 1: techniques 1 section",
                "chon-ji 1: techniques 1 side",
                "chon-ji 1: timing",
            ])
        XCTAssertEqual(reading.value.moves.count, 18)
        assertTheRestWorks(own)
    }

    func testWrongTypesAreReported() throws {
        let own = curriculumWith(
            #","patterns":[{"id":"chon-ji","moves":[{"n":1,"steps":"left"},{"n":2,"stance":[]},{"n":3,"techniques":[7]},{"n":4.5},{"n":null},5]}],"techniques":[{"id":"walking-stance","english":7}],"sparring":[{"id":"three-step-1","steps":[{"attack":7}]}],"linework":[{"id":"9k","exercises":{}}],"theory":[{"id":"tenets","text":7}]"#
        )
        let found = places(try own.pattern("chon-ji").findings)
        XCTAssertEqual(
            found,
            [
                "#4: n", "#5: n", "#6: ", "chon-ji 1: steps", "chon-ji 2: stance", "chon-ji 3: techniques 1",
            ])
        XCTAssertTrue(places(own.techniques().findings).contains("walking-stance: english"))
        XCTAssertTrue(places(own.sparring().findings).contains { $0.hasPrefix("three-step-1: steps 1 attack") })
        XCTAssertTrue(places(own.lineWork().findings).contains("9k: exercises"))
        XCTAssertTrue(places(own.theory().findings).contains("tenets: text"))
        XCTAssertEqual(own.patterns().value.count, 27)
        XCTAssertEqual(own.sparring().value.count, 35)
    }

    func testDuplicatesAreReportedAndTheFirstIsUsed() throws {
        let own = curriculumWith(
            #","patterns":[{"id":"chon-ji","name":"First"},{"id":"chon-ji","name":"Second"}],"techniques":[{"id":"walking-stance","romanization":"a sogi"},{"id":"walking-stance","romanization":"b sogi"}]"#
        )
        XCTAssertEqual(own.patterns().findings.map(\.rule), [.duplicate])
        XCTAssertEqual(own.patterns().value.first { $0.id == "chon-ji" }?.name, "First")
        XCTAssertEqual(try own.technique("walking-stance").romanization, "a sogi")
        assertTheRestWorks(own)
    }

    func testTooDeepAndTooLargePacksAreReported() {
        let deep = curriculumWith(
            ",\"patterns\":" + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000))
        XCTAssertEqual(deep.patterns().findings.map(\.rule), [.unreadable])
        assertTheRestWorks(deep)
        let long = curriculumWith(
            #","patterns":[{"id":"chon-ji","meaning":"\#(String(repeating: "x", count: 5000))"}]"#)
        XCTAssertEqual(places(long.patterns().findings), ["chon-ji: meaning"])
        XCTAssertEqual(long.patterns().value.count, 26)
        let huge = PackSource.memory(
            "huge", files: ["pack.json": [UInt8](repeating: 0x20, count: PackSource.sizeLimit + 1)])
        let own = Curriculum(BundledPacks.sources + [huge])
        XCTAssertEqual(own.patterns().findings.map(\.rule), [.unreadable])
        assertTheRestWorks(own)
    }

    func testBrokenJSONReportsTheLine() {
        let broken = PackSource.memory("broken", files: ["pack.json": Array("{\n\"format\": \n}".utf8)])
        let own = Curriculum(BundledPacks.sources + [broken])
        let findings = own.patterns().findings
        XCTAssertEqual(findings.count, 1)
        XCTAssertTrue(findings.first?.sentence.contains("line 3") ?? false, "\(findings)")
        assertTheRestWorks(own)
    }

    func testMovementCountAndDistancesAreLimited() throws {
        let moves = (1...400).map { #"{"n":\#($0)}"# }.joined(separator: ",")
        let own = curriculumWith(#","patterns":[{"id":"chon-ji","moves":[\#(moves)]}]"#)
        let reading = try own.pattern("chon-ji")
        XCTAssertLessThanOrEqual(reading.value.moves.count, 200)
        XCTAssertTrue(places(reading.findings).contains("chon-ji 201: n"))
        let far = curriculumWith(#","patterns":[{"id":"chon-ji","moves":[{"n":1,"carries":1e300}]}]"#)
        XCTAssertNil(try far.pattern("chon-ji").value.move(1)?.distance)
        assertTheRestWorks(far)
    }
}
