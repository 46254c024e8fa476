import Content
import ContentAdapters
import ContentCommands
import Foundation
import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// Output of the lesson commands.
final class LessonCommandTests: XCTestCase {
    private func shell(_ words: [String], columns: Int? = nil, locale: String = "C.UTF-8") throws -> (
        status: Int32, console: ScriptedConsole
    ) {
        let sources = BundledPacks.sources
        let library: @Sendable () throws -> Library = { Library(try sources.map { try PackReading($0).validPack() }) }
        let plugin = ContentPlugin(
            library: library, syllabus: { throw Failure(.init("none"), "Nobody asks.") }, sources: { (sources, [:]) },
            source: { throw PackSource.missing($0, in: "test") },
            choice: VariantChoice(current: { nil }, choose: { _ in }, profileName: { "Mina" }),
            draft: { name, _ in name })
        let registry = try Registry([plugin])
        let shell = Shell(
            app: AppDescription(name: "app", about: "A test.", version: "1", credits: [], privacy: "", support: ""),
            commands: registry.all(.commands), homeCards: [], today: { Day(ordinal: 0) })
        let console = ScriptedConsole(
            terminal: columns != nil, environment: ["LANG": locale], columns: columns ?? 80)
        return (shell.run(words, on: console), console)
    }

    private func json(_ words: String...) throws -> Any {
        let run = try shell(words + ["--json"])
        XCTAssertEqual(run.status, 0, run.console.error)
        return try JSONSerialization.jsonObject(with: Data(run.console.outputBytes))
    }

    func testPatternJSONHasTheDocumentedForm() throws {
        let pattern = try XCTUnwrap(try json("pattern", "show", "chon-ji") as? [String: Any])
        XCTAssertEqual(Set(pattern.keys), ["id", "name", "hangul", "meaning", "grade", "moves"])
        let moves = try XCTUnwrap(pattern["moves"] as? [[String: Any]])
        XCTAssertEqual(moves.count, 19)
        let third = moves[2]
        XCTAssertEqual(
            Set(third.keys),
            [
                "n", "steps", "turn", "stance", "techniques", "otherHand", "noAction", "timing", "stamping", "korean",
                "hangul",
                "sources", "mistakes",
            ])
        XCTAssertEqual(third["n"] as? Int, 3)
        XCTAssertEqual(third["turn"] as? String, "clockwise")
        XCTAssertEqual(third["steps"] as? [[String: String]], [["verb": "move", "foot": "right", "to": "A"]])
        XCTAssertEqual(
            third["stance"] as? [String: String], ["name": "walking stance", "side": "right", "toward": "A"])
        XCTAssertEqual(
            third["techniques"] as? [[String: String]],
            [["action": "block", "section": "low", "tool": "forearm", "side": "right", "toward": "A"]])
        XCTAssertEqual(third["hangul"] as? String, "걷는 서 팔목 낮은데 막기")
        XCTAssertEqual(third["sources"] as? [String], ["M", "D", "Y"])
    }

    func testDiagramFilesAreWellFormed() throws {
        let run = try shell(["pattern", "diagram", "toi-gye", "--svg", "t.svg", "--animate", "t.html"])
        XCTAssertEqual(run.status, 0, run.console.error)
        let svg = String(decoding: try XCTUnwrap(run.console.fileContents["t.svg"]), as: UTF8.self)
        XCTAssertTrue(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
        for number in [1, 21, 37] { XCTAssertTrue(svg.contains(">\(number)</text>"), "\(number)") }
        XCTAssertNotNil(XMLCheck.fault(in: "<a><b></a>"), "the checker reports findings")
        XCTAssertNil(XMLCheck.fault(in: svg))
        let page = String(decoding: try XCTUnwrap(run.console.fileContents["t.html"]), as: UTF8.self)
        XCTAssertEqual(
            page.components(separatedBy: "[\"").count - 1, 39, "the ready posture, 37 movements and the returning foot")
        XCTAssertFalse(
            page.contains("http://")
                && page.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "").contains("http:"))
    }

    func testMovesOptionSelectsARange() throws {
        let one = try XCTUnwrap(try json("pattern", "diagram", "dan-gun", "--moves", "9-11") as? [[String: Any]])
        XCTAssertEqual(one.compactMap { $0["n"] as? Int }, [9, 10, 11])
        XCTAssertEqual(try shell(["pattern", "diagram", "dan-gun", "--moves", "20-22"]).status, 64)
        XCTAssertEqual(try shell(["pattern", "diagram", "dan-gun", "--moves", "3-2"]).status, 64)
        XCTAssertEqual(try shell(["pattern", "show", "dan-gun", "--move", "22"]).status, 64)
    }

