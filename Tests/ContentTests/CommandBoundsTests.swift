import Content
import ContentAdapters
import ContentCommands
import Foundation
import Interface
import Kernel
import TestSupport
import XCTest

/// Option limits of the commands, and their output for incomplete packs.
final class CommandBoundsTests: XCTestCase {
    private func fixture(_ fields: String, name: String = "own") -> ContentFixture {
        ContentFixture(sources: [SampleLessons.pack(fields, name: name)])
    }

    private func form(_ count: Int) -> ContentFixture {
        fixture("\"patterns\":[\(SampleLessons.form((1...count).map { "{\"n\":\($0)}" }))]")
    }

    func testMovesOptionAcceptsANumberOrAnAscendingRange() throws {
        let fixture = form(200)
        for word in ["1", "200", "1-1", "1-2", "199-200", "1-200"] {
            XCTAssertEqual(try fixture.run(["pattern", "diagram", "small", "--moves", word]).status, 0, word)
        }
        for word in ["0", "0-2", "2-1", "1-2-3", "1-", "1-201", "201", "x", "1-x", ""] {
            let run = try fixture.run(["pattern", "diagram", "small", "--moves=\(word)"])
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(run.error.contains("is not a movement or a range; write 5 or 5-8."), "\(word): \(run.error)")
        }
        let few = form(3)
        for (word, number) in [("4", 4), ("2-4", 4), ("4-5", 4)] {
            let run = try few.run(["pattern", "diagram", "small", "--moves", word])
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(
                run.error.contains("Small has no movement \(number).") && run.error.contains("It has 1 to 3."),
                run.error)
        }
        let drawn = try few.run(["pattern", "diagram", "small", "--moves", "2-3", "--plain"]).output
        XCTAssertEqual(drawn.split(separator: "\n").map { $0.split(separator: "\t").first }, ["2", "3"])
    }

    func testMoveOptionMustBeAMovementOfThePattern() throws {
        let fixture = form(200)
        for (number, status) in [("1", 0), ("200", 0), ("0", 64), ("201", 64)] as [(String, Int32)] {
            let run = try fixture.run(["pattern", "show", "small", "--move", number])
            XCTAssertEqual(run.status, status, number)
            XCTAssertFalse(run.error.contains("has no movement"), run.error)
        }
        XCTAssertTrue(try form(3).run(["pattern", "show", "small", "--move", "4"]).error.contains("It has 1 to 3."))
    }

    func testDrawingsAreWrittenToFilesOrStandardOutput() throws {
        let lessons =
            "\"patterns\":[\(SampleLessons.form(["{\"n\":1}"]))],\"sparring\":[\(Self.exchange("one-step-1"))]"
        for words in [["pattern", "diagram", "small"], ["sparring", "diagram", "one-step-1"]] {
            let piped = try fixture(lessons).run(words + ["--svg", "-"])
            XCTAssertTrue(piped.output.hasPrefix("<svg ") && piped.output.hasSuffix("</svg>\n"), piped.output)
            let written = try fixture(lessons).run(words + ["--svg", "a.svg"])
            XCTAssertTrue(written.output.hasPrefix("Wrote a.svg.\n"), written.output)
            XCTAssertEqual(written.console.fileContents["a.svg"], Array(piped.output.utf8))
        }
        let both = try fixture(lessons).run(["pattern", "diagram", "small", "--svg", "a.svg", "--animate", "a.html"])
        XCTAssertTrue(both.output.hasPrefix("Wrote a.svg and a.html.\n"), both.output)
    }

    private static func exchange(_ id: String, _ kind: String = "one-step") -> String {
        #"{"id":"\#(id)","kind":"\#(kind)","grade":"9k","number":1,"steps":[{"attack":{"words":"Any."},"defence":{"words":"Any."}}]}"#
    }

    func testExchangeIDsAcceptASlashAndSuggestThreeMatches() throws {
        let fixture = fixture(
            "\"sparring\":[\((1...5).map { Self.exchange("one-step-\($0)") }.joined(separator: ",")),\(Self.exchange("our/own"))]"
        )
        for id in ["one-step-2", "one-step/2", "our/own"] {
            XCTAssertEqual(try fixture.run(["sparring", "show", id]).status, 0, id)
        }
        XCTAssertTrue(
            try fixture.run(["sparring", "show", "one"]).error.contains(
                "Did you mean one-step-1, one-step-2, one-step-3?"))
        for id in ["4 one", "Step_4", "ONE/4"] {
            XCTAssertTrue(try fixture.run(["sparring", "show", id]).error.contains("Did you mean one-step-4?"), id)
        }
    }

    // MARK: - Search

    private func checkSearch(_ query: String, limit: Int? = nil, named: Int, told: Int, form: [String] = ["--plain"])
        throws
        -> (status: Int32, ids: [String])
    {
        let terms = (0..<named).map {
            #"{"id":"term-\#($0)","grade":"9k","category":"kicks","english":"kick \#($0)","hangul":"차기","romanization":"chagi"}"#
        }
        let pages = (0..<told).map {
            #"{"id":"page-\#($0)","grade":"9k","subject":"oath","title":"Page \#($0)","text":["All of it is a kick."]}"#
        }
        let fixture = fixture(
            "\"terms\":[[\(terms.joined(separator: ","))]],\"theory\":[\(pages.joined(separator: ","))]")
        let run = try fixture.run(["search", query] + form + (limit.map { ["--limit", "\($0)"] } ?? []))
        return (
            run.status,
            run.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
        )
    }

    func testSearchLimitDefaultsToTwenty() throws {
        XCTAssertEqual(try checkSearch("kick", named: 25, told: 0).ids.count, 20)
        XCTAssertEqual(try checkSearch("kick", named: 2, told: 25).ids.count, 20)
        for (limit, ids) in [
            (1, ["term-0"]), (2, ["term-0", "term-1"]), (3, ["term-0", "term-1", "page-0"]),
            (500, ["term-0", "term-1", "page-0", "page-1"]),
        ] {
            XCTAssertEqual(try checkSearch("kick", limit: limit, named: 2, told: 2).ids, ids)
        }
        for (limit, status) in [(0, 64), (1, 0), (500, 0), (501, 64)] as [(Int, Int32)] {
            XCTAssertEqual(try checkSearch("kick", limit: limit, named: 1, told: 0).status, status)
        }
    }

    /// The heading contains the total and the option that shows the rest.
    func testSearchHeadingCountsHiddenResults() throws {
        for (named, told, limit, heading) in [
            (25, 3, nil, "20 of 28 found; --limit 28 shows more"), (2, 1, nil, "3 found"),
            (2, 1, 2, "2 of 3 found; --limit 3 shows more"),
            (20, 0, nil, "20 found"), (1, 0, nil, "1 found"),
            (300, 300, nil, "20 of 600 found; --limit 500 shows more"),
        ] as [(Int, Int, Int?, String)] {
            let output = try checkSearch("kick", limit: limit, named: named, told: told, form: []).ids
            XCTAssertEqual(output.first, heading)
        }
    }

    /// A term, a pattern and a technique with the same ID are separate results, by name and by
    /// text.
    func testTermsPatternsAndTechniquesWithOneIDAreAllFound() throws {
        let fixture = fixture(
            #""terms":[[{"id":"small","grade":"9k","category":"kicks","english":"Small kick","hangul":"차기","romanization":"chagi"}]],"patterns":[\#(SampleLessons.form(["{\"n\":1}"]))],"techniques":[{"id":"small","grade":"9k","kind":"kick","english":"Small kick","hangul":"차기","romanization":"chagi","description":"Swing the instep.","purpose":"To stop.","mistakes":["Leaning."]}]"#
        )
        for (query, kinds, match) in [
            ("small", ["pattern", "term", "technique"], "prefix"), ("small kick", ["term", "technique"], "exact"),
            ("instep", ["technique"], "text"), ("stop", ["technique"], "text"), ("leaning", ["technique"], "text"),
            ("small swing", ["technique"], "text"),
        ] {
            let lines = try fixture.run(["search", query, "--plain"]).output.split(separator: "\n")
            XCTAssertEqual(lines.map { $0.split(separator: "\t")[1] }.map(String.init), kinds, query)
            XCTAssertTrue(
                lines.allSatisfy { $0.hasPrefix("small\t") } && lines.last?.hasSuffix(match) == true,
                "\(query): \(lines)")
        }
        let output = try fixture.run(["search", "small kick", "--limit", "2"]).output
        XCTAssertTrue(output.contains("technique"), output)
    }

    // MARK: - Incomplete packs

    func testListsReportTheNumberOfSkippedEntries() throws {
        let broken = { (count: Int) in (1...count).map { #"{"id":"x\#($0)","title":"T"}"# }.joined(separator: ",") }
        let fields = { (count: Int) in
            #""theory":[{"id":"p","grade":"9k","subject":"oath","title":"P"},\#(broken(count))]"#
        }
        let one = try fixture(fields(1)).run(["theory"]).output
        XCTAssertTrue(
            one.contains("1 entry was left out. The first: pack.json: x1: grade: The field “grade” is missing."), one)
        XCTAssertTrue(try fixture(fields(2)).run(["theory"]).output.contains("2 entries were left out"))
        let single = try fixture(
            #""theory":[{"id":"p","grade":"9k","subject":"oath","title":"P"},{"id":"x","grade":"9k","subject":"oath"}]"#
        ).run(["theory"])
        XCTAssertTrue(single.output.contains("1 entry was left out. The first: pack.json: x: title:"), single.output)
        let doubtful = try fixture(#""theory":[{"id":"p","grade":"9k","subject":"oath","title":"P","colour":"red"}]"#)
            .run([
                "theory"
            ])
        XCTAssertFalse(doubtful.output.contains("left out"), "doubtful entries are kept: \(doubtful.output)")
        let lines = #""linework":[{"id":"9k","exercises":[{"way":"forward","parts":["x"]}]},{"id":"white"}]"#
        XCTAssertTrue(try fixture(lines).run(["linework"]).output.contains("1 entry was left out"))
    }

    private let whole =
        #""terms":[[{"id":"a","grade":"9k","category":"kicks","english":"A","hangul":"앞","romanization":"ap"}]]"#

    private func check(_ fixture: ContentFixture, _ words: String...) throws -> (
        status: Int32, lines: [String], error: String
    ) {
        let run = try fixture.run(["content", "check"] + words)
        return (run.status, run.output.split(separator: "\n").map(String.init), run.error)
    }

    func testACheckCountsPacksTermsErrorsAndWarnings() throws {
        XCTAssertEqual(try check(fixture(whole)).lines, ["1 pack, 1 term: 0 errors, 0 warnings."])
        XCTAssertEqual(try check(fixture(whole)).status, 0)
        let doubtful = try check(fixture(whole.replacingOccurrences(of: "\"ap\"", with: "\"dwi\"")))
        XCTAssertEqual([doubtful.lines.count, Int(doubtful.status)], [3, 0])
        XCTAssertEqual(doubtful.lines.last, "1 pack, 1 term: 0 errors, 1 warning.")
        let broken = try check(fixture(whole.replacingOccurrences(of: "\"9k\"", with: "\"x\"")))
        XCTAssertEqual(broken.status, 65)
        XCTAssertEqual(broken.lines.last, "1 pack, 0 terms: 1 error, 0 warnings.")
        XCTAssertTrue(broken.error.contains("1 pack, 0 terms: 1 error, 0 warnings."), broken.error)
    }

    func testCheckListsUnreadablePacksByName() throws {
        var fixture = fixture(whole)
        fixture.unreadable = [
            "b.json": Failure(.notJSON, "Bad B."), "a.json": Failure(.notJSON, "Bad A."),
            "c.json": Failure(.notJSON, "Bad C."),
        ]
        let run = try check(fixture, "--plain")
        XCTAssertEqual(run.status, 65)
        XCTAssertEqual(run.lines.map { $0.split(separator: "\t").first }, ["a.json", "b.json", "c.json"])
        XCTAssertTrue(run.error.contains("4 packs, 1 term: 3 errors, 0 warnings."), run.error)
    }

    /// A pack is checked above the bundled packs only, and duplicate findings are reported once.
    func testExternalPackIsCheckedOverBundledPacksOnly() throws {
        let form = SampleLessons.form([#"{"n":1,"noAction":"One stands.","hangul":"앞","korean":"ap"}"#])
        let part = #""morphemes":[{"hangul":"앞","romanization":"ap","meaning":"front"}]"#
        let pack = SampleLessons.pack(#""patterns":[{"id":"small","name":"Mine"}]"#, name: "mine")
        let base = "\"patterns\":[\(form)],\(part)"
        for (name, status) in [("bundled pack base", 0), ("another", 65)] as [(String, Int32)] {
            var fixture = fixture(base, name: name)
            fixture.elsewhere = ["/mine": pack]
            let run = try check(fixture, "/mine", "--plain")
            XCTAssertEqual(run.status, status, "\(name): \(run.lines)")
            XCTAssertEqual(run.lines.isEmpty, status == 0)
        }
        XCTAssertEqual(
            try check(fixture(base, name: "bundled pack base")).lines, ["1 pack, 0 terms: 0 errors, 0 warnings."])
        var twice = fixture(base, name: "bundled pack base")
        twice.elsewhere = ["/same": SampleLessons.pack(base, name: "bundled pack base")]
        XCTAssertEqual(
            try check(twice, "/same").lines, ["1 pack, 0 terms: 0 errors, 0 warnings."],
            "a pack does not count as its own base")
    }

    func testFindingsNameThePackThatCausedThem() throws {
        let page = { (title: String) in #""theory":[{"id":"p","grade":"9k","subject":"oath","title":\#(title)}]"# }
        let names = { (titles: [String]) in
            let packs = titles.enumerated().map { SampleLessons.pack(page($1), name: ["a", "b", "c"][$0]) }
            return try self.check(ContentFixture(sources: packs), "--plain").lines.map { $0.prefix(1) }
        }
        XCTAssertEqual(try names(["7", "\"P\""]), [], "a fault that a later pack corrects is not reported")
        let broken = #""theory":[{"id":"q"}]"#
        let good = page("\"P\"")
        for (packs, expected) in [
            ([broken, good], ["a", "a", "a"]), ([good, broken], ["b", "b", "b"]),
            ([good, broken, good], ["b", "b", "b"]),
        ] {
            let sources = zip(["a", "b", "c"], packs).map { SampleLessons.pack($1, name: $0) }
            XCTAssertEqual(
                try check(ContentFixture(sources: sources), "--plain").lines.map { String($0.prefix(1)) }, expected)
        }
    }

    func testCheckCoversVariantsAndRunsJudgesOnce() throws {
        let variant = PackSource.memory(
            "calm",
            files: [
                "pack.json": Array(
                    #"{"format":"commonplace-pack","version":1,"id":"calm","name":"Calm","variant":true,"theory":[{"id":"p","title":7}]}"#
                        .utf8)
            ])
        var fixture = ContentFixture(sources: [
            SampleLessons.pack(#""theory":[{"id":"p","grade":"9k","subject":"oath","title":"P"}]"#), variant,
        ])
        fixture.judges = [RuleValidator { _ in [.init(id: "r", field: "f", sentence: "No.", advice: "Mend.")] }]
        let run = try check(fixture, "--plain")
        XCTAssertEqual(run.status, 65)
        XCTAssertEqual(run.lines.filter { $0.contains("p\ttitle") }.count, 1, "\(run.lines)")
        XCTAssertEqual(run.lines.filter { $0.contains("r\tf") }.count, 1, "\(run.lines)")
        XCTAssertEqual(run.lines.count, 2)
    }

    // MARK: - The learner's choice

    func testVariantUseSupportsDryRun() throws {
        let fixture = fixture(whole)
        // A command that never changes data says that --dry-run makes no difference.
        for (words, isReadOnly) in [
            (["variant", "use", "standard"], false), (["variant", "list"], true), (["belts"], true),
        ] {
            let run = try fixture.run(words + ["--dry-run"])
            XCTAssertEqual(run.status, 0)
            XCTAssertEqual(run.error.contains("changes nothing"), isReadOnly, run.error)
        }
        XCTAssertEqual(try fixture.run(["variant", "use", "unknown"]).status, 64)
    }

    // MARK: - Examples

    func testExamplesThatWriteOrOpenAreNotRunnable() throws {
        let plugin = ContentPlugin(
            library: { Library([]) }, syllabus: { throw Failure(.init("none"), "Nobody asks.") },
            sources: { ([], [:]) },
            source: { throw PackSource.missing($0, in: "test") }, draft: { name, _ in name })
        let examples = try Registry([plugin]).all(.commands).flatMap(\.examples)
        XCTAssertEqual(examples.count { !$0.isRunnable }, 8)
        for example in examples {
            let isHarmless = !["--svg", "--animate", "--open", "--say"].contains { example.line.contains($0) }
            XCTAssertEqual(example.isRunnable, isHarmless, example.line)
        }
    }

    // MARK: - Drafts

    func testDraftsAreOwnerOnlyAndDryRunsWriteNone() throws {
        let bytes: [UInt8] = [60, 62]
        let path = try DrawingDrafts().write("a.svg", bytes)
        let folder = (path as NSString).deletingLastPathComponent
        defer { try? FileManager.default.removeItem(atPath: folder) }
        XCTAssertEqual(FileManager.default.contents(atPath: path), Data(bytes))
        let modes = try [path, folder].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
        }
        XCTAssertEqual(modes, [0o600, 0o700])
        let dryRunCopy = try DrawingDrafts(isDryRun: true).write("rehearsed-\(UUID()).svg", bytes)
        XCTAssertFalse(FileManager.default.fileExists(atPath: dryRunCopy))
    }
}
