import Files
import Kernel
import Programs
import Terminal
import TerminalAdapters
import XCTest

/// Pager, editor, opener and drawer of a machine whose programs are scripts of the test.
final class CompanionsTests: XCTestCase {
    private var room = ""

    override func setUpWithError() throws {
        room = NSTemporaryDirectory() + "companions-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: room, withIntermediateDirectories: true)
    }

    override func tearDown() { try? FileManager.default.removeItem(atPath: room) }

    private func program(_ name: String, _ script: String) throws {
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: "\(room)/\(name)"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(room)/\(name)")
    }

    private func said(_ name: String = "said") -> String? { try? String(contentsOfFile: "\(room)/\(name)", encoding: .utf8) }

    private func companions(_ variables: [String: String] = [:]) -> ConsoleCompanions {
        .real(variables: ["PATH": room + ":/usr/bin:/bin"].merging(variables) { $1 })
    }

    private func code(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? Failure)?.code.text ?? "\(error)" }
        return nil
    }

    func testThePagerIsTheOneThatIsNamedAndGetsTheText() throws {
        try program("pages", "echo \"$LESS\" > \(room)/said; cat >> \(room)/said")
        XCTAssertTrue(companions(["PAGER": "pages"]).page("Text\n"))
        XCTAssertEqual(said(), "FRX\nText\n")
        XCTAssertTrue(companions(["PAGER": "pages", "LESS": "S"]).page("Text\n"))
        XCTAssertEqual(said(), "S\nText\n", "a person's own choice stays")
        try program("less", "cat > \(room)/least")
        XCTAssertTrue(companions().page("Text\n"))
        XCTAssertEqual(said("least"), "Text\n")
    }

    func testNothingWasShownWhereThereIsNoPager() throws {
        for pager in ["", "cat", "no-such-pager-here", "exit 126", "exit 127"] {
            XCTAssertFalse(companions(["PAGER": pager]).page("Text"), pager)
        }
        XCTAssertTrue(companions(["PAGER": "exit 3"]).page("Text"), "it was there, and ended as it liked")
        XCTAssertFalse(ConsoleCompanions.real(variables: ["PATH": room]).page("Text"))
        XCTAssertFalse(ConsoleCompanions.real(variables: [:]).page("Text"))
    }

    func testTheEditorIsTheFirstThatIsNamedAndGivesWhatWasSaved() throws {
        try program("first", "printf first >> \"$1\"; basename \"$1\" > \(room)/said")
        try program("second", "printf second >> \"$1\"")
        XCTAssertEqual(
            try companions(["VISUAL": room + "/first", "EDITOR": room + "/second"]).edit("old ", "note.txt"), "old first")
        XCTAssertEqual(said(), "note.txt\n")
        XCTAssertEqual(try companions(["VISUAL": "", "EDITOR": room + "/second"]).edit("old ", "n"), "old second")
        try program("nano", "printf nano >> \"$1\"")
        try program("vi", "printf vi >> \"$1\"")
        XCTAssertEqual(try ConsoleCompanions.real(variables: ["PATH": room]).edit("", "n"), "nano")
        try FileManager.default.removeItem(atPath: room + "/nano")
        XCTAssertEqual(try ConsoleCompanions.real(variables: ["PATH": room]).edit("", "n"), "vi")
        XCTAssertEqual(code { _ = try ConsoleCompanions.real(variables: [:]).edit("", "n") }, "missingProgram")
    }

    func testAnEditorThatFailsChangesNothing() throws {
        XCTAssertEqual(code { _ = try companions(["EDITOR": "exit 1;"]).edit("old", "n") }, "editorFailed")
        try program("remove", "rm \"$1\"")
        XCTAssertEqual(code { _ = try companions(["EDITOR": room + "/remove"]).edit("old", "n") }, "editorFailed")
        try program("grow", "head -c \"$SIZE\" /dev/zero | tr '\\0' x > \"$1\"")
        XCTAssertEqual(try companions(["EDITOR": "SIZE=1048576 \(room)/grow"]).edit("old", "n").utf8.count, 1 << 20)
        XCTAssertEqual(code { _ = try companions(["EDITOR": "SIZE=1048577 \(room)/grow"]).edit("old", "n") }, "editorFailed")
    }

    func testAFileIsOpenedByTheDesktopAndNeverTakenForAnOption() throws {
        try program("xdg-open", "printf '%s\\n' \"$@\" > \(room)/said")
        try companions().open("-a.html")
        XCTAssertEqual(said(), "./-a.html\n")
        try companions().open("https://example.org")
        XCTAssertEqual(said(), "https://example.org\n")
        try program("xdg-open", "exit 3")
        XCTAssertEqual(code { try companions().open("a") }, "missingProgram")
        XCTAssertThrowsError(try ConsoleCompanions.real(variables: [:]).open("/tmp/chon-ji-3.svg")) { error in
            let failure = error as? Failure
            XCTAssertEqual(failure?.message, "There is no desktop here to show it. The file is /tmp/chon-ji-3.svg.")
            XCTAssertTrue(failure?.advice.hasPrefix("Copy it to a machine with a screen") ?? false, "what to do is said plainly")
        }
    }

    func testAPictureIsDrawnByChafaInTheRoomThereIs() throws {
        let canvas = ConsoleCompanions.Canvas(columns: 40, rows: 12, colors: .palette, unicode: true)
        XCTAssertNil(ConsoleCompanions.real(variables: ["PATH": room]).draw([1], canvas))
        try program("chafa", "printf '%s ' \"$@\"; cat")
        XCTAssertEqual(
            companions().draw(Array("image".utf8), canvas),
            "--format symbols --symbols block+border+space --colors 256 --size 40x12 --animate off --polite on - image")
        for (colors, unicode, wanted) in [
            (ColorDepth.none, false, "--symbols ascii --colors none"), (.sixteen, true, "--colors 16 "),
            (.full, true, "--colors full "),
        ] {
            let drawn = companions().draw([], .init(columns: 4, rows: 4, colors: colors, unicode: unicode))
            XCTAssertTrue(drawn?.contains(wanted) ?? false, drawn ?? "nothing")
        }
        try program("chafa", "echo half a picture; exit 1")
        XCTAssertNil(companions().draw([1], canvas))
        try program("chafa", "head -c 1048577 /dev/zero")
        XCTAssertNil(companions().draw([1], canvas), "over 1 MiB")
    }

    func testAProgramBesideTheAppIsItsCommand() throws {
        try program("app-foo", "exit 0")
        let programs = Programs(path: room)
        XCTAssertNotNil(programs.command("foo", of: "app"))
        XCTAssertNil(programs.command("bar", of: "app"))
        try program("app--foo", "exit 0")
        try program("app-", "exit 0")
        XCTAssertNil(programs.command("-foo", of: "app"))
        XCTAssertNil(programs.command("", of: "app"))
        let gone = try XCTUnwrap(programs.command("foo", of: "app"))
        try FileManager.default.removeItem(atPath: room + "/app-foo")
        XCTAssertEqual(gone(["x"]), Failure.Kind.missingProgram.exitStatus)
        XCTAssertEqual(ConsoleCompanions.none.page("x"), false)
        XCTAssertEqual(code { _ = try ConsoleCompanions.none.edit("", "n") }, "editorMissing")
        XCTAssertEqual(code { try ConsoleCompanions.none.open("a") }, "openerMissing")
        XCTAssertNil(ConsoleCompanions.none.draw([], .init(columns: 1, rows: 1, colors: .none, unicode: true)))
    }
}
