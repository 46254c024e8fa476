import Content
import XCTest

final class InspectionTests: XCTestCase {
    private func findings(_ entry: String) throws -> [Finding] {
        let file = #"{"grade":"8k","category":"basics","terms":[\#(entry)]}"#
        let pack = try SampleContent.reading(changing: ["terms/yellow.json": file]).validPack()
        return PackInspection(pack: pack, library: Library([pack])).findings
    }

    func testSampleHasNoFindings() throws {
        let pack = try SampleContent.reading().validPack()
        XCTAssertEqual(PackInspection(pack: pack, library: Library([pack])).findings, [])
    }

    func testEachRuleDetectsItsPlantedFault() throws {
        let cases: [(entry: String, field: String, rule: Finding.Rule, severity: Finding.Severity)] = [
            (
                #"{"id":"x","english":"Front kick","hangul":"앙 차기","romanization":"ap chagi"}"#, "romanization",
                .romanization,
                .warning
            ),
            (
                #"{"id":"x","english":"Kick","hangul":"차기","romanization":"chagi","romanizations":["makgi"]}"#,
                "romanizations",
                .romanization, .warning
            ),
            (
                #"{"id":"x","english":"Front","hangul":"앞","romanization":"ap","grade":"3k"}"#, "grade", .unknownGrade,
                .error
            ),
            (
                #"{"id":"x","english":"Foot","hangul":"발","romanization":"bal","morphemes":["발"]}"#, "morphemes",
                .unknownMorpheme, .error
            ),
            (
                #"{"id":"x","english":"Kick","hangul":"앞 차기","romanization":"ap chagi","morphemes":["차기"]}"#,
                "morphemes",
                .composition, .warning
            ),
            (
                #"{"id":"x","english":"Kick","hangul":"앞 차기","romanization":"ap chagi","morphemes":["차기","앞"]}"#,
                "morphemes",
                .composition, .warning
            ),
        ]
        for (entry, field, rule, severity) in cases {
            let found = try findings(entry)
            XCTAssertEqual(found.map(\.field), [field], entry)
            XCTAssertEqual(found.map(\.rule), [rule], entry)
            XCTAssertEqual(found.map(\.severity), [severity], entry)
            XCTAssertEqual(found.first?.place, "terms/yellow.json: x: \(field)")
        }
    }

    func testMorphemeRomanizationMismatchIsReported() throws {
        let parts = SampleContent.morphemes.replacingOccurrences(of: "\"hangul\":\"걷는\"", with: "\"hangul\":\"거넋\"")
        let pack = try SampleContent.reading(changing: ["morphemes.json": parts]).pack
        let findings = PackInspection(pack: pack, library: Library([pack])).findings
        XCTAssertTrue(
            findings.contains { $0.file == "morphemes.json" && $0.entry == "거넋" && $0.rule == .romanization },
            "\(findings)")
    }

    func testUserPackMayUseMorphemesOfTheLibrary() throws {
        let text = """
            {"format":"commonplace-pack","version":1,"id":"own","name":"Own","terms":[{"grade":"8k","category":"kicks","terms":[
             {"id":"own-kick","english":"Own kick","hangul":"앞 차기","romanization":"ap chagi","morphemes":["앞","차기"]}]}]}
            """
        let own = try PackReading(.memory("own", files: ["pack.json": Array(text.utf8)])).validPack()
        let sample = try SampleContent.reading().validPack()
        XCTAssertEqual(PackInspection(pack: own, library: Library([sample, own])).findings, [])
        XCTAssertEqual(
            PackInspection(pack: own, library: Library([own])).findings.map(\.rule),
            [.unknownMorpheme, .unknownMorpheme])
    }
}
