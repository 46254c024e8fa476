import Content
import ContentAdapters
import ContentCommands
import Foundation
import Kernel
import Terminal
import XCTest

/// The commands of the lessons as a person types them.
final class LessonCommandTests: XCTestCase {
    private func shell(_ words: [String], columns: Int? = nil) throws -> (status: Int32, console: ScriptedConsole) {
        let sources = BundledPacks.sources
        let library: @Sendable () throws -> Library = { Library(try sources.map { try PackReading($0).whole() }) }
        let plugin = ContentPlugin(
            library: library, syllabus: { throw Failure("none", "Nobody asks.") }, sources: { (sources, [:]) },
            source: { throw PackSource.missing($0, in: "test") })
        let registry = try Registry([plugin])
        let shell = Shell(
            app: AppDescription(name: "app", about: "A test.", version: "1", credits: [], privacy: "", support: ""),
            commands: registry.all(.commands), homeCards: [], today: { Day(ordinal: 0) })
        let console = ScriptedConsole(
            terminal: columns != nil, environment: ["LANG": "C.UTF-8"], columns: columns ?? 80)
        return (shell.run(words, on: console), console)
    }

    private func json(_ words: String...) throws -> Any {
        let run = try shell(words + ["--json"])
        XCTAssertEqual(run.status, 0, run.console.error)
        return try JSONSerialization.jsonObject(with: Data(run.console.outputBytes))
    }

    func testAPatternAsJSONHasTheDocumentedForm() throws {
        let pattern = try XCTUnwrap(try json("pattern", "show", "chon-ji") as? [String: Any])
        XCTAssertEqual(Set(pattern.keys), ["id", "name", "hangul", "meaning", "grade", "moves"])
        let moves = try XCTUnwrap(pattern["moves"] as? [[String: Any]])
        XCTAssertEqual(moves.count, 19)
        let third = moves[2]
        XCTAssertEqual(
            Set(third.keys),
            ["n", "steps", "turn", "stance", "techniques", "timing", "korean", "hangul", "sources", "note", "doubt"])
        XCTAssertEqual(third["n"] as? Int, 3)
        XCTAssertEqual(third["turn"] as? String, "clockwise")
        XCTAssertEqual(third["steps"] as? [[String: String]], [["verb": "move", "foot": "right", "to": "A"]])
        XCTAssertEqual(third["stance"] as? [String: String], ["name": "walking stance", "side": "right", "toward": "A"])
        XCTAssertEqual(
            third["techniques"] as? [[String: String]],
            [["action": "block", "section": "low", "tool": "forearm", "side": "right", "toward": "A"]])
        XCTAssertEqual(third["hangul"] as? String, "걷는 서 팔목 낮은데 막기")
        XCTAssertEqual(third["sources"] as? [String], ["M", "D", "Y"])
    }

    func testADiagramIsWrittenAndNotReplacedUnasked() throws {
        let run = try shell(["pattern", "diagram", "toi-gye", "--svg", "t.svg", "--animate", "t.html"])
        XCTAssertEqual(run.status, 0, run.console.error)
        let svg = String(decoding: try XCTUnwrap(run.console.fileContents["t.svg"]), as: UTF8.self)
        XCTAssertTrue(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
        for number in [1, 21, 37] { XCTAssertTrue(svg.contains(">\(number)</text>"), "\(number)") }
        XCTAssertNotNil(XMLCheck.fault(in: "<a><b></a>"), "the checker checks")
        XCTAssertNil(XMLCheck.fault(in: svg))
        let page = String(decoding: try XCTUnwrap(run.console.fileContents["t.html"]), as: UTF8.self)
        XCTAssertEqual(page.components(separatedBy: "class=\"pose\"").count - 1, 38)
        XCTAssertFalse(
            page.contains("http://") && page.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "").contains("http:"))
    }

    func testOneMovementAndARange() throws {
        let one = try XCTUnwrap(try json("pattern", "diagram", "dan-gun", "--moves", "9-11") as? [[String: Any]])
        XCTAssertEqual(one.compactMap { $0["n"] as? Int }, [9, 10, 11])
        XCTAssertEqual(try shell(["pattern", "diagram", "dan-gun", "--moves", "20-22"]).status, 64)
        XCTAssertEqual(try shell(["pattern", "diagram", "dan-gun", "--moves", "3-2"]).status, 64)
        XCTAssertEqual(try shell(["pattern", "show", "dan-gun", "--move", "22"]).status, 64)
    }

    func testFortyColumnsAreEnough() throws {
        for words in [
            ["pattern", "list"], ["pattern", "show", "juche"], ["pattern", "diagram", "yul-gok"],
            ["sparring", "show", "two-step-4"],
            ["linework"], ["theory", "tenets"], ["technique", "show", "obverse-punch"], ["technique", "list"],
        ] {
            let run = try shell(words + ["--color", "never"], columns: 40)
            XCTAssertEqual(run.status, 0, run.console.error)
            for line in run.console.output.split(separator: "\n") {
                XCTAssertLessThanOrEqual(DisplayWidth.columns(of: String(line)), 40, "\(words): \(line)")
            }
        }
    }

    func testUnknownIdsSuggestInBothScripts() throws {
        for (words, expected) in [
            (["pattern", "show", "chonji"], "chon-ji (천지)"), (["pattern", "show", "충무틀"], "choong-moo (충무)"),
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

    func testASearchFindsLessonsToo() throws {
        let found = try XCTUnwrap(try json("search", "Kwang-Gae") as? [[String: Any]])
        XCTAssertTrue(found.contains { $0["kind"] as? String == "pattern" && $0["id"] as? String == "kwang-gae" })
        let hangul = try XCTUnwrap(try json("search", "들어 막기") as? [[String: Any]])
        XCTAssertTrue(hangul.contains { $0["kind"] as? String == "technique" })
    }

    func testWhatOneSourceAloneHasIsSaid() throws {
        XCTAssertTrue(try shell(["pattern", "show", "po-eun"]).console.output.contains("one alone"))
        XCTAssertTrue(try shell(["pattern", "show", "saju-makgi"]).console.output.contains("one source alone"))
        XCTAssertTrue(try shell(["pattern", "show", "toi-gye", "--move", "35"]).console.output.contains("Not sure"))
    }

    func testTheCheckFindsNothing() throws {
        let found = try XCTUnwrap(try json("content", "check") as? [Any])
        XCTAssertEqual(found.count, 0)
    }
}

/// Whether tags close in their order. Enough for what we write ourselves.
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
