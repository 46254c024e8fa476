import Foundation
import Interface
import Kernel
import Programs
import Storage
import TerminalAdapters
import TerminalTesting
import TestSupport
import XCTest

/// The entry of an app in the desktop menu.
final class DesktopTests: XCTestCase {
    private static let entry = DesktopEntry(
        app: "focusflow", title: "FocusFlow", comment: "A timer", categories: ["Utility", "Clock"],
        opens: ["start", "--or-show"],
        actions: ["start", "pause", "resume", "stop"].map { .init($0, "Go") }, about: "A click shows the timer.")

    private func fixture(_ home: Home?, _ command: [String] = ["/opt/focusflow"]) -> AppFixture {
        let menu = DesktopMenu(Self.entry, command, data: home?.path)
        return AppFixture("focusflow", over: MemoryStore(), time: ManualClock().source()) { [DesktopPlugin(menu)] }
    }

    func testInstallWritesAValidEntryAndRemoveDeletesIt() throws {
        let home = try Home()
        let fixture = fixture(home, ["/opt/my apps/focusflow", "--data", "it's \"100%\" $HOME `x` \\ é"])
        let path = home.path("applications/focusflow.desktop")
        XCTAssertEqual(fixture.run(["desktop", "install"]).status, 0)
        let text = home.text("applications/focusflow.desktop")
        XCTAssertEqual(fixture.run(["desktop", "install", "--print"]).output, text)
        let words = #""/opt/my apps/focusflow" "--data" "it's \\"100%%\\" \\$HOME \\`x\\` \\\\ é""#
        let lines = text.split(separator: "\n").map(String.init)
        for verb in ["start", "pause", "resume", "stop"] {
            XCTAssertEqual(lines.count { $0 == "Exec=\(words) \"\(verb)\"" }, 1, text)
            XCTAssertTrue(lines.contains("[Desktop Action \(verb)]"), text)
        }
        XCTAssertEqual(lines.first { $0.hasPrefix("Exec=") }, "Exec=\(words) \"start\" \"--or-show\"")
        XCTAssertTrue(lines.contains("Actions=start;pause;resume;stop;") && lines.contains("Terminal=true"), text)
        if let validator = ProgramPath(path: "/usr/bin:/bin").find("desktop-file-validate") {
            let validation = try ProgramCall(validator, [path]).run()
            XCTAssertEqual(validation.text + String(decoding: validation.errors, as: UTF8.self), "")
            XCTAssertEqual(validation.ending, .exited(0))
        }
        XCTAssertEqual(
            self.fixture(home, ["/usr/bin/focusflow"]).run(["desktop", "install"]).status, 0,
            "its own entry is replaced")
        XCTAssertTrue(
            home.text("applications/focusflow.desktop").contains(
                "Exec=\"/usr/bin/focusflow\" \"start\" \"--or-show\"\n"))
        XCTAssertEqual(fixture.run(["desktop", "install", "--remove"]).status, 0)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path("applications")), [])
        XCTAssertTrue(fixture.run(["desktop", "install", "--remove"]).output.contains("is not in the menu"))
    }

    func testForeignDesktopEntriesAreKept() throws {
        for change in ["", "[Desktop Entry]\nName=Mine\n", "ours and more"] {
            let home = try Home()
            let fixture = fixture(home)
            _ = fixture.run(["desktop", "install"])
            let path = home.path("applications/focusflow.desktop")
            let text = change.hasPrefix("ours") ? home.text("applications/focusflow.desktop") + "Icon=mine\n" : change
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            for words in [["desktop", "install"], ["desktop", "install", "--remove"]] {
                let run = fixture.run(words)
                XCTAssertEqual(run.status, 1)
                XCTAssertTrue(run.error.contains("was not written by focusflow"), run.error)
                XCTAssertEqual(home.text("applications/focusflow.desktop"), text)
            }
        }
        let linked = try Home()
        let fixture = fixture(linked)
        _ = fixture.run(["desktop", "install"])
        let path = linked.path("applications/focusflow.desktop")
        try FileManager.default.moveItem(atPath: path, toPath: linked.path("mine"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: linked.path("mine"))
        XCTAssertEqual(fixture.run(["desktop", "install", "--remove"]).status, 1, "a link is not its own entry")
    }

    func testFailedInstallWritesNothing() throws {
        let home = try Home()
        for command in [["focusflow"], ["/a=b/focusflow"], ["/a\nExec=x"], ["/a", "\u{1B}"], []] {
            XCTAssertEqual(fixture(home, command).run(["desktop", "install"]).status, 1, "\(command)")
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), [])
        try Data().write(to: URL(fileURLWithPath: home.path("applications")))
        XCTAssertNotEqual(fixture(home).run(["desktop", "install"]).status, 0, "the folder is missing")
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), ["applications"])
        XCTAssertNotEqual(fixture(nil).run(["desktop", "install"]).status, 0, "there is no home")
    }
}