    func testOutputFitsFortyColumns() throws {
        for words in [
            ["pattern", "list"], ["pattern", "show", "juche"], ["pattern", "diagram", "yul-gok"],
            ["sparring", "show", "two-step-4"], ["sparring", "list"], ["sparring", "diagram", "three-step-4"],
            ["pattern", "show", "yul-gok", "--move", "36"], ["variant", "list"], ["term", "walking-stance"], ["belts"],
            ["search", "punch"], ["content", "check"], ["technique", "show", "walking-stance"], ["theory"],
            ["linework"], ["theory", "tenets"], ["technique", "show", "obverse-punch"], ["technique", "list"],
        ] {
            let run = try shell(words + ["--color", "never"], columns: 40)
            XCTAssertEqual(run.status, 0, run.console.error)
            for line in run.console.output.split(separator: "\n") {
                XCTAssertLessThanOrEqual(DisplayWidth.columns(of: String(line)), 40, "\(words): \(line)")
            }
        }
    }

    func testSparringDiagramShowsEachStep() throws {
        let moments = try XCTUnwrap(try json("sparring", "diagram", "three-step/1") as? [[String: Any]])
        XCTAssertEqual(
            moments.compactMap { $0["when"] as? String }, ["Ready", "Step 1", "Step 2", "Step 3", "Counter"])
        let run = try shell(["sparring", "diagram", "two-step-5", "--svg", "e.svg"])
        XCTAssertEqual(run.status, 0, run.console.error)
        let svg = String(decoding: try XCTUnwrap(run.console.fileContents["e.svg"]), as: UTF8.self)
        XCTAssertNil(XMLCheck.fault(in: svg))
        for label in ["A1", "D1", "A2", "D2", "D counters"] { XCTAssertTrue(svg.contains(">\(label)</text>"), label) }
        XCTAssertEqual(try shell(["sparring", "diagram", "two-step-99"]).status, 64)
    }

    func testOutputIsASCIIWithoutUTF8() throws {
        for words in [
            ["pattern", "list"], ["pattern", "show", "juche"], ["pattern", "diagram", "yul-gok"],
            ["sparring", "show", "two-step-4"],
            ["linework"], ["theory", "tenets"], ["technique", "show", "obverse-punch"], ["term", "walking-stance"],
            ["belts"],
            ["nothing"],
            ["pattern", "show", "천지"], ["variant", "list"], ["content", "check"], ["search", "걷는"],
        ] {
            let run = try shell(words, columns: 40, locale: "C")
            let output = run.console.output + run.console.error
            XCTAssertTrue(output.utf8.allSatisfy { $0 < 0x80 }, "\(words): \(output.filter { !$0.isASCII }.prefix(20))")
            XCTAssertTrue(output.split(separator: "\n").allSatisfy { $0.count <= 40 } || run.status != 0, "\(words)")
        }
        XCTAssertTrue(try shell(["pattern", "list"], locale: "C").console.output.contains("cheonji"))
        XCTAssertTrue(
            try shell(["pattern", "list", "--json"], locale: "C").console.output.contains("천지"), "data stays unchanged")
    }

    func testUnknownIDsSuggestMatchesInBothScripts() throws {
        for (words, expected) in [
            (["pattern", "show", "chonjy"], "chon-ji (천지)"), (["pattern", "show", "충"], "choong-moo (충무)"),
            (["technique", "show", "walking-stanse"], "walking-stance (걷는 서기)"),
            (["sparring", "show", "three-1"], "three-step-1"),
            (["theory", "tenet"], "tenets"),
        ] {
            let run = try shell(words)
            XCTAssertEqual(run.status, 64, "\(words)")
            XCTAssertTrue(run.console.error.contains(expected), "\(words): \(run.console.error)")
            XCTAssertEqual(run.console.output, "")
        }
    }

