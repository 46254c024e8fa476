import Content
import ContentAdapters
import ContentCommands
import Foundation
import Interface
import Kernel
import Terminal
import TerminalTesting
import TestSupport
import XCTest

final class ContentCommandsTests: XCTestCase {
    func testTermsJSONHasTheDocumentedKeys() throws {
        let result = run("terms", "--belt", "9k", "--json")
        let terms = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
        XCTAssertFalse(terms.isEmpty)
        let keys: Set = [
            "id", "english", "hangul", "romanization", "pronunciation", "ipa", "oneBreath", "belt", "category",
            "difficulty",
            "morphemes", "meaning", "wording",
        ]
        for term in terms {
            XCTAssertEqual(Set(term.keys), keys)
            XCTAssertEqual(term["belt"] as? String, "9k")
        }
    }

    /// Word by word as taught, and in one breath as called. Equal pronunciations appear once.
    func testTermShowsWordByWordAndOneBreathPronunciation() {
        let output = run("term", "front-block").output
        XCTAssertTrue(output.contains("압 막끼  ap makgi"), output)
        XCTAssertTrue(output.contains("In one breath  암 막끼  [am mak̚k͈i]"), output)
        XCTAssertFalse(run("term", "charyot").output.contains("In one breath"))
    }

    func testBeltOptionAcceptsWords() {
        XCTAssertEqual(
            run("terms", "--belt", "9th keup", "--plain").output, run("terms", "--belt", "9k", "--plain").output)
        let wrong = run("terms", "--belt", "99k")
        XCTAssertEqual([wrong.status, wrong.output.isEmpty ? 0 : 1], [64, 0])
        XCTAssertTrue(wrong.error.contains("10k"))
    }

    /// `belts` can list one belt, by number or words.
    func testBeltMeaningsAreNeverTruncated() throws {
        let all = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(run("belts", "--json").output.utf8)) as? [[String: Any]])
        XCTAssertGreaterThan(all.count, 10)
        let output = run("belts").output
        let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for belt in all {
            let meaning = try XCTUnwrap(belt["meaning"] as? String)
            XCTAssertTrue(words.contains(meaning.split(separator: " ").joined(separator: " ")), meaning)
        }
        let result = run("belts", "yellow stripe")
        XCTAssertTrue(result.output.contains("9k  9th keup, white, yellow tip"), result.output)
        XCTAssertFalse(result.output.contains("10k") || result.output.contains("8k"))
        XCTAssertEqual(run("belts", "9k").output, result.output)
        XCTAssertEqual(run("belts", "99k").status, 64)
    }

    func testMineOptionFollowsTheSyllabus() {
        let lines = { (grade: Int) in
            self.run("terms", "--mine", "--plain", grade: grade).output.split(separator: "\n").count
        }
        XCTAssertLessThan(lines(9), lines(5))
        XCTAssertLessThan(lines(5), lines(1))
    }

    func testSearchAcceptsInitialConsonantsAndTypos() {
        XCTAssertTrue(run("search", "ㄱㄴㅅㄱ").output.contains("걷는 서기"))
        XCTAssertTrue(run("search", "walkng stance", "--plain").output.hasPrefix("walking-stance\t"))
    }

    func testUnknownTermsGetSuggestions() {
        let result = run("term", "walking-stanse")
        XCTAssertEqual(result.status, 64)
        XCTAssertTrue(result.error.contains("walking-stance (걷는 서기)"), result.error)
    }

    func testTheBundledPackHasNoFinding() throws {
        let result = run("content", "check", "--json")
        XCTAssertEqual(
            [result.status == 0 ? "0" : "1", result.output.trimmingCharacters(in: .whitespacesAndNewlines)],
            ["0", "[]"])
    }

    func testCorruptPackReportsEntryAndField() throws {
        let pack = """
            {"format":"commonplace-pack","version":1,"id":"club","name":"Club","terms":[{"grade":"9k","category":"kicks","terms":[
              {"id":"front-kick","english":"Front kick","hangul":"앙차기","romanization":"ap chagi","morphemes":["앙차기"]}]}]}
            """
        let home = try Home()
        let path = try home.file("club.json", pack)
        let result = run("content", "check", path, "--plain")
        XCTAssertTrue(result.output.contains("front-kick\tromanization"), result.output)
        XCTAssertEqual(result.status, 65)
        XCTAssertEqual(run("content", "check", "/nowhere/pack").status, 66)
    }

    func testCheckReportsUnreadablePacksAndChecksTheRest() throws {
        let home = try Home()
        let good =
            #"{"format":"commonplace-pack","version":1,"id":"club","name":"Club","sparring":[{"id":"three-step-1","steps":7}]}"#
        for (name, text) in [("a.json", "{"), ("b.json", good), ("c.json", "[]")] {
            try home.file(name, text)
        }
        let result = run("content", "check", "--plain", folder: home.path)
        XCTAssertEqual(result.status, 65)
        for word in ["a.json", "three-step-1\tsteps", "c.json"] {
            XCTAssertTrue(result.output.contains(word), result.output)
        }
        XCTAssertEqual(run("content", "check", home.path("a.json")).status, 65)
    }

    func testUnknownExchangesSuggestMatchesInBothScripts() {
        for (word, near) in [("three-step-99", "three-step-9 (삼보 맞서기 9)"), ("이보 맞서기 19", "two-step-1 (이보 맞서기 1)")] {
            let result = run("sparring", "show", word)
            XCTAssertEqual(result.status, 64)
            XCTAssertTrue(result.error.contains(near), result.error)
        }
    }

    private func run(_ words: String..., grade: Int = 10, folder: String = "") -> (
        status: Int32, output: String, error: String
    ) {
        let packs = DevicePacks(folder: folder)
        let plugin = ContentPlugin(
            library: packs.library,
            syllabus: { Syllabus(grade: try XCTUnwrap(Grade(.student, grade)), mode: .progression) },
            sources: packs.sources,
            source: DiskPack.source(at:), draft: { name, _ in name })
        let console = ScriptedConsole()
        guard let registry = try? Registry([plugin]) else { return (-1, "", "") }
        let app = AppDescription(name: "test", about: "", version: "1", credits: [], privacy: "", support: "")
        let status = Shell(app: app, commands: registry.all(.commands), homeCards: [], today: { Day(ordinal: 20_000) })
            .run(
                words, on: console)
        return (status, console.output, console.error)
    }
}
