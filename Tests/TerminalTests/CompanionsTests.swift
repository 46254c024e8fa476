import Files
import Kernel
import Programs
import Terminal
import TerminalAdapters
import XCTest

/// Pager, editor, opener and drawing program, each replaced by a script of the test.
final class CompanionsTests: XCTestCase {
    private var folder = ""

    override func setUpWithError() throws {
        folder = NSTemporaryDirectory() + "companions-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    override func tearDown() { try? FileManager.default.removeItem(atPath: folder) }

    private func program(_ name: String, _ script: String) throws {
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/\(name)")
    }

    private func received(_ name: String = "said") -> String? {
        try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }

    private func companions(_ variables: [String: String] = [:]) -> ConsoleCompanions {
        .real(variables: ["PATH": folder + ":/usr/bin:/bin"].merging(variables) { $1 })
    }

    private func code(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? Failure)?.code.text ?? "\(error)" }
        return nil
    }

    func testPagerComesFromTheEnvironmentAndReceivesTheText() throws {
        try program("pages", "echo \"$LESS\" > \(folder)/said; cat >> \(folder)/said")
        XCTAssertTrue(companions(["PAGER": "pages"]).page("Text\n"))
        XCTAssertEqual(received(), "FRX\nText\n")
        XCTAssertTrue(companions(["PAGER": "pages", "LESS": "S"]).page("Text\n"))
        XCTAssertEqual(received(), "S\nText\n", "the user's own choice stays")
        try program("less", "cat > \(folder)/least")
        XCTAssertTrue(companions().page("Text\n"))
        XCTAssertEqual(received("least"), "Text\n")
    }

    func testMissingPagerReportsThatNothingWasShown() throws {
        for pager in ["", "cat", "no-such-pager-here", "exit 126", "exit 127"] {
            XCTAssertFalse(companions(["PAGER": pager]).page("Text"), pager)
        }
        XCTAssertTrue(companions(["PAGER": "exit 3"]).page("Text"), "the pager ran, and its status is ignored")
        XCTAssertFalse(ConsoleCompanions.real(variables: ["PATH": folder]).page("Text"))
        XCTAssertFalse(ConsoleCompanions.real(variables: [:]).page("Text"))
    }

    func testFirstConfiguredEditorReturnsTheSavedText() throws {
        try program("first", "printf first >> \"$1\"; basename \"$1\" > \(folder)/said")
        try program("second", "printf second >> \"$1\"")
        XCTAssertEqual(
            try companions(["VISUAL": folder + "/first", "EDITOR": folder + "/second"]).edit("old ", "note.txt"),
            "old first")
        XCTAssertEqual(received(), "note.txt\n")
        XCTAssertEqual(try companions(["VISUAL": "", "EDITOR": folder + "/second"]).edit("old ", "n"), "old second")
        try program("nano", "printf nano >> \"$1\"")
        try program("vi", "printf vi >> \"$1\"")
        XCTAssertEqual(try ConsoleCompanions.real(variables: ["PATH": folder]).edit("", "n"), "nano")
        try FileManager.default.removeItem(atPath: folder + "/nano")
        XCTAssertEqual(try ConsoleCompanions.real(variables: ["PATH": folder]).edit("", "n"), "vi")
        XCTAssertEqual(code { _ = try ConsoleCompanions.real(variables: [:]).edit("", "n") }, "missingProgram")
    }

    func testEditorFailuresAndTooLargeFilesAreErrors() throws {
        XCTAssertEqual(code { _ = try companions(["EDITOR": "exit 1;"]).edit("old", "n") }, "editorFailed")
        try program("remove", "rm \"$1\"")
        XCTAssertEqual(code { _ = try companions(["EDITOR": folder + "/remove"]).edit("old", "n") }, "editorFailed")
        try program("grow", "head -c \"$SIZE\" /dev/zero | tr '\\0' x > \"$1\"")
        XCTAssertEqual(try companions(["EDITOR": "SIZE=1048576 \(folder)/grow"]).edit("old", "n").utf8.count, 1 << 20)
        XCTAssertEqual(
            code { _ = try companions(["EDITOR": "SIZE=1048577 \(folder)/grow"]).edit("old", "n") }, "editorFailed")
    }

    func testDesktopOpensFilesWhosePathStartsWithADash() throws {
        try program("xdg-open", "printf '%s\\n' \"$@\" > \(folder)/said")
        try companions().open("-a.html")
        XCTAssertEqual(received(), "./-a.html\n")
        try companions().open("https://example.org")
        XCTAssertEqual(received(), "https://example.org\n")
        try program("xdg-open", "exit 3")
        XCTAssertEqual(code { try companions().open("a") }, "missingProgram")
        XCTAssertThrowsError(try ConsoleCompanions.real(variables: [:]).open("/tmp/chon-ji-3.svg")) { error in
            let failure = error as? Failure
            XCTAssertEqual(failure?.message, "There is no desktop here to show it. The file is /tmp/chon-ji-3.svg.")
            XCTAssertTrue(
                failure?.advice.hasPrefix("Copy it to a machine with a screen") ?? false, "the advice is plain")
        }
    }

    func testChafaDrawsThePictureWithinTheCanvas() throws {
        let canvas = ConsoleCompanions.Canvas(columns: 40, rows: 12, colors: .palette, unicode: true)
        XCTAssertNil(ConsoleCompanions.real(variables: ["PATH": folder]).draw([1], canvas))
        try program("chafa", "printf '%s ' \"$@\"; cat")
        XCTAssertEqual(
            companions().draw(Array("image".utf8), canvas),
            "--format symbols --symbols block+border+space --colors 256 --size 40x12 --animate off --polite on - image")
        for (colors, unicode, expected) in [
            (ColorDepth.none, false, "--symbols ascii --colors none"), (.sixteen, true, "--colors 16 "),
            (.full, true, "--colors full "),
        ] {
            let rows = companions().draw([], .init(columns: 4, rows: 4, colors: colors, unicode: unicode))
            XCTAssertTrue(rows?.contains(expected) ?? false, rows ?? "nothing")
        }
        try program("chafa", "echo half a picture; exit 1")
        XCTAssertNil(companions().draw([1], canvas))
        try program("chafa", "head -c 1048577 /dev/zero")
        XCTAssertNil(companions().draw([1], canvas), "over 1 MiB")
    }

    func testInstalledProgramWithTheAppPrefixIsACommand() throws {
        try program("app-foo", "exit 0")
        let programs = ProgramPath(path: folder)
        XCTAssertNotNil(programs.command("foo", of: "app"))
        XCTAssertNil(programs.command("bar", of: "app"))
        try program("app--foo", "exit 0")
        try program("app-", "exit 0")
        XCTAssertNil(programs.command("-foo", of: "app"))
        XCTAssertNil(programs.command("", of: "app"))
        let command = try XCTUnwrap(programs.command("foo", of: "app"))
        try FileManager.default.removeItem(atPath: folder + "/app-foo")
        XCTAssertEqual(command(["x"]), Failure.Kind.missingProgram.exitStatus)
        XCTAssertEqual(ConsoleCompanions.none.page("x"), false)
        XCTAssertEqual(code { _ = try ConsoleCompanions.none.edit("", "n") }, "editorMissing")
        XCTAssertEqual(code { try ConsoleCompanions.none.open("a") }, "openerMissing")
        XCTAssertNil(ConsoleCompanions.none.draw([], .init(columns: 1, rows: 1, colors: .none, unicode: true)))
    }
}
