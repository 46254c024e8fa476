import Content
import Foundation
import Kernel
import Storage
import XCTest

/// `export` with `--json` and `--dry-run`, and `term edit` as one change.
final class ExportFormTests: XCTestCase {
    private let fixture = OwnWordsFixture()

    func testJSONContainsTheExportedWords() throws {
        _ = try fixture.run("term", "add", "elbow guard", "--hangul", "팔굽 막기")
        let sheet = try fixture.run("export", "--own").output
        XCTAssertTrue(sheet.hasPrefix("id,english,hangul,"), sheet)
        XCTAssertEqual(try fixture.run("export", "--own", "--plain").output, sheet)
        for words in [["export", "--own", "--json"], ["export", "--own", "--csv", "own.csv", "--json"]] {
            let run = try fixture.run(words)
            let found = try XCTUnwrap(
                JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]], run.output)
            XCTAssertEqual(found.map { $0["english"] as? String }, ["elbow guard"])
            XCTAssertEqual(run.files["own.csv"] != nil, words.contains("own.csv"))
        }
    }

    func testDryRunReportsTheFileWithoutWriting() throws {
        let run = try fixture.run("export", "--csv", "words.csv", "--belt", "10k", "--dry-run")
        XCTAssertNil(run.files["words.csv"])
        XCTAssertTrue(run.output.contains("Dry run, nothing was changed. Otherwise: Wrote"), run.output)
        XCTAssertFalse(run.error.contains("changes nothing"), run.error)
        let result = try fixture.run("export", "--belt", "10k", "--dry-run")
        XCTAssertTrue(result.error.contains("“export” changes nothing, with or without --dry-run."), result.error)
        XCTAssertTrue(result.output.hasPrefix("id,english,"), result.output)
    }

    func testTermEditIsOneUndoStep() throws {
        _ = try fixture.run("term", "add", "elbow guard", "--hangul", "팔굽 막기", "--meaning", "arm up")
        let before = (try fixture.wordRows(), try fixture.root.undoSteps().count)
        XCTAssertEqual(
            try fixture.run("term", "edit", "elbow guard", "--english", "elbow block", "--meaning", "elbow high")
                .status, 0)
        XCTAssertEqual(try fixture.root.undoSteps().count, before.1 + 1)
        XCTAssertEqual(try fixture.run("term", "edit", "elbow block", "--note", "ours", "--clear", "meaning").status, 0)
        XCTAssertEqual(try fixture.root.undoSteps().count, before.1 + 2)
        let cleared = try XCTUnwrap(fixture.words.library().terms.first { $0.english == "elbow block" })
        XCTAssertEqual([cleared.wording, cleared.note], ["", "ours"])
        for _ in 0..<2 { _ = try fixture.root.undoLast() }
        XCTAssertEqual(try fixture.wordRows(), before.0)
        XCTAssertEqual(try fixture.words.library().terms.first { $0.english == "elbow guard" }?.wording, "arm up")
        // An invalid meaning discards the whole edit.
        let bad = String(repeating: "x", count: 5_000)
        XCTAssertNotEqual(
            try fixture.run("term", "edit", "elbow guard", "--english", "other", "--meaning", bad).status, 0)
        XCTAssertEqual(try fixture.wordRows(), before.0)
    }
}
