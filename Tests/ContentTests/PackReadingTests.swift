import Content
import Foundation
import Kernel
import XCTest

final class PackReadingTests: XCTestCase {
    func testAllPackFieldsAreDecoded() throws {
        let reading = try SampleContent.reading()
        XCTAssertEqual(reading.findings, [])
        let pack = reading.pack
        XCTAssertEqual(
            [pack.id, pack.name, pack.about, pack.discipline],
            ["sample", "Sample school", "A few words.", "taekwon-do"])
        XCTAssertEqual(pack.belts.belts.map(\.id), ["10k", "9k", "8k", "1d", "2d"])
        XCTAssertEqual(pack.morphemes.count, 4)
        XCTAssertEqual(pack.terms.count, 11)
        let stance = try XCTUnwrap(pack.terms.first)
        XCTAssertEqual(
            [stance.id, stance.english, stance.hangul, stance.romanization],
            ["walking-stance", "Walking stance", "걷는 서기", "gunnun sogi"])
        XCTAssertEqual(
            [stance.aliases, stance.romanizations, stance.variants, stance.morphemes],
            [["Forward stance"], ["geonneun seogi"], ["걷기 서기"], ["걷는", "서기"]])
        XCTAssertEqual(
            [stance.grade.id, stance.category.rawValue, stance.note, "\(stance.difficulty)"],
            ["10k", "stances", "Long and wide.", "2"])
    }

    func testAnEntrysOwnGradeAndCategoryOverrideTheFiles() throws {
        let instructor = try XCTUnwrap(SampleContent.library().term("instructor"))
        XCTAssertEqual([instructor.grade.id, instructor.category.rawValue], ["9k", "titles"])
    }

    func testASingleFileHoldsAWholePack() throws {
        let reading = try PackReading(
            .memory("own", manifest: "own.json", files: ["own.json": Array(SampleContent.single.utf8)]))
        XCTAssertEqual(reading.findings, [])
        XCTAssertEqual(reading.pack.terms.map(\.id), ["foot"])
        XCTAssertEqual(reading.pack.origins["foot"], .init(file: "own.json", entry: 1))
        XCTAssertEqual(reading.pack.belts.belts.map(\.id), ["5k"])
    }

