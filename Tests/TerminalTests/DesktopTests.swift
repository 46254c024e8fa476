import Foundation
import Kernel
import Programs
import Storage
import Terminal
import TerminalAdapters
import TerminalContract
import TestBench
import XCTest

/// An app in the menu of a desktop.
final class DesktopTests: XCTestCase {
    private static let entry = DesktopEntry(
        app: "focusflow", title: "FocusFlow", comment: "A timer", categories: ["Utility", "Clock"],
        opens: ["start", "--or-show"],
        actions: ["start", "pause", "resume", "stop"].map { .init($0, "Go") }, about: "A click shows the timer.")

    private func bench(_ home: Home?, _ command: [String] = ["/opt/focusflow"]) -> AppBench {
        let menu = DesktopMenu(Self.entry, command, data: home?.path)
        return AppBench("focusflow", over: MemoryStore(), time: HandClock().source()) { [DesktopPlugin(menu)] }
    }

    func testItIsWrittenWholeAndRemovedWithoutATrace() throws {
        let home = try Home()
        let bench = bench(home, ["/opt/my apps/focusflow", "--data", "it's \"100%\" $HOME `x` \\ é"])
        let path = home.path("applications/focusflow.desktop")
        XCTAssertEqual(bench.run(["desktop", "install"]).status, 0)
        let text = home.text("applications/focusflow.desktop")
        XCTAssertEqual(bench.run(["desktop", "install", "--print"]).output, text)
        let words = #""/opt/my apps/focusflow" "--data" "it's \\"100%%\\" \\$HOME \\`x\\` \\\\ é""#
        let lines = text.split(separator: "\n").map(String.init)
        for verb in ["start", "pause", "resume", "stop"] {
            XCTAssertEqual(lines.count { $0 == "Exec=\(words) \"\(verb)\"" }, 1, text)
            XCTAssertTrue(lines.contains("[Desktop Action \(verb)]"), text)
        }
        XCTAssertEqual(lines.first { $0.hasPrefix("Exec=") }, "Exec=\(words) \"start\" \"--or-show\"")
        XCTAssertTrue(lines.contains("Actions=start;pause;resume;stop;") && lines.contains("Terminal=true"), text)
        if let judge = Programs(path: "/usr/bin:/bin").find("desktop-file-validate") {
            let said = try ProgramCall(judge, [path]).run()
            XCTAssertEqual(said.text + String(decoding: said.errors, as: UTF8.self), "")
            XCTAssertEqual(said.ending, .exited(0))
        }
        XCTAssertEqual(self.bench(home, ["/usr/bin/focusflow"]).run(["desktop", "install"]).status, 0, "its own is written anew")
        XCTAssertTrue(
            home.text("applications/focusflow.desktop").contains("Exec=\"/usr/bin/focusflow\" \"start\" \"--or-show\"\n"))
        XCTAssertEqual(bench.run(["desktop", "install", "--remove"]).status, 0)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path("applications")), [])
        XCTAssertTrue(bench.run(["desktop", "install", "--remove"]).output.contains("is not in the menu"))
    }

    func testWhatSomebodyElseWroteStays() throws {
        for change in ["", "[Desktop Entry]\nName=Mine\n", "ours and more"] {
            let home = try Home()
            let bench = bench(home)
            _ = bench.run(["desktop", "install"])
            let path = home.path("applications/focusflow.desktop")
            let text = change.hasPrefix("ours") ? home.text("applications/focusflow.desktop") + "Icon=mine\n" : change
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            for words in [["desktop", "install"], ["desktop", "install", "--remove"]] {
                let run = bench.run(words)
                XCTAssertEqual(run.status, 1)
                XCTAssertTrue(run.error.contains("was not written by focusflow"), run.error)
                XCTAssertEqual(home.text("applications/focusflow.desktop"), text)
            }
        }
        let linked = try Home()
        let bench = bench(linked)
        _ = bench.run(["desktop", "install"])
        let path = linked.path("applications/focusflow.desktop")
        try FileManager.default.moveItem(atPath: path, toPath: linked.path("mine"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: linked.path("mine"))
        XCTAssertEqual(bench.run(["desktop", "install", "--remove"]).status, 1, "a link is somebody's")
    }

    func testWhatCannotBeWrittenLeavesNothing() throws {
        let home = try Home()
        for command in [["focusflow"], ["/a=b/focusflow"], ["/a\nExec=x"], ["/a", "\u{1B}"], []] {
            XCTAssertEqual(bench(home, command).run(["desktop", "install"]).status, 1, "\(command)")
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), [])
        try Data().write(to: URL(fileURLWithPath: home.path("applications")))
        XCTAssertNotEqual(bench(home).run(["desktop", "install"]).status, 0, "no folder is there")
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), ["applications"])
        XCTAssertNotEqual(bench(nil).run(["desktop", "install"]).status, 0, "and no home")
    }
}