    /// A single match after folding is shown instead of suggested.
    func testUniqueMatchesAreShown() throws {
        for (words, same) in [
            (["pattern", "show", "chonji"], ["pattern", "show", "chon-ji"]),
            (["pattern", "show", "충무틀"], ["pattern", "show", "choong-moo"]),
            (["pattern", "diagram", "Dan Gun"], ["pattern", "diagram", "dan-gun"]),
            (["term", "low block"], ["term", "low-block"]),
            (["term", "낮은데 막기"], ["term", "low-block"]), (["term", "show", "Low Block"], ["term", "low-block"]),
            (["technique", "show", "obverse punch"], ["technique", "show", "obverse-punch"]),
            (["sparring", "show", "three step 1"], ["sparring", "show", "three-step-1"]),
            (["theory", "show", "The five tenets"], ["theory", "show", "tenets"]),
            (["theory", "tenets"], ["theory", "tenets"]),
            (["belts", "9"], ["belts", "9k"]), (["terms", "--belt", "ninth"], ["terms", "--belt", "9k"]),
            (["linework", "show", "7"], ["linework", "--belt", "7k"]), (["pattern"], ["pattern", "list"]),
            (["technique", "--kind", "kick"], ["technique", "list", "--kind", "kick"]),
            (["sparring"], ["sparring", "list"]),
        ] {
            let result = try shell(words)
            let other = try shell(same)
            XCTAssertEqual(result.status, 0, "\(words): \(result.console.error)")
            XCTAssertEqual(result.console.output, other.console.output, "\(words)")
        }
        let several = try shell(["belts", "1"])
        XCTAssertEqual(several.status, 64)
        XCTAssertTrue(several.console.error.contains("“1” may be 1k or 1d."), several.console.error)
    }

    func testSearchFindsLessons() throws {
        let results = try XCTUnwrap(try json("search", "Kwang-Gae") as? [[String: Any]])
        XCTAssertTrue(results.contains { $0["kind"] as? String == "pattern" && $0["id"] as? String == "kwang-gae" })
        let hangul = try XCTUnwrap(try json("search", "들어 막기") as? [[String: Any]])
        XCTAssertTrue(hangul.contains { $0["kind"] as? String == "technique" })
    }

    /// Full text matches follow name matches.
    func testTextMatchesRankAfterNames() throws {
        var random = RandomSource(seed: 71)
        let techniques = Curriculum(BundledPacks.sources).techniques().value
        for _ in 0..<15 {
            let technique = try XCTUnwrap(techniques.randomElement(using: &random))
            let words = technique.description.split(separator: " ")
            let start = Int.random(in: 0...max(0, words.count - 5), using: &random)
            let quoted = "\"\(words[start..<min(start + 5, words.count)].joined(separator: " "))\""
            let results = try XCTUnwrap(try json("search", quoted, "--limit", "500") as? [[String: Any]])
            XCTAssertTrue(results.contains { $0["id"] as? String == technique.id }, "\(technique.id): \(quoted)")
        }
        let results = try XCTUnwrap(try json("search", "elbow", "--limit", "500") as? [[String: Any]])
        let isText = results.map { $0["match"] as? String == "text" }
        XCTAssertTrue(isText.contains(true) && isText.contains(false), "\(results)")
        XCTAssertEqual(isText.drop { !$0 }.contains(false), false, "names come first")
        XCTAssertEqual(
            Set(results.map { "\($0["kind"] ?? "") \($0["id"] ?? "")" }).count, results.count,
            "each result appears once")
    }

    func testSingleSourceContentIsMarked() throws {
        XCTAssertTrue(try shell(["pattern", "show", "po-eun"]).console.output.contains("only one: check"))
        XCTAssertTrue(try shell(["pattern", "show", "saju-makgi"]).console.output.contains("Only one source has this"))
        XCTAssertTrue(try shell(["pattern", "show", "toi-gye", "--move", "35"]).console.output.contains("Not sure"))
    }

    func testContentCheckHasNoFindings() throws {
        let findings = try XCTUnwrap(try json("content", "check") as? [Any])
        XCTAssertEqual(findings.count, 0)
    }
}

/// Returns the first unbalanced tag. Sufficient for the XML that this package writes.
private enum XMLCheck {
    static func fault(in text: String) -> String? {
        var open: [Substring] = []
        for tag in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
            let body = tag.prefix { $0 != ">" }
            if body.hasPrefix("/") {
                guard open.popLast() == body.dropFirst() else { return String(body) }
            } else if !body.hasSuffix("/") {
                open.append(body.prefix { $0 != " " })
            }
        }
        return open.last.map(String.init)
    }
}