    /// Bad entries are skipped and explained with their place. The others stay.
    func testBadEntriesAreReportedAndSkipped() throws {
        let good = #""english":"E","hangul":"앞","romanization":"ap""#
        let cases: [(entry: String, field: String, rule: Finding.Rule)] = [
            (#"{"id":"x","english":"E","hangul":"앞"}"#, "romanization", .schema),
            (#"{"id":"X y",\#(good)}"#, "id", .schema),
            (#"{\#(good)}"#, "id", .schema),
            (#"{"id":"front",\#(good)}"#, "id", .duplicate),
            (#"{"id":"x",\#(good),"grade":"11z"}"#, "grade", .unknownGrade),
            (#"{"id":"x",\#(good),"difficulty":9}"#, "difficulty", .schema),
            (#"{"id":"x",\#(good),"difficulty":1.5}"#, "difficulty", .schema),
            (#"{"id":"x",\#(good),"difficulty":1e300}"#, "difficulty", .schema),
            (#"{"id":"x",\#(good),"aliases":"Front"}"#, "aliases", .schema),
            (#"{"id":"x",\#(good),"aliases":[1]}"#, "aliases", .schema),
            (#"{"id":"x",\#(good),"note":"a\u001bb"}"#, "note", .controlCharacter),
            (#"{"id":"x",\#(good),"note":"a\u202eb"}"#, "note", .controlCharacter),
            (#"{"id":"x","english":"E","hangul":"ap","romanization":"ap"}"#, "hangul", .schema),
            (#"{"id":"x","english":"E","hangul":"앞","romanization":"앞"}"#, "romanization", .schema),
            (#"{"id":"x",\#(good),"note":"\#(String(repeating: "a", count: 2001))"}"#, "note", .schema),
            (#"17"#, "", .schema),
        ]
        for (entry, field, rule) in cases {
            let file = #"{"grade":"9k","category":"basics","terms":[\#(entry),{"id":"neighbour",\#(good)}]}"#
            let reading = try SampleContent.reading(changing: ["terms/yellow.json": file])
            let errors = reading.findings.filter { $0.severity == .error }
            XCTAssertTrue(
                errors.contains { $0.field == field && $0.rule == rule && $0.file == "terms/yellow.json" },
                "\(entry): \(errors)")
            XCTAssertTrue(
                errors.allSatisfy { $0.sentence.hasSuffix(".") && $0.advice.hasSuffix(".") && !$0.entry.isEmpty },
                "\(errors)")
            XCTAssertEqual(reading.pack.terms.map(\.id).suffix(2), ["back", "neighbour"], entry)
            XCTAssertThrowsError(try reading.validPack()) { XCTAssertEqual(($0 as? Failure)?.kind, .badData) }
        }
    }

    /// Fields after the wrong grade are still known.
    func testAWrongGradeIsTheOnlyFinding() throws {
        let term = #"{"id":"x","grade":"99k","english":"E","romanization":"ap","hangul":"앞"}"#
        let reading = try SampleContent.reading(changing: [
            "terms/yellow.json": #"{"category":"basics","terms":[\#(term)]}"#
        ])
        XCTAssertEqual(reading.findings.map(\.rule), [.unknownGrade])
    }

    func testDuplicateFieldsAreFoundInLargeObjects() throws {
        let names = (0..<40).map { "\"f\($0)\":1" }
        for (extra, isFine) in [("\"f40\":1", true), ("\"f3\":1", false), ("\"f39\":1", false)] {
            let file = "{\"grade\":\"9k\",\"terms\":[{\((names + [extra]).joined(separator: ","))}]}"
            let reading = try SampleContent.reading(changing: ["terms/yellow.json": file])
            XCTAssertEqual(reading.findings.contains { $0.rule == .unreadable }, !isFine, extra)
        }
    }

    func testDoubtfulEntriesAreKeptWithAWarning() throws {
        let decomposed = "앞".decomposedStringWithCanonicalMapping
        let cases: [(extra: String, rule: Finding.Rule)] = [
            (#""hangul":"앞","colour":"red""#, .unknownField), (#""hangul":"앞","category":"throws""#, .unknownCategory),
            (#""hangul":"\#(decomposed)""#, .notComposed), (#""hangul":"앞 ""#, .schema),
        ]
        for (extra, rule) in cases {
            let file =
                #"{"grade":"9k","category":"basics","terms":[{"id":"x","english":"E","romanization":"ap",\#(extra)}]}"#
            let reading = try SampleContent.reading(changing: ["terms/yellow.json": file])
            XCTAssertEqual(reading.findings.map(\.rule), [rule], extra)
            XCTAssertEqual(reading.findings.map(\.severity), [.warning])
            XCTAssertEqual(reading.pack.terms.last?.hangul.prefix(1), "앞")
            XCTAssertEqual(reading.pack.terms.last?.hangul.unicodeScalars.first, "앞", "stored composed")
        }
    }

    func testUnreadableFilesAreReportedAndSkipped() throws {
        for broken in [
            nil, "{", "[]]", "{\"terms\":[", "nonsense", String(repeating: "[", count: 5000), "{\"a\":1,\"a\":2}",
            "\"\\ud800\"",
        ] as [String?] {
            let reading = try SampleContent.reading(changing: ["terms/yellow.json": broken])
            XCTAssertEqual(reading.findings.map(\.file), ["terms/yellow.json"], broken ?? "missing")
            XCTAssertEqual(reading.findings.map(\.severity), [.error])
            XCTAssertEqual(reading.pack.terms.count, 7)
        }
    }

    func testJSONErrorsReportTheLine() throws {
        let reading = try SampleContent.reading(changing: ["terms/yellow.json": "{\n\"grade\":\n ?}"])
        XCTAssertEqual(reading.findings.first?.sentence, "terms/yellow.json, line 3: a value is expected here.")
    }

    func testAnUnusableManifestThrows() throws {
        for manifest in [
            nil, "", "{", "[]", "{}", #"{"format":"other","version":1,"id":"a","name":"A"}"#,
            #"{"format":"commonplace-pack","version":2,"id":"a","name":"A"}"#,
            #"{"format":"commonplace-pack","version":1,"id":"A B","name":"A"}"#,
            #"{"format":"commonplace-pack","version":1,"id":"a"}"#,
        ] as [String?] {
            XCTAssertThrowsError(try SampleContent.reading(changing: ["pack.json": manifest]), manifest ?? "missing") {
                error in
                let failure = error as? Failure
                XCTAssertEqual(failure?.kind, manifest == nil ? .missingInput : .badData, manifest ?? "missing")
            }
        }
    }

    func testPathsOutsideThePackAreRejected() throws {
        for path in ["../x.json", "/etc/x.json", "a/../../x.json", "x.txt"] {
            let manifest = SampleContent.manifest.replacingOccurrences(of: "terms/yellow.json", with: path)
            let reading = try SampleContent.reading(changing: ["pack.json": manifest])
            XCTAssertEqual(reading.findings.map(\.rule), [.unreadable], path)
            XCTAssertTrue(reading.findings.allSatisfy { $0.sentence.contains("not a path inside the pack") })
        }
    }

    /// Mutates bytes at random. Neither the reader nor its callers trap.
    func testMutatedPacksNeverTrap() {
        var random = RandomSource(seed: 2026)
        let packs = [["pack.json": Array(SampleContent.single.utf8)], SampleContent.files]
        var survived = 0
        for round in 0..<20_000 {
            var changed = packs[round % 2]
            let path = changed.keys.sorted()[round / 2 % changed.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) { changed[path] = mutated(changed[path] ?? [], &random) }
            guard let reading = try? PackReading(.memory("mutant", files: changed)) else { continue }
            survived += 1
            guard round % 50 == 0 else { continue }
            _ = PackInspection(pack: reading.pack, library: Library([reading.pack])).findings
            _ = SearchIndex(Library([reading.pack]).searchables).search("ㄱㅅ")
        }
        XCTAssertGreaterThan(survived, 5_000, "many mutations leave a pack that can be read in part")
    }

    private func mutated(_ bytes: [UInt8], _ random: inout RandomSource) -> [UInt8] {
        var bytes = bytes
        guard !bytes.isEmpty else { return [UInt8.random(in: 0...255, using: &random)] }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + 20))
        case 4:
            bytes.insert(
                contentsOf: bytes[place..<min(bytes.count, place + 20)],
                at: Int.random(in: 0...bytes.count, using: &random))
        default: bytes[place] = Array("\"\\{}[]:,0e-".utf8).randomElement(using: &random) ?? 0
        }
        return bytes
    }
}
